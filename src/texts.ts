import { texts as apiKeys } from './accounts/api-keys/texts.ts'
import { texts as auth } from './accounts/auth/texts.ts'
import { texts as passwordResets } from './accounts/password-resets/texts.ts'
import { texts as secondFactor } from './accounts/second-factor/texts.ts'
import { texts as team } from './accounts/team/texts.ts'
import { texts as users } from './accounts/users/texts.ts'
import { texts as channelBookings } from './channels/channel-bookings/texts.ts'
import { texts as channelManager } from './channels/channel-manager/texts.ts'
import { texts as pricing } from './homes/pricing/texts.ts'
import { texts as properties } from './homes/properties/texts.ts'
import { texts as rates } from './homes/rates/texts.ts'
import { texts as search } from './homes/search/texts.ts'
import { texts as sellers } from './homes/sellers/texts.ts'
import { texts as taxes } from './homes/taxes/texts.ts'
import { texts as imports } from './integrations/imports/texts.ts'
import { texts as webhookEndpoints } from './integrations/webhook-endpoints/texts.ts'
import { texts as payments } from './money/payments/texts.ts'
import { texts as stripe } from './money/stripe/texts.ts'
import { texts as privacy } from './operations/privacy/texts.ts'
import { contribute } from './platform/locales/contributed.ts'
import { texts as arrival } from './stays/arrival/texts.ts'
import { texts as calendars } from './stays/calendars/texts.ts'
import { texts as messageTemplates } from './stays/message-templates/texts.ts'
import { texts as messages } from './stays/messages/texts.ts'
import { texts as refunds } from './stays/refunds/texts.ts'
import { texts as reservations } from './stays/reservations/texts.ts'
import { texts as reviews } from './stays/reviews/texts.ts'
import { texts as settlement } from './stays/settlement/texts.ts'
import { texts as stayMessages } from './stays/stay-messages/texts.ts'
import { texts as stayPage } from './stays/stay-page/texts.ts'
import { texts as tasks } from './stays/tasks/texts.ts'
import { texts as travellers } from './stays/travellers/texts.ts'

/** The texts of all modules, before anything names them. */
// biome-ignore format: a table of contents
const all = {
  apiKeys, auth, passwordResets, secondFactor, team, users, channelBookings, channelManager, pricing, properties, rates, search, sellers, taxes, imports, webhookEndpoints, payments, stripe, privacy, arrival, calendars, messageTemplates, messages, refunds, reservations, reviews, settlement, stayMessages, stayPage, tasks, travellers,
}
contribute(all)

type All = typeof all

declare module './platform/locales/contributed.ts' {
  interface Contributed extends All {}
}
