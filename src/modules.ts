import './event-types.ts'
import './refusals.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import * as apiKeys from './accounts/api-keys/module.ts'
import * as audit from './accounts/audit/module.ts'
import * as auth from './accounts/auth/module.ts'
import * as company from './accounts/company/module.ts'
import * as notifications from './accounts/notifications/module.ts'
import * as passwordResets from './accounts/password-resets/module.ts'
import * as policies from './accounts/policies/module.ts'
import * as secondFactor from './accounts/second-factor/module.ts'
import * as sessions from './accounts/sessions/module.ts'
import * as team from './accounts/team/module.ts'
import * as users from './accounts/users/module.ts'
import * as agreements from './bookings/agreements/module.ts'
import * as calendars from './bookings/calendars/module.ts'
import * as refunds from './bookings/refunds/module.ts'
import * as reservations from './bookings/reservations/module.ts'
import * as settlement from './bookings/settlement/module.ts'
import * as states from './bookings/states/module.ts'
import * as channelBookings from './channels/channel-bookings/module.ts'
import * as channelManager from './channels/channel-manager/module.ts'
import * as channelMessages from './channels/channel-messages/module.ts'
import * as channelReviews from './channels/channel-reviews/module.ts'
import * as messageTemplates from './conversations/message-templates/module.ts'
import * as messages from './conversations/messages/module.ts'
import * as reviews from './conversations/reviews/module.ts'
import * as stayMessages from './conversations/stay-messages/module.ts'
import * as triggers from './conversations/triggers/module.ts'
import * as properties from './homes/properties/module.ts'
import * as rates from './homes/rates/module.ts'
import * as search from './homes/search/module.ts'
import * as sellers from './homes/sellers/module.ts'
import * as taxes from './homes/taxes/module.ts'
import * as arrival from './hosting/arrival/module.ts'
import * as confirmations from './hosting/confirmations/module.ts'
import * as desk from './hosting/desk/module.ts'
import * as figures from './hosting/figures/module.ts'
import * as stayPage from './hosting/stay-page/module.ts'
import * as tasks from './hosting/tasks/module.ts'
import * as travellers from './hosting/travellers/module.ts'
import * as assistants from './integrations/assistants/module.ts'
import * as exports from './integrations/exports/module.ts'
import * as imports from './integrations/imports/module.ts'
import * as mirror from './integrations/mirror/module.ts'
import * as stripeEvents from './integrations/stripe-events/module.ts'
import * as webhookEndpoints from './integrations/webhook-endpoints/module.ts'
import * as customers from './money/customers/module.ts'
import * as invoices from './money/invoices/module.ts'
import * as payments from './money/payments/module.ts'
import * as archive from './operations/archive/module.ts'
import * as health from './operations/health/module.ts'
import * as privacy from './operations/privacy/module.ts'
import * as settings from './operations/settings/module.ts'
import * as events from './platform/events/module.ts'
import type { EventSubject } from './platform/events/subject.ts'
import * as idempotency from './platform/idempotency/module.ts'
import * as inbox from './platform/inbox/module.ts'
import type { Expiry } from './platform/jobs/expiry.ts'
import type { Job } from './platform/jobs/job.ts'
import * as mail from './platform/mail/module.ts'
import type { Push } from './platform/openapi/asyncapi.ts'
import * as places from './platform/places/module.ts'
import * as storage from './platform/storage/module.ts'
import type { NamedFiles } from './platform/storage/named-files.ts'
import * as bus from './realtime/bus/module.ts'
import * as pusher from './realtime/pusher/module.ts'

/** Contributions of a module to the service. */
interface Module {
  /** Decorates the service with what districts below need of it, or with what others call. */
  ports?: FastifyPluginAsync
  /** Under /api/v1. */
  routes?: FastifyPluginAsyncZod[]
  /** Under /api/v1, and without that prefix, as the specification writes them as well. */
  bareRoutes?: FastifyPluginAsyncZod[]
  jobs?: Job<object, FastifyInstance>[]
  /** The events that it publishes, for /asyncapi.json. */
  pushes?: Push[]
  /** Subjects of events. */
  subjects?: EventSubject<z.ZodObject, FastifyInstance>[]
  /** Its rows that leave when they are old (src/operations/health/housekeeping.ts). */
  expiries?: Expiry[]
  /** Files that its rows name; others are removed (src/platform/storage/jobs.ts). */
  namedFiles?: NamedFiles
}

/** All modules with routes, jobs or rows that expire. */
// biome-ignore format: a table of contents
export const MODULES: Module[] = [
  places, taxes, auth, sessions, company, secondFactor, audit, passwordResets, customers, users, privacy, archive, policies, sellers, properties, calendars, rates, search, payments, refunds, agreements, settlement,
  reservations, arrival, confirmations, stayPage, messages, stayMessages, messageTemplates, tasks, travellers, desk, figures, reviews, notifications, channelManager, channelBookings, channelMessages, channelReviews, stripeEvents, invoices, pusher, triggers, storage,
  mail, health, settings, states, bus, idempotency, inbox, events, mirror, webhookEndpoints, exports, imports, assistants, apiKeys, team,
]
