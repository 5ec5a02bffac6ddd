import { randomUUID } from 'node:crypto'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'

/** A channel manager that sends events, for tests. */

export const subscribe = async (t: TestApp, user: TestUser, home: string, body: object = {}) => {
  const answer = await t.call('POST', `/webhook/${home}/create`, body, user)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data as { id: string; secret: string; callback_url: string }
}

export const send = (t: Pick<TestApp, 'call'>, secret: string, body: unknown) =>
  t.call('POST', '/webhook/notifications', body, { headers: { 'x-webhook-secret': secret } })

/** A booking with its details inline; days are numbers from today. */
export const sold = (from: number, to: number, fields: Record<string, unknown> = {}) => ({
  booking_id: 'booking-1',
  revision_id: randomUUID(),
  status: 'new',
  ota_name: 'Airbnb',
  ota_reservation_code: 'HM1234',
  arrival_date: inDays(from),
  departure_date: inDays(to),
  amount: '410.88',
  currency: 'EUR',
  customer: { name: 'Grace', surname: 'Hopper', mail: 'alias@guest.airbnb.com', phone: '+1 555 0100', country: 'US' },
  occupancy: { adults: 2, children: 1, infants: 0 },
  inserted_at: '2026-01-01T10:00:00.000000',
  ...fields,
})

export const modified = (from: number, to: number, minute: number, fields: Record<string, unknown> = {}) =>
  sold(from, to, { status: 'modified', inserted_at: `2026-01-01T10:${minute}:00.000000`, ...fields })

export const cancelled = (minute: number, fields: Record<string, unknown> = {}) => ({
  booking_id: 'booking-1',
  revision_id: randomUUID(),
  status: 'cancelled',
  inserted_at: `2026-01-01T10:${minute}:00.000000`,
  ...fields,
})

export const eventOf = (payload: object, event = 'booking', fields: object = {}) => ({
  event,
  user_id: null,
  timestamp: '2026-01-01T10:00:00.0000Z',
  payload,
  ...fields,
})

/** A home with a subscription. */
export async function channelScene(t: TestApp) {
  const owner = await t.user({ locale: 'en' })
  const home = await t.home(owner)
  const support = await t.user({ role: 'support' })
  const { id, secret } = await subscribe(t, owner, home)
  const deliver = async (...events: object[]) => {
    for (const event of events) {
      const answer = await send(t, secret, event)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      // Workers take events in any order; here one is applied before the next one comes.
      await t.drain()
    }
  }
  return { owner, home, support, webhook: id, secret, deliver }
}

export const stays = (t: TestApp) =>
  t.db<{ id: number; property_id: string; status: string; check_in: string; check_out: string; stay: string | null }[]>`
    select r.id, r.property_id, r.status, r.check_in, r.check_out, o.stay::text as stay,
      coalesce(o.overbooked, false) as overbooked, r.total_cents
    from reservations r left join occupancy o on o.reservation_id = r.id
    where r.currency <> ${NEIGHBOURS_CURRENCY} order by r.id`

export const inbox = async (t: TestApp, user: TestUser, query = '') =>
  (await t.call('GET', `/webhook/notifications-list${query}`, undefined, user)).body

export const notifiedTypes = async (t: TestApp, user: TestUser): Promise<string[]> =>
  (await t.db<{ type: string }[]>`select type from notifications where user_id = ${user.id} order by id`).map(
    ({ type }) => type,
  )

export const range = (from: number, to: number) => `[${inDays(from)},${inDays(to)})`

/** Moves the stays and their contacts to the past, as time would. */
export const daysPass = (t: TestApp, days: number) =>
  t.db.begin(async (tx) => {
    await tx`update occupancy set stay = daterange(lower(stay) - ${days}::integer, upper(stay) - ${days}::integer)`
    await tx`update reservations set check_in = check_in - ${days}::integer, check_out = check_out - ${days}::integer`
    await tx`update contacts set departs_on = departs_on - ${days}::integer`
  })
