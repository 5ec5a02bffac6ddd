import { z } from 'zod'
import { type EarlierNames, numbersOf, type Values } from '../../platform/lib/environment.ts'

/** Limits of an account, at once, in total and within a day or minute (docs/configuration.md, "Quotas"), each with its default. */
const QUOTAS = {
  /** Unpaid holds and unanswered inquiries of a guest at once. */
  holdsPerGuest: 5,
  inquiriesPerGuest: 10,
  homesPerAccount: 1_000,
  sellersPerAccount: 200,
  feedsPerAccount: 2_000,
  subscriptionsPerAccount: 2_000,
  webhookEndpointsPerAccount: 20,
  webhookDeliveriesWaiting: 10_000,
  webhookReplaysPerDay: 5,
  apiKeysPerAccount: 50,
  teamSize: 200,
  invitationsPerDay: 50,
  passkeysPerAccount: 20,
  favoritesPerAccount: 1_000,
  paymentMethodsPerAccount: 50,
  seasonsPerHome: 200,
  closuresPerHome: 2_000,
  registrationsPerDay: 200,
  reservationsPerDay: 100,
  holdsPerAccount: 50,
  handBookingsPerDay: 200,
  importedStaysPerDay: 10_000,
  changeRequestsPerDay: 20,
  guestMailsPerDay: 500,
  templatesPerAccount: 50,
  tasksPerAccount: 10_000,
  tasksPerDay: 1_000,
  quotesPerDay: 5_000,
  picturesPerDay: 2_000,
  attachmentMegabytesPerDay: 500,
  /** Events of one subscription. */
  channelEventsPerMinute: 120,
  /** Calls about availability, and as many about prices and rules, for each home of the channel manager. */
  channelManagerCallsPerMinute: 10,
}

export type Quotas = typeof QUOTAS

export const quotaVariables = { LIMITS: numbersOf(QUOTAS, z.int().min(1)) }

/** Until 0.4 each limit was a variable: `holdsPerGuest` was `HOLDS_PER_GUEST`. */
export const earlierQuotas: EarlierNames = Object.fromEntries(
  Object.keys(QUOTAS).map((name) => [name.replaceAll(/[A-Z]/g, '_$&').toUpperCase(), name]),
)

export interface QuotaConfig {
  quotas: Quotas
}

export const quotaConfig = (e: Values<typeof quotaVariables>): QuotaConfig => ({ quotas: e.LIMITS })
