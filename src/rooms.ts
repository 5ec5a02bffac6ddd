import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as apiKeys from './accounts/api-keys/room.ts'
import * as audit from './accounts/audit/room.ts'
import * as auth from './accounts/auth/room.ts'
import * as notifications from './accounts/notifications/room.ts'
import * as passwordResets from './accounts/password-resets/room.ts'
import * as policies from './accounts/policies/room.ts'
import * as secondFactor from './accounts/second-factor/room.ts'
import * as sessions from './accounts/sessions/room.ts'
import * as users from './accounts/users/room.ts'
import * as channelBookings from './channels/channel-bookings/room.ts'
import * as channelManager from './channels/channel-manager/room.ts'
import * as properties from './homes/properties/room.ts'
import * as rates from './homes/rates/room.ts'
import * as search from './homes/search/room.ts'
import * as taxes from './homes/taxes/room.ts'
import * as exports from './integrations/exports/room.ts'
import * as imports from './integrations/imports/room.ts'
import * as mirror from './integrations/mirror/room.ts'
import * as stripeEvents from './integrations/stripe-events/room.ts'
import * as webhookEndpoints from './integrations/webhook-endpoints/room.ts'
import * as customers from './money/customers/room.ts'
import * as invoices from './money/invoices/room.ts'
import * as payments from './money/payments/room.ts'
import * as operations from './operations/operations/room.ts'
import * as privacy from './operations/privacy/room.ts'
import * as settings from './operations/settings/room.ts'
import * as events from './platform/events/room.ts'
import type { EventSubject } from './platform/events/subject.ts'
import * as idempotency from './platform/idempotency/room.ts'
import * as inbox from './platform/inbox/room.ts'
import type { Expiry } from './platform/jobs/expiry.ts'
import type { Job } from './platform/jobs/job.ts'
import * as mail from './platform/mail/room.ts'
import type { Push } from './platform/openapi/asyncapi.ts'
import * as places from './platform/places/room.ts'
import type { NamedFiles } from './platform/storage/named-files.ts'
import * as storage from './platform/storage/room.ts'
import * as bus from './realtime/bus/room.ts'
import * as realtime from './realtime/realtime/room.ts'
import * as calendars from './stays/calendars/room.ts'
import * as confirmations from './stays/confirmations/room.ts'
import * as messages from './stays/messages/room.ts'
import * as refunds from './stays/refunds/room.ts'
import * as reservations from './stays/reservations/room.ts'
import * as reviews from './stays/reviews/room.ts'
import * as settlement from './stays/settlement/room.ts'
import * as stays from './stays/stays/room.ts'
import * as triggers from './stays/triggers/room.ts'

/** What a room gives to the service, besides its plugin. */
interface Room {
  /** Under /api/v1. */
  routes?: FastifyPluginAsyncZod[]
  /** Under /api/v1, and without that prefix, as the specification writes them as well. */
  bareRoutes?: FastifyPluginAsyncZod[]
  jobs?: Job[]
  /** The events that it publishes, for /asyncapi.json. */
  pushes?: Push[]
  /** What events are about. */
  subject?: EventSubject
  /** Its rows that leave when they are old (src/operations/operations/housekeeping.ts). */
  expiries?: Expiry[]
  /** Which files its rows name; others are removed (src/platform/storage/jobs.ts). */
  namedFiles?: NamedFiles
}

/** All rooms with routes, jobs or rows that expire. */
// biome-ignore format: a table of contents
export const ROOMS: Room[] = [
  places, taxes, auth, sessions, secondFactor, audit, passwordResets, customers, users, privacy, policies, properties, calendars, rates, search, payments, refunds, settlement,
  reservations, confirmations, messages, reviews, notifications, channelManager, channelBookings, stripeEvents, invoices, realtime, triggers, storage,
  mail, operations, settings, stays, bus, idempotency, inbox, events, mirror, webhookEndpoints, exports, imports, apiKeys,
]
