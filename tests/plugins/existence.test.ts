import { describe, expect } from 'vitest'
import { z } from 'zod'
import { inDays, PARIS, type TestApp, type TestUser, test } from '../support/app.ts'
import { stay } from '../support/booking.ts'
import { subscribe } from '../support/channels.ts'
import { reserved } from '../support/payments.ts'
import { pastStay } from '../support/stays.ts'

/** Numbers and identifiers of nothing. */
const NO_NUMBER = 2_000_000_000
const NO_UUID = '01980000-0000-7000-8000-000000000000'
const FILE = new Blob(['not read'], { type: 'image/png' })

type Ids = Awaited<ReturnType<typeof world>>

/** Whether a request has the identifiers of what exists, or those of nothing. */
type Pick = <Id extends number | string>(id: Id) => Id

interface Row {
  /** The request about something that a stranger may not see. */
  path: (ids: Ids, pick: Pick) => string
  body?: (ids: Ids, pick: Pick) => object
  /** What a stranger is answered, by default 404. */
  stranger?: number
  /** Who may see it and not do this, and is answered 403; `path`: the request about what they see. */
  seen?: { by: (ids: Ids) => TestUser; path?: (ids: Ids) => string }
}

const home = (rest: string, body: object = {}): Row => ({
  path: ({ draft }, pick) => `/properties/${pick(draft)}${rest}`,
  body: () => body,
  seen: { by: ({ stranger }) => stranger, path: (ids) => `/properties/${ids.home}${rest}` },
})
const calendar = (rest: (ids: Ids) => string, body: object = {}): Row => ({
  path: (ids, pick) => `/calendars/properties/${pick(ids.draft)}${rest(ids)}`,
  body: () => body,
  seen: { by: ({ stranger }) => stranger, path: (ids) => `/calendars/properties/${ids.home}${rest(ids)}` },
})
const webhook = (rest: string): Row => ({
  path: ({ draft }, pick) => `/webhook/${pick(draft)}/${rest}`,
  seen: { by: ({ stranger }) => stranger, path: (ids) => `/webhook/${ids.home}/${rest}` },
})
const booking = (rest: string, body: object = {}, by?: (ids: Ids) => TestUser): Row => ({
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
const staffOnly = (path: Row['path'], body: object = {}): Row => ({ path, body: () => body, stranger: 403 })
const person = (rest: string, body: object = {}): Row => ({
  path: ({ loner }, pick) => `/messages/${pick(loner.id)}${rest}`,
  body: () => body,
})

const SEASON = {
  season_libelle: 'x',
  season_start_date: inDays(1),
  season_end_date: inDays(2),
  season_reduction_percent: 1,
}

/** Every operation that names something which not everybody may see. */
const ROWS: Record<string, Row> = {
  'GET /properties/{id}': { path: ({ draft }, pick) => `/properties/${pick(draft)}` },
  'PUT /properties/{id}': home('', { title: 'x' }),
  'DELETE /properties/{id}': home(''),
  'POST /properties/{id}/photos': home('/photos', { photo: FILE }),
  'PUT /properties/{id}/photos/{photo_id}': home('/photos/1', { alt: 'x' }),
  'DELETE /properties/{id}/photos/{photo_id}': home('/photos/1'),
  'POST /properties/{id}/favorite': {
    path: ({ draft }, pick) => `/properties/${pick(draft)}/favorite`,
    seen: { by: ({ owner }) => owner },
  },
  'GET /properties/{id}/comments': { path: ({ draft }, pick) => `/properties/${pick(draft)}/comments` },
  'POST /properties/{id}/comments': home('/comments', { rating: 5, content: 'x' }),
  'GET /calendars/properties/{property_id}/availability': {
    path: ({ draft }, pick) => `/calendars/properties/${pick(draft)}/availability`,
  },
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
  'GET /calendars/properties/{property_id}/ical': calendar(() => '/ical'),
  'POST /calendars/properties/{property_id}/ical/token': calendar(() => '/ical/token'),
  'POST /calendars/properties/{property_id}/ical/feeds': calendar(() => '/ical/feeds', {
    name: 'x',
    url: 'https://calendar.example/x.ics',
  }),
  'DELETE /calendars/properties/{property_id}/ical/feeds/{feed_id}': calendar(() => '/ical/feeds/1'),
  'POST /calendars/properties/{property_id}/ical/feeds/{feed_id}/import': calendar(() => '/ical/feeds/1/import'),
  'GET /seasons-test/{id}': { path: ({ draftSeason }, pick) => `/seasons-test/${pick(draftSeason)}` },
  // Neither the dates of the season nor a home that it could go to is told.
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
  'POST /reservations': {
    path: () => '/reservations',
    body: ({ draft }, pick) => stay(pick(draft)),
    seen: { by: ({ owner }) => owner },
  },
  'POST /quotes': { path: () => '/quotes', body: ({ draft }, pick) => stay(pick(draft)) },
  'GET /reservations/{id}': booking(''),
  'POST /reservations/{id}/cancel': booking('/cancel', {}, ({ owner }) => owner),
  'GET /reservations/{id}/supplements': booking('/supplements'),
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
  'POST /payment_status_notification/{payment_id}': {
    path: ({ payment }, pick) => `/payment_status_notification/${pick(payment)}`,
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
  'GET /messages/{user_id}': person(''),
  'POST /messages/{user_id}/read': person('/read'),
  'POST /messages/{user_id}/typing': person('/typing'),
  'POST /messages/{user_id}/block': person('/block'),
  'DELETE /messages/{user_id}/block': person('/block'),
  'POST /messages/{user_id}/report': person('/report', { reason: 'x' }),
  'GET /messages/attachments/{message_id}': {
    path: ({ message }, pick) => `/messages/attachments/${pick(message)}`,
  },
  'GET /messages/reports/{id}': staffOnly(({ report }, pick) => `/messages/reports/${pick(report)}`),
  'POST /notifications/{id}/read': {
    path: ({ notification }, pick) => `/notifications/${pick(notification)}/read`,
  },
  'DELETE /notifications/{id}': { path: ({ notification }, pick) => `/notifications/${pick(notification)}` },
  'DELETE /user-payment-methods/{id}': { path: ({ card }, pick) => `/user-payment-methods/${pick(card)}` },
  'GET /policies/show_policy_by_id/{policy_id}': {
    path: ({ policy }, pick) => `/policies/show_policy_by_id/${pick(policy)}`,
  },
  'POST /user/policies/accept/{policyId}': { path: ({ policy }, pick) => `/user/policies/accept/${pick(policy)}` },
  'POST /policies/update/{policy_id}': staffOnly(({ policy }, pick) => `/policies/update/${pick(policy)}`),
  'DELETE /policies/delete/{policy_id}': staffOnly(({ policy }, pick) => `/policies/delete/${pick(policy)}`),
  'GET /cities/{id}/tax': { path: () => '/cities/1/tax', stranger: 403 },
  'PUT /cities/{id}/tax': staffOnly((_ids, pick) => `/cities/${pick(PARIS)}/tax`, { per_adult_night: 1 }),
}

/** Operations that name what everybody may see, or what only a secret names. */
const PUBLIC = new Set([
  'GET /get-cities/{country_id}',
  'GET /get-neighborhoods/{city_id}',
  'GET /policies/type/{type}',
  'GET /user/policies/check/{type}',
  // The page names nobody and looks nothing up.
  'GET /reservations/{id}/confirmation',
  'GET /calendars/properties/{property_id}/ical/{token}.ics',
  'GET /invoices/{key}',
  'GET /invoices/{key}.pdf',
  'GET /pay/{key}',
  'POST /pay/{key}',
])

const idOf = (rows: readonly { id: number }[]): number => rows[0]?.id ?? 0

/** Something of each kind, and people who have nothing to do with it. */
async function world(t: TestApp) {
  const { owner, guest, home, id: reservation, url } = await reserved(t)
  await t.deliver(t.pay(url))
  const draft = await t.home(owner, { status: 'draft' })
  const stranger = await t.user({ locale: 'en' })
  const seasonOf = async (property_id: string) =>
    Number((await t.call('POST', '/seasons-test', { ...SEASON, property_id }, owner)).body.data.id)
  const supplement = (
    await t.call('POST', `/reservations/${reservation}/supplements`, { label: 'x', amount: 1 }, owner)
  ).body.data.id
  const message = (await t.call('POST', '/messages', { receiver_id: owner.id, content: 'x' }, guest)).body.data.id
  await t.call('POST', `/messages/${owner.id}/report`, { reason: 'x' }, guest)
  const commentOn = async () => {
    await pastStay(t, home, guest)
    const answer = await t.call('POST', `/properties/${home}/comments`, { rating: 5, content: 'x' }, guest)
    return Number(answer.body.data.id)
  }
  const [comment, hiddenComment] = [await commentOn(), await commentOn()]
  await t.db`update comments set hidden_at = now() where id = ${hiddenComment}`
  const range = { start_date: inDays(3), end_date: inDays(4) }
  const closure = (await t.call('POST', `/calendars/properties/${draft}/close`, range, owner)).body.data.id
  await t.db`insert into customers (user_id, customer_id) values (${guest.id}, 'cus_x')`
  return {
    owner,
    guest,
    stranger,
    loner: await t.user(),
    home,
    draft,
    reservation,
    supplement: Number(supplement),
    message: Number(message),
    comment,
    hiddenComment,
    closure: Number(closure),
    season: await seasonOf(home),
    draftSeason: await seasonOf(draft),
    subscription: (await subscribe(t, owner, draft)).id,
    payment: idOf(await t.db<{ id: number }[]>`select id from payments order by id`),
    report: idOf(await t.db<{ id: number }[]>`select id from conversation_reports`),
    notification: idOf(await t.db<{ id: number }[]>`select id from notifications where user_id = ${guest.id}`),
    card: idOf(
      await t.db<{ id: number }[]>`
        insert into payment_methods (user_id, method_id, type, brand, last4, exp_month, exp_year, is_default)
        values (${guest.id}, 'pm_x', 'card', 'visa', '4242', 12, 2099, true) returning id`,
    ),
    policy: idOf(
      await t.db<{ id: number }[]>`
        insert into policies (type, title, locale, version, content, is_mandatory, status)
        values ('terms', 'x', 'fr', 1, 'x', false, 'draft') returning id`,
    ),
  }
}

const asIs: Pick = (id) => id
const none: Pick = <Id extends number | string>(id: Id) =>
  (typeof id === 'string' && id.includes('-') ? NO_UUID : NO_NUMBER) as Id

async function ask(t: TestApp, operation: string, path: string, user: TestUser, body: object) {
  const [method = ''] = operation.split(' ')
  const values: [string, unknown][] = Object.entries(body)
  const fields = Object.fromEntries(values.filter((entry): entry is [string, Blob] => entry[1] instanceof Blob))
  const isForm = Object.keys(fields).length > 0
  const answer = isForm
    ? await t.form(path, fields, { token: user.token })
    : await t.call(method, path, ['GET', 'DELETE'].includes(method) ? undefined : body, user)
  return { status: answer.status, body: answer.body }
}

describe('what is not yours', () => {
  test('is told apart from what does not exist by no operation', async ({ t }) => {
    const ids = await world(t)
    const different: Record<string, unknown> = {}
    for (const [operation, { path, body, stranger = 404 }] of Object.entries(ROWS)) {
      const about = (pick: Pick) => ask(t, operation, path(ids, pick), ids.stranger, body?.(ids, pick) ?? {})
      const [hidden, absent] = [await about(asIs), await about(none)]
      const isSame = JSON.stringify(hidden) === JSON.stringify(absent) && hidden.status === stranger
      if (!isSame) different[operation] = { hidden, absent }
    }
    expect(different).toEqual({})
  })

  test('and may be seen is 403', async ({ t }) => {
    const ids = await world(t)
    const others: Record<string, unknown> = {}
    for (const [operation, { path, body, seen }] of Object.entries(ROWS)) {
      if (!seen) continue
      const { status } = await ask(
        t,
        operation,
        seen.path?.(ids) ?? path(ids, asIs),
        seen.by(ids),
        body?.(ids, asIs) ?? {},
      )
      if (status !== 403) others[operation] = status
    }
    expect(others).toEqual({})
  })

  test('is looked at for every operation with something in its path', async ({ t }) => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse((await t.call('GET', '//openapi.json')).body)
    const named = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
      )
      .filter((operation) => operation.includes('{') && !operation.startsWith('HEAD '))
    expect(named.filter((operation) => !(operation in ROWS) && !PUBLIC.has(operation))).toEqual([])
    const known = new Set([...named, 'POST /seasons-test', 'POST /reservations', 'POST /quotes', 'POST /messages'])
    expect([...Object.keys(ROWS), ...PUBLIC].filter((operation) => !known.has(operation))).toEqual([])
  })
})
