import { expect } from 'vitest'
import { z } from 'zod'
import { inDays, isolated, type TestApp, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { bulk, close, days } from '../../support/calendars.ts'
import { feed } from '../../support/feed.ts'
import { addPhoto } from '../../support/files.ts'
import { makeKey } from '../../support/keys.ts'
import { settle, takeEvents } from '../../support/payments.ts'
import { holdUntil, pastStay } from '../../support/stays.ts'

const LISTS = ['reservations', 'payments', 'invoices', 'calendars', 'properties'] as const

const row = z.record(z.string(), z.unknown())
const calendar = z.object({ property_id: z.string(), nights: z.array(z.looseObject({ date: z.string() })) })

/** All rows of a list, in pages. */
async function listed(t: TestApp, user: { token: string }, list: string, query = '', between?: () => Promise<unknown>) {
  const rows: z.infer<typeof row>[] = []
  let as_of = ''
  for (let after: string | null = ''; after !== null; ) {
    const { status, body } = await t.call('GET', `/mirror/${list}?after=${after}${query}`, undefined, user)
    expect([list, status]).toEqual([list, 200])
    rows.push(...z.array(row).parse(body.data))
    as_of ||= body.meta.as_of
    after = body.meta.next
    expect(body.meta.has_more).toBe(after !== null)
    if (after !== null) await between?.()
  }
  return { rows, as_of }
}

/** The rows of a copy by what they are about; of a calendar each night is one. What a stay repeats of its home is taken from the home. */
function rowsOf(subject: string, { owner, property, ...data }: z.infer<typeof row>): [string, unknown][] {
  if (subject !== 'calendar')
    return [[`${subject} ${data.id ?? data.number}`, subject === 'property' ? { ...data, owner } : data]]
  const { property_id, nights } = calendar.parse(data)
  return nights.map((night) => [`${property_id} ${night.date}`, night])
}

const copyOf = async (t: TestApp, user: TestUser) => {
  const copy = new Map<string, unknown>()
  for (const list of LISTS)
    for (const data of (await listed(t, user, list)).rows)
      for (const [key, value] of rowsOf(list === 'properties' ? 'property' : list.slice(0, -1), data))
        copy.set(key, value)
  return copy
}

isolated('a copy that was filled once and follows the feed equals the lists, whatever happens', async ({ t }) => {
  const { owner, home, guest } = await scene(t, { deposit_percent: 30, balance_due_days: 10 })
  const other = await t.home(owner)
  const past = await pastStay(t, home, guest)
  let { next } = await feed(t, owner, 'latest')
  const copy = await copyOf(t, owner)
  expect(copy.size).toBe(2 * 731 + 2 + 1)
  const follow = async (what: string) => {
    await t.drain()
    const page = await feed(t, owner, next)
    next = page.next
    for (const { type, subject_id, data } of page.events) {
      // Nights that are too many for an event are read.
      const isLarge = type === 'calendar.changed' && !data?.nights
      const rows = isLarge ? (await listed(t, owner, 'calendars', `&property_id=${subject_id}`)).rows : [data]
      if (type === 'message.created' || type === 'review.created' || type.startsWith('task.')) continue
      for (const row of rows)
        for (const [key, value] of rowsOf(type.slice(0, type.indexOf('.')), row ?? {})) copy.set(key, value)
    }
    const present = await copyOf(t, owner)
    const different = [...present].filter(([key, value]) => JSON.stringify(copy.get(key)) !== JSON.stringify(value))
    for (const [key, value] of different) expect([what, key, copy.get(key)]).toEqual([what, key, value])
    expect([what, copy.size]).toEqual([what, present.size])
  }
  const { reservation_id: first, payment_url } = (await book(t, guest, stay(home, 40))).body.data
  await t.deliver(t.decline(payment_url))
  await follow('a card is declined')
  await t.deliver(t.pay(payment_url))
  await follow('a deposit is paid')
  await t.call('POST', `/reservations/${first}/cancel`, {}, guest)
  await follow('a refund is under way')
  await settle(t)
  const second = (await book(t, guest, stay(other, 20))).body.data
  await holdUntil(t, '-1 second', second.reservation_id)
  await bulk(t, owner, other, { action: 'set_price', ...days(20, 22), price_per_night: 70 })
  await follow('a refund is made, and nights are free because their hold is over')
  await t.deliver(t.pay(second.payment_url))
  await t.deliver(takeEvents(t))
  await follow('it was paid all the same')
  await addPhoto(t, owner, other)
  await t.call('PUT', `/properties/${home}`, { weekend_price: 150 }, owner)
  await close(t, owner, home, 100, 110)
  await t.call('POST', `/properties/${home}/comments`, { rating: 4, content: 'Fine', reservation_id: past }, guest)
  const form = { first_name: 'Grace', last_name: 'Hopper' }
  expect((await t.call('PUT', '/user', form, guest)).status).toBe(200)
  expect((await t.call('PUT', '/user', { ...form, phone: '+33612345678' }, owner)).status).toBe(200)
  await follow('homes have other prices, pictures, days and ratings, and people other names')
})

test('pages neither miss nor repeat while rows are added, and show nobody what is not theirs', async ({ t }) => {
  const { owner, home, guest } = await scene(t)
  const other = await t.home(owner)
  const foreign = await t.user()
  await t.home(foreign)
  for (let day = 0; day < 3; day++)
    for (const place of [home, other]) expect((await book(t, guest, stay(place, 5 + 5 * day))).status).toBe(201)
  const before = (await listed(t, owner, 'reservations')).rows.map(({ id }) => id)
  expect(before.length).toBe(6)
  const further = [70, 80, 90, 100]
  const paged = await listed(t, owner, 'reservations', '&limit=1', async () => {
    const day = further.pop()
    if (day !== undefined) await book(t, guest, stay(other, day))
  })
  const ids = paged.rows.map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([ids.length, ids.length])
  expect(ids).toEqual(expect.arrayContaining(before))
  expect((await listed(t, owner, 'payments', '&limit=1')).rows.length).toBeGreaterThanOrEqual(ids.length)
  expect((await listed(t, owner, 'calendars', '&limit=1')).rows).toEqual((await listed(t, owner, 'calendars')).rows)
  const [range] = (await listed(t, owner, 'calendars', `&property_id=${home}`)).rows
  expect(range).toMatchObject({ property_id: home, from: inDays(0), to: inDays(179) })

  const count = async (reader: { token: string }, list: string, query = '') =>
    (await listed(t, reader, list, query)).rows.length
  const staff = await t.user({ role: 'support' })
  expect([await count(foreign, 'reservations'), await count(foreign, 'properties')]).toEqual([0, 1])
  expect(await count(guest, 'reservations')).toBe(0)
  expect(await count(staff, 'reservations', `&property_id=${home}`)).toBe(3)
  const narrow = await makeKey(t, owner, { scopes: ['events.read', 'reservations.read'], property_ids: [other] })
  const homes = (await listed(t, narrow, 'reservations')).rows.map(({ property_id }) => property_id)
  expect([...new Set(homes)]).toEqual([other])
  expect((await t.call('GET', `/mirror/reservations?property_id=${home}`, undefined, narrow)).status).toBe(404)
  const refused = await t.call('GET', '/mirror/payments', undefined, narrow)
  expect([refused.status, refused.body.data]).toEqual([403, { scope: 'payments.read' }])
  const quiet = await makeKey(t, owner, { scopes: ['reservations.read'] })
  expect((await t.call('GET', '/mirror/reservations', undefined, quiet)).body.data).toEqual({ scope: 'events.read' })

  const cursor = (await t.call('GET', '/mirror/reservations?limit=1', undefined, owner)).body.meta.next
  for (const wrong of [
    'x',
    '1.2',
    `${cursor}0000000000000000`,
    cursor.replace(/\d+$/, '9999999999999999'),
    cursor.replace('1970', '0000'),
  ])
    expect([wrong, (await t.call('GET', `/mirror/reservations?after=${wrong}`, undefined, owner)).body.errors]).toEqual(
      [wrong, { after: [{ code: 'cursor' }] }],
    )
  for (const wrong of ['updated_since=yesterday', 'updated_since=2026-01-01', 'limit=101', 'property_id=1'])
    expect([wrong, (await t.call('GET', `/mirror/payments?${wrong}`, undefined, owner)).status]).toEqual([wrong, 400])
})

test('updated_since lists what has changed, also through other tables, and refuses to go back behind a loss', async ({
  t,
}) => {
  const { owner, home, guest } = await scene(t)
  const other = await t.home(owner)
  const { reservation_id: id, payment_url } = (await book(t, guest, stay(home))).body.data
  const kept = (await book(t, guest, stay(other))).body.data.reservation_id
  await t.app.dispatchEvents()
  let { as_of } = await listed(t, owner, 'reservations')
  const changed = async () => {
    const found = Object.fromEntries(
      await Promise.all(
        LISTS.map(async (list) => {
          const { rows } = await listed(t, owner, list, `&limit=1&updated_since=${as_of}`)
          return [list, [...new Set(rows.map((one) => one.number ?? one.property_id ?? one.reservation_id ?? one.id))]]
        }),
      ),
    )
    as_of = (await listed(t, owner, 'properties')).as_of
    return found
  }
  const nothing = { reservations: [], payments: [], invoices: [], calendars: [], properties: [] }
  expect(await changed()).toEqual(nothing)
  await t.deliver(t.pay(payment_url))
  await t.drain()
  // Committed changes count before they are an event, and when they are one.
  const paid = { ...nothing, reservations: [home], payments: [id], invoices: [expect.any(String)] }
  const since = as_of
  expect(await changed()).toEqual(paid)
  await t.app.dispatchEvents()
  as_of = since
  expect(await changed()).toEqual(paid)
  expect(await changed()).toEqual(nothing)
  // A stay shows its home.
  await t.call('PUT', `/properties/${other}`, { title: 'Another title' }, owner)
  await t.app.dispatchEvents()
  expect(await changed()).toEqual({ ...nothing, reservations: [other], properties: [other] })
  await close(t, owner, home, 50, 51)
  expect(await changed()).toEqual({ ...nothing, calendars: [home] })
  // A moment from which nothing is kept may be followed by anything.
  expect((await listed(t, owner, 'payments', '&updated_since=1999-01-01T00:00:00%2B02:00')).rows.length).toBe(2)
  expect((await listed(t, owner, 'payments', '&updated_since=0000-01-01T00:00:00Z')).rows.length).toBe(2)
  await t.db`insert into database_losses (epoch, reason, survived_at) values (2, 'rewound', now())`
  const lost = await t.call('GET', `/mirror/reservations?updated_since=${as_of}`, undefined, owner)
  expect([lost.status, lost.body.code]).toEqual([410, 'cursor_lost'])
  expect((await listed(t, owner, 'reservations')).rows.map((one) => one.id)).toEqual(expect.arrayContaining([id, kept]))
})
