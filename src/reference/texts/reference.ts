import { PROPERTY_STATUS } from '../../platform/db/enums.ts'
import type { Reference } from '../../platform/openapi/reference.ts'
import { VALUES } from '../examples/values.ts'
import { AUDIENCES, audiencesOf } from './audiences.ts'
import { FIELDS } from './fields.ts'
import { guide } from './guide.ts'

const tags = {
  accounts: 'Registration, verification, sign-in and the profile',
  policies: 'Terms and other legal texts, and their acceptance',
  places: 'Countries, cities and neighborhoods',
  properties: 'Homes, photos and search',
  calendars: 'Availability, closures, daily prices and seasonal reductions',
  quotes: 'Price of a stay',
  tasks: 'Work at homes: cleanings after departures, maintenance',
  reservations: 'Bookings from hold to check-out',
  payments: 'Payments, invoices and events of the payment provider',
  messages: 'Conversations between guests, owners and support',
  reviews: 'Reviews by guests, and replies',
  channels: 'Bookings from channel managers, and their subscriptions',
  events: 'Event feed and webhooks for programs',
  exports: 'Stays, payments and calendars as files',
  notifications: 'Notifications of a user and their settings',
  realtime: 'Channels of the Pusher protocol',
  operations: 'Health and metrics',
}

/** The words of Séjour about itself. */
export const reference: Reference = {
  title: 'Séjour',
  description:
    'Self-hosted backend for booking rental homes. Messages are French, or English with `Accept-Language: en`.',
  tags,
  audiences: AUDIENCES,
  audiencesOf,
  fields: FIELDS,
  values: VALUES,
  // Homes and policies have the same states.
  enumNames: [
    [PROPERTY_STATUS, 'PublicationStatus'],
    [PROPERTY_STATUS.slice(0, 2), 'NewPublicationStatus'],
  ],
  demoAccount: 'guest',
  guide,
}

declare module 'fastify' {
  interface FastifySchema {
    /** The account of the demo that tries the example in /docs (src/dev/demo/data.ts): the guest where a token is needed, unless the operation names another. */
    'x-demo-account'?: 'guest' | 'owner' | 'support' | 'admin'
  }
}
