import { refusals as apiKeys } from './accounts/api-keys/refusals.ts'
import { refusals as auth } from './accounts/auth/refusals.ts'
import { refusals as company } from './accounts/company/refusals.ts'
import { refusals as passwordResets } from './accounts/password-resets/refusals.ts'
import { refusals as secondFactor } from './accounts/second-factor/refusals.ts'
import { refusals as team } from './accounts/team/refusals.ts'
import { refusals as users } from './accounts/users/refusals.ts'
import { refusals as agreements } from './bookings/agreements/refusals.ts'
import { refusals as calendars } from './bookings/calendars/refusals.ts'
import { refusals as refunds } from './bookings/refunds/refusals.ts'
import { refusals as reservations } from './bookings/reservations/refusals.ts'
import { refusals as settlement } from './bookings/settlement/refusals.ts'
import { refusals as channelBookings } from './channels/channel-bookings/refusals.ts'
import { refusals as channelManager } from './channels/channel-manager/refusals.ts'
import { refusals as messageTemplates } from './conversations/message-templates/refusals.ts'
import { refusals as messages } from './conversations/messages/refusals.ts'
import { refusals as reviews } from './conversations/reviews/refusals.ts'
import { refusals as stayMessages } from './conversations/stay-messages/refusals.ts'
import { refusals as properties } from './homes/properties/refusals.ts'
import { refusals as rates } from './homes/rates/refusals.ts'
import { refusals as search } from './homes/search/refusals.ts'
import { refusals as sellers } from './homes/sellers/refusals.ts'
import { refusals as taxes } from './homes/taxes/refusals.ts'
import { refusals as arrival } from './hosting/arrival/refusals.ts'
import { refusals as stayPage } from './hosting/stay-page/refusals.ts'
import { refusals as tasks } from './hosting/tasks/refusals.ts'
import { refusals as travellers } from './hosting/travellers/refusals.ts'
import { refusals as imports } from './integrations/imports/refusals.ts'
import { refusals as webhookEndpoints } from './integrations/webhook-endpoints/refusals.ts'
import { refusals as payments } from './money/payments/refusals.ts'
import { refusals as stripe } from './money/stripe/refusals.ts'
import { refusals as privacy } from './operations/privacy/refusals.ts'
import { addUsual } from './platform/http/envelope.ts'
import { contributeInstead, type ErrorCode, type FieldMessageKey } from './platform/http/errors.ts'
import { contribute } from './platform/locales/contributed.ts'

/** The refusals of all modules, before anything names them. */
// biome-ignore format: a table of contents
const all = {
  apiKeys, auth, company, passwordResets, secondFactor, team, users, channelBookings, channelManager, properties, rates, search, sellers, taxes, imports, webhookEndpoints, payments, stripe, privacy, agreements, arrival, calendars, messageTemplates, messages, refunds, reservations, reviews, settlement, stayMessages, stayPage, tasks, travellers,
}
contribute(all)
addUsual('ownStay', 'secondFactorMissing')

/** Operations that refusals name in their texts. */
export const INSTEAD = {
  ownHome: 'closeDates',
  quoteExpired: 'createQuote',
  entryClosed: 'recordMoney',
  taskOfDeparture: 'updateTask',
  endpointDisabled: 'updateWebhookEndpoint',
  owesStays: 'cancelReservation',
} as const satisfies Partial<Record<ErrorCode, string>>

/** The same of problems of fields. */
export const FIELD_INSTEAD = {
  changeHere: 'changeReservation',
  cancelInstead: 'cancelReservation',
} as const satisfies Partial<Record<FieldMessageKey, string>>

contributeInstead(INSTEAD, FIELD_INSTEAD)

type All = typeof all

declare module './platform/locales/contributed.ts' {
  interface Contributed extends All {}
}
