import { expect, vi } from 'vitest'
import { alone, test } from '../../support/app.ts'
import { book, occupied, scene, stay } from '../../support/booking.ts'

/** Counts the sessions of PostgreSQL that wait for a lock. */
const waiting = async (db: Parameters<typeof scene>[0]['db']) =>
  (await db`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`).length

alone('two hundred bookings of one busy home leave the pool to everybody else', async ({ t }) => {
  const { home, owner } = await scene(t)
  const other = await t.home(owner)
  const guests = await Promise.all(Array.from({ length: 20 }, () => t.user()))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const busy = t.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${home}::text, 0))`
    await held
  })
  const answers = Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const guest = guests[index % guests.length]
      return guest && book(t, guest, stay(home, 30 + (index % 50), 1))
    }),
  )
  await vi.waitFor(async () => expect(await waiting(t.db)).toBeGreaterThan(0), { timeout: 10_000, interval: 5 })
  expect((await t.call('GET', `/properties/${other}`)).status).toBe(200)
  expect((await book(t, await t.user(), stay(other))).status).toBe(201)
  expect(await waiting(t.db)).toBeLessThanOrEqual(2)
  release()
  await busy
  expect(new Set((await answers).map((answer) => answer?.status))).toEqual(new Set([201, 409]))
  expect(await occupied(t)).toHaveLength(51)
})

test('nor does one guest who books two hundred homes at once', async ({ t }) => {
  const { owner, guest } = await scene(t)
  const homes = await Promise.all(Array.from({ length: 30 }, () => t.home(owner)))
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const busy = t.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('guest ' || ${guest.id}::bigint, 0))`
    await held
  })
  const answers = Promise.all(homes.map((home) => book(t, guest, stay(home))))
  await vi.waitFor(async () => expect(await waiting(t.db)).toBeGreaterThan(0), { timeout: 10_000, interval: 5 })
  expect((await book(t, await t.user(), stay(homes[0] ?? '', 60))).status).toBe(201)
  expect(await waiting(t.db)).toBeLessThanOrEqual(2)
  release()
  await busy
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([201]))
})
