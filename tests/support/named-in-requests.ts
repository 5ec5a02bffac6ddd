import { inDays, PARIS, type TestUser } from './app.ts'
import { stay } from './booking.ts'
import { SEASON, type World } from './world.ts'

/** Requests about something that exists, for the tests that ask for it as somebody who may not see it. */

const FILE = new Blob(['not read'], { type: 'image/png' })

/** True if a request has the identifiers of what exists, or those of nothing. */
export type Pick = <Id extends number | string>(id: Id) => Id

export interface Row {
  /** The request about something that a stranger may not see. */
  path: (ids: World, pick: Pick) => string
  body?: (ids: World, pick: Pick) => object
  /** Answer to a stranger, by default 404. */
  stranger?: number
  /** Caller who may see it and not do this, and is answered 403; `path`: the request about what they see. */
  seen?: { by: (ids: World) => TestUser; path?: (ids: World) => string }
}

const home = (rest: string, body: object = {}): Row => ({
  path: ({ draft }, pick) => `/properties/${pick(draft)}${rest}`,
  body: () => body,
  seen: { by: ({ stranger }) => stranger, path: (ids) => `/properties/${ids.home}${rest}` },
})
const calendar = (rest: (ids: World) => string, body: object = {}): Row => ({
  path: (ids, pick) => `/calendars/properties/${pick(ids.draft)}${rest(ids)}`,
  body: () => body,
  seen: { by: ({ stranger }) => stranger, path: (ids) => `/calendars/properties/${ids.home}${rest(ids)}` },
})
const webhook = (rest: string): Row => ({
  path: ({ draft }, pick) => `/webhook/${pick(draft)}/${rest}`,
  seen: { by: ({ stranger }) => stranger, path: (ids) => `/webhook/${ids.home}/${rest}` },
})
const booking = (rest: string, body: object = {}, by?: (ids: World) => TestUser): Row => ({
  path: ({ reservation }, pick) => `/reservations/${pick(reservation)}${rest}`,
  body: () => body,
  ...(by && { seen: { by } }),
})
const move: Row = {
  path: ({ reservation }, pick) => `//reservations/change-status-reservation-by-proprio/${pick(reservation)}/cancelled`,
  seen: { by: ({ guest }) => guest },
}
const season = (body: object = {}): Row => ({
  path: ({ draftSeason }, pick) => `/seasons-test/${pick(draftSeason)}`,
  body: () => body,
  seen: { by: ({ stranger }) => stranger, path: ({ season: id }) => `/seasons-test/${id}` },
})
const review = (rest: string, body: object = {}): Row => ({
  path: ({ hiddenComment }, pick) => `/comments/${pick(hiddenComment)}${rest}`,
  body: () => body,
  seen: { by: ({ stranger }) => stranger, path: ({ comment }) => `/comments/${comment}${rest}` },
})
const endpoint = (rest: string, body: object = {}): Row => ({
  path: ({ endpoint: id }, pick) => `/webhook-endpoints/${pick(id)}${rest}`,
  body: () => body,
})
const task = (rest: (ids: World) => string, body: object = {}): Row => ({
  path: (ids, pick) => `/tasks/${pick(ids.task)}${rest(ids)}`,
  body: () => body,
})
const staffOnly = (path: Row['path'], body: object = {}): Row => ({ path, body: () => body, stranger: 403 })
const person = (rest: string, body: object = {}): Row => ({
  path: ({ loner }, pick) => `/messages/${pick(loner.id)}${rest}`,
  body: () => body,
})

