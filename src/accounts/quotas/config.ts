import { z } from 'zod'
import { count, type Values } from '../../platform/lib/environment.ts'
import type { Quotas } from './quotas.ts'

export const quotaVariables = {
  HOLDS_PER_GUEST: z.coerce.number().int().min(1).default(5),
  INQUIRIES_PER_GUEST: z.coerce.number().int().min(1).default(10),
  HOMES_PER_ACCOUNT: count(1_000),
  SELLERS_PER_ACCOUNT: count(200),
  FEEDS_PER_ACCOUNT: count(2_000),
  SUBSCRIPTIONS_PER_ACCOUNT: count(2_000),
  WEBHOOK_ENDPOINTS_PER_ACCOUNT: count(20),
  WEBHOOK_DELIVERIES_WAITING: count(10_000),
  WEBHOOK_REPLAYS_PER_DAY: count(5),
  API_KEYS_PER_ACCOUNT: count(50),
  TEAM_SIZE: count(200),
  INVITATIONS_PER_DAY: count(50),
  PASSKEYS_PER_ACCOUNT: count(20),
  FAVORITES_PER_ACCOUNT: count(1_000),
  PAYMENT_METHODS_PER_ACCOUNT: count(50),
  SEASONS_PER_HOME: count(200),
  CLOSURES_PER_HOME: count(2_000),
  REGISTRATIONS_PER_DAY: count(200),
  RESERVATIONS_PER_DAY: count(100),
  HOLDS_PER_ACCOUNT: count(50),
  HAND_BOOKINGS_PER_DAY: count(200),
  IMPORTED_STAYS_PER_DAY: count(10_000),
  CHANGE_REQUESTS_PER_DAY: count(20),
  GUEST_MAILS_PER_DAY: count(500),
  TEMPLATES_PER_ACCOUNT: count(50),
  TASKS_PER_ACCOUNT: count(10_000),
  TASKS_PER_DAY: count(1_000),
  QUOTES_PER_DAY: count(5_000),
  PICTURES_PER_DAY: count(2_000),
  ATTACHMENT_MEGABYTES_PER_DAY: count(500),
}

export interface QuotaConfig {
  /** How many unpaid holds and unanswered inquiries a guest may have. */
  holdsPerGuest: number
  inquiriesPerGuest: number
  quotas: Quotas
}

export const quotaConfig = (e: Values<typeof quotaVariables>): QuotaConfig => ({
  holdsPerGuest: e.HOLDS_PER_GUEST,
  inquiriesPerGuest: e.INQUIRIES_PER_GUEST,
  quotas: {
    homesPerAccount: e.HOMES_PER_ACCOUNT,
    sellersPerAccount: e.SELLERS_PER_ACCOUNT,
    feedsPerAccount: e.FEEDS_PER_ACCOUNT,
    subscriptionsPerAccount: e.SUBSCRIPTIONS_PER_ACCOUNT,
    webhookEndpointsPerAccount: e.WEBHOOK_ENDPOINTS_PER_ACCOUNT,
    webhookDeliveriesWaiting: e.WEBHOOK_DELIVERIES_WAITING,
    webhookReplaysPerDay: e.WEBHOOK_REPLAYS_PER_DAY,
    apiKeysPerAccount: e.API_KEYS_PER_ACCOUNT,
    teamSize: e.TEAM_SIZE,
    invitationsPerDay: e.INVITATIONS_PER_DAY,
    passkeysPerAccount: e.PASSKEYS_PER_ACCOUNT,
    favoritesPerAccount: e.FAVORITES_PER_ACCOUNT,
    paymentMethodsPerAccount: e.PAYMENT_METHODS_PER_ACCOUNT,
    seasonsPerHome: e.SEASONS_PER_HOME,
    closuresPerHome: e.CLOSURES_PER_HOME,
    registrationsPerDay: e.REGISTRATIONS_PER_DAY,
    reservationsPerDay: e.RESERVATIONS_PER_DAY,
    holdsPerAccount: e.HOLDS_PER_ACCOUNT,
    handBookingsPerDay: e.HAND_BOOKINGS_PER_DAY,
    importedStaysPerDay: e.IMPORTED_STAYS_PER_DAY,
    changeRequestsPerDay: e.CHANGE_REQUESTS_PER_DAY,
    guestMailsPerDay: e.GUEST_MAILS_PER_DAY,
    templatesPerAccount: e.TEMPLATES_PER_ACCOUNT,
    tasksPerAccount: e.TASKS_PER_ACCOUNT,
    tasksPerDay: e.TASKS_PER_DAY,
    quotesPerDay: e.QUOTES_PER_DAY,
    picturesPerDay: e.PICTURES_PER_DAY,
    attachmentMegabytesPerDay: e.ATTACHMENT_MEGABYTES_PER_DAY,
  },
})
