import { expect } from 'vitest'
import { test as base } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'

const test = base.extend({ env: { RESERVATIONS_PER_DAY: '2', HOLDS_PER_GUEST: '3' }, neighbours: false })

test('refuses taken nights for the other rules of the home first', async ({ t }) => {
  const { owner, home, guest } = await scene(t, { max_guests: 4, min_stay: 2 })
  const first = await book(t, await t.user(), stay(home))
  expect(first.status).toBe(201)
  const answers = [
    await book(t, owner, stay(home)),
    await book(t, guest, { ...stay(home), adults: 5 }),
    await book(t, guest, stay(home, 31, 1)),
    await book(t, guest, stay(home)),
    await book(t, guest, stay(home, 29)),
    await book(t, guest, { ...stay(home), inquiry: true }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 400, 400, 409, 409, 201])
  expect(await occupied(t)).toHaveLength(1)
})

test('refused bookings do not count; after the last booking of a day, taken nights are 429 too', async ({ t }) => {
  const { home, guest } = await scene(t)
  await book(t, await t.user(), stay(home))
  const status = async (from: number) => (await book(t, guest, stay(home, from))).status
  expect([await status(30), await status(30), await status(30)]).toEqual([409, 409, 409])
  expect([await status(40), await status(30), await status(50)]).toEqual([201, 409, 201])
  expect([await status(30), await status(60)]).toEqual([429, 429])
  await t.db`update attempt_counters set ends_at = now() where key = ${`reservations of ${guest.id}`}`
  expect([await status(30), await status(60)]).toEqual([409, 201])
  // Three are open now: that is said first.
  expect(await status(30)).toBe(429)
})

test('one of twenty guests at once gets the stay, and gets it again when they repeat the request', async ({ t }) => {
  const { home } = await scene(t)
  const guests = await Promise.all(Array.from({ length: 20 }, () => t.user()))
  const answers = await Promise.all(guests.map((guest) => book(t, guest, stay(home))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  const winner = answers.findIndex(({ status }) => status === 201)
  const guest = guests[winner]
  if (!guest) throw new Error('nobody has booked')
  const repeated = await Promise.all([1, 2, 3].map(() => book(t, guest, stay(home))))
  expect(repeated.map(({ body }) => body.data)).toEqual([1, 2, 3].map(() => answers[winner]?.body.data))
})

test('a repeated booking returns its hold, also if it was the last of the day', async ({ t }) => {
  const { home, guest } = await scene(t)
  await book(t, guest, stay(home, 20))
  const held = await book(t, guest, stay(home))
  expect((await book(t, guest, stay(home, 40))).status).toBe(429)
  expect((await book(t, guest, stay(home))).body.data).toEqual(held.body.data)
})

test('three equal requests at once for the last booking of the day return one hold', async ({ t }) => {
  const { home, guest } = await scene(t)
  await book(t, guest, stay(home, 20))
  const answers = await Promise.all([1, 2, 3].map(() => book(t, guest, stay(home))))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.data.reservation_id)).size).toBe(1)
  expect(await occupied(t)).toHaveLength(2)
})

test('a repeated booking of a quote returns its hold after the quote has expired', async ({ t }) => {
  const { home, guest } = await scene(t)
  const { quote_id } = (await t.call('POST', '/quotes', stay(home), guest)).body.data
  const held = await book(t, guest, { quote_id })
  expect(held.status).toBe(201)
  await t.db`update quotes set expires_at = now() where id = ${quote_id}`
  expect((await book(t, guest, { quote_id })).body.data).toEqual(held.body.data)
  const other = await t.user()
  expect((await book(t, other, { quote_id })).body.code).toBe('quote_expired')
})