/** Every operation that names something which not everybody may see. */
export const OWN_ROWS: Record<string, Row> = {
  'PUT /properties/{id}': home('', { title: 'x' }),
  'DELETE /properties/{id}': home(''),
  'POST /properties/{id}/photos': home('/photos', { photo: FILE }),
  'PUT /properties/{id}/photos/{photo_id}': home('/photos/1', { alt: 'x' }),
  'DELETE /properties/{id}/photos/{photo_id}': home('/photos/1'),
  'GET /properties/{id}/arrival': home('/arrival'),
  'PUT /properties/{id}/arrival': home('/arrival'),
  'POST /properties/{id}/arrival/pictures': home('/arrival/pictures', { picture: FILE }),
  'DELETE /properties/{id}/arrival/pictures/{picture_id}': home('/arrival/pictures/1'),
  'PATCH /reservations/{id}/arrival': booking('/arrival', { access: 'automatic' }, ({ guest }) => guest),
  'PUT /reservations/{id}/access-code': booking('/access-code', { code: 'x' }, ({ guest }) => guest),
  'DELETE /reservations/{id}/access-code': booking('/access-code', undefined, ({ guest }) => guest),
  'POST /properties/{property_id}/reservations': home('/reservations', {
    check_in: inDays(240),
    check_out: inDays(243),
    guest: { name: 'Ada' },
  }),
  'POST /team': {
    path: () => '/team',
    body: ({ draft }, pick) => ({ email: 'ana@example.org', role: 'desk', property_ids: [pick(draft)] }),
    stranger: 400,
  },
  'PATCH /team/{id}': { path: ({ member }, pick) => `/team/${pick(member)}`, body: () => ({ role: 'desk' }) },
  'POST /properties/{id}/favorite': {
    path: ({ draft }, pick) => `/properties/${pick(draft)}/favorite`,
    seen: { by: ({ owner }) => owner },
  },
  'POST /properties/{id}/comments': home('/comments', { rating: 5, content: 'x' }),
  'POST /calendars/properties/{property_id}/bulk': calendar(() => '/bulk', {
    action: 'block',
    start_date: inDays(1),
    end_date: inDays(2),
  }),
  'POST /calendars/properties/{property_id}/close': calendar(() => '/close', {
    start_date: inDays(1),
    end_date: inDays(2),
  }),
  'DELETE /calendars/properties/{property_id}/close': calendar(() => `/close?from=${inDays(1)}&to=${inDays(2)}`),
  'DELETE /calendars/properties/{property_id}/close/{block_id}': calendar(({ closure }) => `/close/${closure}`),
  'POST /calendars/properties/{property_id}/owner-stays': calendar(() => '/owner-stays', {
    start_date: inDays(7),
    end_date: inDays(8),
    name: 'x',
    guests: 1,
  }),
  'DELETE /calendars/properties/{property_id}/owner-stays/{block_id}': calendar(
    ({ ownerStay }) => `/owner-stays/${ownerStay}`,
  ),
  'GET /calendars/properties/{property_id}/ical': calendar(() => '/ical'),
  'POST /calendars/properties/{property_id}/ical/token': calendar(() => '/ical/token'),
  'POST /calendars/properties/{property_id}/ical/feeds': calendar(() => '/ical/feeds', {
    name: 'x',
    url: 'https://calendar.example/x.ics',
  }),
  'PATCH /calendars/properties/{property_id}/ical/feeds/{feed_id}': calendar(() => '/ical/feeds/1', { stays: true }),
  'DELETE /calendars/properties/{property_id}/ical/feeds/{feed_id}': calendar(() => '/ical/feeds/1'),
  'POST /calendars/properties/{property_id}/ical/feeds/{feed_id}/import': calendar(() => '/ical/feeds/1/import'),
  'GET /calendars/properties/{property_id}/conflicts': calendar(() => '/conflicts'),
  'POST /calendars/properties/{property_id}/conflicts/{conflict_id}/dismiss': calendar(() => '/conflicts/1/dismiss', {
    reason: 'x',
  }),
  'GET /calendars/properties/{property_id}/ical/feeds/{feed_id}/events': calendar(() => '/ical/feeds/1/events'),
  'POST /calendars/properties/{property_id}/ical/feeds/{feed_id}/stays': calendar(() => '/ical/feeds/1/stays', {
    check_in: inDays(1),
    check_out: inDays(2),
    guest: { name: 'x' },
  }),
  'GET /seasons-test/{id}': { path: ({ draftSeason }, pick) => `/seasons-test/${pick(draftSeason)}` },
  // Neither the dates of the season nor a home that it could go to is in the answer.
  'PUT /seasons-test/{id}': season({ season_start_date: inDays(300) }),
  'PATCH /seasons-test/{id}': season({ season_end_date: inDays(0) }),
  'DELETE /seasons-test/{id}': season(),
  'POST /seasons-test': {
    path: () => '/seasons-test',
    body: ({ draft }, pick) => ({ ...SEASON, property_id: pick(draft) }),
    stranger: 400,
  },
  'GET /webhook/{propertyUuid}/show': webhook('show'),
  'POST /webhook/{propertyUuid}/create': webhook('create'),
  'POST /webhook/{propertyUuid}/create-test': webhook('create-test'),
  'PUT /webhook/{webhookUuid}/{propertyUuid}/update': {
    path: ({ subscription, draft }, pick) => `/webhook/${subscription}/${pick(draft)}/update`,
    seen: {
      by: ({ stranger }) => stranger,
      path: (ids) => `/webhook/${ids.subscription}/${ids.home}/update`,
    },
  },
  'DELETE /webhook/{webhookUuid}/delete': {
    path: ({ subscription }, pick) => `/webhook/${pick(subscription)}/delete`,
  },
  'DELETE /channel-properties/{remote_property_id}': staffOnly(
    ({ channelProperty }, pick) => `/channel-properties/${pick(channelProperty)}`,
  ),
  'POST /reservations': {
    path: () => '/reservations',
    body: ({ draft }, pick) => stay(pick(draft)),
    seen: { by: ({ owner }) => owner },
  },
  'POST /quotes': { path: () => '/quotes', body: ({ draft }, pick) => stay(pick(draft)) },
  'PUT /reservations/{id}/guests': booking('/guests', { travellers: [] }),
  'PATCH /reservations/{id}': booking('', { note: 'x' }, ({ guest }) => guest),
  'POST /reservations/{id}/cancel': booking('/cancel', { refund: 'all' }),
  'POST /reservations/{id}/change': booking('/change', { reason: 'x' }),
  'POST /reservations/{id}/change-requests': booking('/change-requests', { adults: 1 }, ({ owner }) => owner),
  'POST /reservations/{id}/messages': booking('/messages', { content: 'x', source: 'note' }),
  'POST /reservations/{id}/messages/answered': booking('/messages/answered', { message_id: 1 }),
  'POST /reservations/{id}/messages/read': booking('/messages/read', {}),
  'POST /reservations/{id}/change-requests/{request_id}/decline': {
    path: ({ reservation, changeRequest }, pick) =>
      `/reservations/${pick(reservation)}/change-requests/${pick(changeRequest)}/decline`,
    seen: { by: ({ guest }) => guest },
  },
  'DELETE /reservations/{id}/change-requests/{request_id}': {
    path: ({ reservation, changeRequest }, pick) =>
      `/reservations/${pick(reservation)}/change-requests/${pick(changeRequest)}`,
    seen: { by: ({ owner }) => owner },
  },
  'POST /reservations/{id}/refund': booking('/refund', { amount: 1, reason: 'x' }),
  'GET /reservations/{id}/payments': booking('/payments', undefined, ({ guest }) => guest),
  'POST /reservations/{id}/payments': booking(
    '/payments',
    { amount: 1, method: 'cash', received_on: inDays(0) },
    ({ guest }) => guest,
  ),
  'PUT /properties/{id}/contract': home('/contract', { texts: {} }),
  'DELETE /reservations/{id}/payments/{payment_id}': {
    path: ({ reservation, payment }, pick) => `/reservations/${pick(reservation)}/payments/${pick(payment)}`,
    seen: { by: ({ guest }) => guest },
  },
  'POST /reservations/{id}/supplements': booking('/supplements', { label: 'x', amount: 1 }, ({ guest }) => guest),
  'DELETE /reservations/{id}/supplements/{supplement_id}': {
    path: ({ reservation, supplement }, pick) => `/reservations/${pick(reservation)}/supplements/${pick(supplement)}`,
    seen: { by: ({ guest }) => guest },
  },
  'POST /reservations/{id}/invoice': {
    path: ({ reservation }, pick) => `//reservations/${pick(reservation)}/invoice`,
  },
  'GET /reservations/change-status-reservation-by-proprio/{reservation_id}/{status}': move,
  'POST /reservations/change-status-reservation-by-proprio/{reservation_id}/{status}': move,
  'POST /payments/{id}/refund': staffOnly(({ payment }, pick) => `/payments/${pick(payment)}/refund`, {
    amount: 1,
    reason: 'x',
  }),
  'POST /booking_canceled_to_guest_notification/{payment_id}': {
    path: ({ payment }, pick) => `/booking_canceled_to_guest_notification/${pick(payment)}`,
    seen: { by: ({ guest }) => guest },
  },
  'POST /new_message_from_traveler/{message_id}': {
    path: ({ message }, pick) => `/new_message_from_traveler/${pick(message)}`,
    seen: { by: ({ owner }) => owner },
  },
  'POST /owner_message_to_traveler_notification/{message_id}/{sender_id}': {
    path: ({ message, guest }, pick) => `/owner_message_to_traveler_notification/${pick(message)}/${guest.id}`,
    seen: { by: ({ owner }) => owner },
  },
  'POST /new_message_from_traveler_comment_notification/{comment_id}': {
    path: ({ hiddenComment }, pick) => `/new_message_from_traveler_comment_notification/${pick(hiddenComment)}`,
    seen: {
      by: ({ stranger }) => stranger,
      path: ({ comment }) => `/new_message_from_traveler_comment_notification/${comment}`,
    },
  },
  'PUT /comments/{id}': review('', { content: 'x' }),
  'POST /comments/{id}/reply': review('/reply', { content: 'x' }),
  'POST /comments/{id}/hide': staffOnly(({ hiddenComment }, pick) => `/comments/${pick(hiddenComment)}/hide`, {
    reason: 'x',
  }),
  'POST /comments/{id}/show': staffOnly(({ hiddenComment }, pick) => `/comments/${pick(hiddenComment)}/show`, {
    reason: 'x',
  }),
  'POST /messages': {
    path: () => '/messages',
    body: ({ loner }, pick) => ({ receiver_id: pick(loner.id), content: 'x' }),
    stranger: 403,
  },
  'POST /messages/{user_id}/answered': person('/answered', { message_id: 1 }),
  'POST /messages/{user_id}/report': person('/report', { reason: 'x' }),
  'GET /messages/attachments/{message_id}': {
    path: ({ message }, pick) => `/messages/attachments/${pick(message)}`,
  },
  'GET /messages/reports/{id}': staffOnly(({ report }, pick) => `/messages/reports/${pick(report)}`),
  'POST /message-templates/{id}/preview': {
    path: ({ template }, pick) => `/message-templates/${pick(template)}/preview`,
    body: ({ reservation }) => ({ reservation_id: reservation }),
  },
  'POST /tasks': {
    path: () => '/tasks',
    body: ({ draft }, pick) => ({ property_id: pick(draft), day: inDays(3), kind: 'other' }),
  },
  'PATCH /tasks/{id}': task(() => '', { done: true }),
  'POST /tasks/{id}/pictures': task(() => '/pictures', { picture: FILE }),
  'GET /tasks/{id}/pictures/{picture_id}': task(({ taskPicture }) => `/pictures/${taskPicture}`),
  'DELETE /tasks/{id}/pictures/{picture_id}': task(({ taskPicture }) => `/pictures/${taskPicture}`),
  'PATCH /webhook-endpoints/{id}': endpoint('', { enabled: false }),
  'POST /webhook-endpoints/{id}/replay': endpoint('/replay', { after: 'latest' }),
  'DELETE /auth/second-factor/passkeys/{id}': {
    path: ({ passkey }, pick) => `/auth/second-factor/passkeys/${pick(passkey)}`,
    // Nothing is answered before authentication.
    stranger: 400,
  },
  'PATCH /user-payment-methods/{id}': {
    path: ({ card }, pick) => `/user-payment-methods/${pick(card)}`,
    body: () => ({ is_default: true }),
  },
  'GET /policies/show_policy_by_id/{policy_id}': {
    path: ({ policy }, pick) => `/policies/show_policy_by_id/${pick(policy)}`,
  },
  'POST /user/policies/accept/{policyId}': { path: ({ policy }, pick) => `/user/policies/accept/${pick(policy)}` },
  'POST /policies/update/{policy_id}': staffOnly(({ policy }, pick) => `/policies/update/${pick(policy)}`),
  'DELETE /policies/delete/{policy_id}': staffOnly(({ policy }, pick) => `/policies/delete/${pick(policy)}`),
  'GET /cities/{id}/tax': { path: () => '/cities/1/tax', stranger: 403 },
  'PUT /cities/{id}/tax': staffOnly((_ids, pick) => `/cities/${pick(PARIS)}/tax`, { per_adult_night: 1 }),
}

