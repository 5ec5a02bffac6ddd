/**
 * Which demo account an operation's example is of, where it is not the guest's: `x-demo-account` of the document, so that who tries
 * it knows as whom to sign in (src/dev/demo/data.ts has their addresses).
 */
type DemoAccount = 'guest' | 'owner' | 'support' | 'admin'

const OTHERS: Record<Exclude<DemoAccount, 'guest'>, readonly string[]> = {
  owner: [
    ...['listOwnProperties', 'createProperty', 'updateProperty', 'deleteProperty'],
    ...['addPropertyPhoto', 'updatePropertyPhoto', 'deletePropertyPhoto'],
    ...['listTeam', 'inviteTeamMember', 'updateTeamMember', 'deleteTeamMember'],
    ...['updateCalendar', 'closeDates', 'deleteClosures', 'deleteClosure'],
    ...['getSharedCalendar', 'rotateCalendarAddress', 'addCalendarFeed', 'deleteCalendarFeed', 'importCalendarFeed'],
    ...['createSeason', 'updateSeason', 'patchSeason', 'deleteSeason'],
    ...['addSupplement', 'deleteSupplement', 'followOwnerMove', 'moveReservation', 'replyToComment'],
    ...['listWebhooks', 'listWebhooksOfHome', 'createWebhook', 'updateWebhook', 'deleteWebhook', 'testWebhook'],
    ...['listEvents', 'listWebhookEndpoints', 'createWebhookEndpoint', 'getWebhookEndpoint', 'updateWebhookEndpoint'],
    ...['deleteWebhookEndpoint', 'rotateWebhookSecret', 'testWebhookEndpoint', 'listWebhookDeliveries'],
    ...['replayWebhookDelivery', 'replayWebhookEvents', 'listApiKeys', 'createApiKey', 'updateApiKey', 'deleteApiKey'],
    ...['mirrorReservations', 'mirrorPayments', 'mirrorInvoices', 'mirrorCalendars', 'mirrorProperties'],
    ...['createExportAddress', 'exportReservations', 'exportPayments', 'exportCalendarDays'],
    ...['importProperties', 'importCalendar'],
    ...['listInboundNotifications', 'tellGuestOfCancellation', 'tellGuestOfMessage'],
  ],
  support: ['refundPayment', 'hideComment', 'showComment', 'listConversationReports', 'readReportedConversation'],
  admin: ['getCityTax', 'setCityTax', 'createPolicy', 'updatePolicy', 'deletePolicy'],
}

const BY_NAME = new Map(
  Object.entries(OTHERS).flatMap(([account, names]) => names.map((name) => [name, account] as const)),
)

/** Public operations whose example shows more with a token. */
const BETTER_WITH_TOKEN = ['showReservationConfirmation']

/** The demo account of an operation's example; undefined: it needs none. Pure. */
export function demoAccountOf(operationId: string, security: readonly object[] = []): string | undefined {
  const needsToken = security.some((way) => 'bearer' in way) && !security.some((way) => Object.keys(way).length === 0)
  return needsToken || BETTER_WITH_TOKEN.includes(operationId) ? (BY_NAME.get(operationId) ?? 'guest') : undefined
}