/** The first thing that a path names, by the beginning of the path. */
const NAMED: Record<string, (ids: World) => number | string> = {
  '/api-keys/{id}': ({ apiKey }) => apiKey,
  '/archive/history/{id}': ({ historyEntry }) => historyEntry,
  '/auth/sessions/{id}': ({ session }) => session,
  '/calendars/properties/{property_id}': ({ draft }) => draft,
  '/message-templates/{id}': ({ template }) => template,
  '/messages/{user_id}': ({ loner }) => loner.id,
  '/notifications/{id}': ({ notification }) => notification,
  '/payment_status_notification/{payment_id}': ({ payment }) => payment,
  '/properties/{id}': ({ draft }) => draft,
  '/reservations/{id}': ({ reservation }) => reservation,
  '/sellers/{id}': ({ seller }) => seller,
  '/tasks/{id}': ({ task: id }) => id,
  '/team/{id}': ({ member }) => member,
  '/user-payment-methods/{id}': ({ card }) => card,
  '/webhook-endpoints/{id}': ({ endpoint: id }) => id,
}

/** The row of an operation: its own, or one without a body of what its path begins with; undefined if that is not known here. */
export function rowOf(name: string): Row | undefined {
  const path = name.slice(name.indexOf(' ') + 1)
  const start = Object.keys(NAMED).find((one) => path === one || path.startsWith(`${one}/`)) ?? ''
  const id = NAMED[start]
  if (OWN_ROWS[name] || !id || PUBLIC.has(name)) return OWN_ROWS[name]
  const rest = path.slice(start.length).replaceAll(/\{\w+\}/g, '1')
  return { path: (ids, pick) => `${start.replace(/\{\w+\}/, String(pick(id(ids))))}${rest}` }
}

/** Operations with a token that name what everybody may see, or what only a secret names. */
export const PUBLIC = new Set([
  'GET /user/policies/check/{type}',
  // The page names nobody and looks nothing up.
  'GET /reservations/{id}/confirmation',
  'GET /team/invitations/{key}',
  'POST /team/invitations/{key}/accept',
])
