import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { describeLosses } from '../../../src/cli/reconciliation.ts'
import { settleLossesJob } from '../../../src/operations/health/heartbeat.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { admin } from '../../support/admin.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'
import {
  bookThreeNights,
  cancel,
  expectLedger,
  notified,
  refundsMade,
  show,
  takeEvents,
} from '../../support/payments.ts'
import { SOON } from '../../support/refusals.ts'
import { type Rewinding, rewinding } from '../../support/rewind.ts'

let server: TestServer
let rewinder: Rewinding

beforeAll(async () => {
  server = await startServer({ wal_level: 'replica' })
  rewinder = rewinding(server)
})
afterAll(() => server?.remove())

const WAIT = { timeout: 20_000, interval: 50 }

async function start(running?: Parameters<typeof startApp>[1]) {
  const database = await cloneTemplate(server.url)
  const t = await startApp({}, running ?? { run: false }, { database })
  onTestFinished(() => t.close())
  return { ...t, url: database.url }
}

/** Beats until the database answers: connections from before a restart are lost one by one. */
const beat = (t: Pick<TestApp, 'app'>) => vi.waitFor(() => t.app.heartbeat.beat(), WAIT)

const epochs = (t: TestApp) => t.db<{ epoch: number; reason: string }[]>`select epoch, reason from database_losses`
const invoices = (t: TestApp) => t.db<{ number: string }[]>`select number from invoices order by id`

async function settle(t: TestApp): Promise<void> {
  await t.app.jobs.enqueue(t.db, settleLossesJob, {})
  await t.drain()
}

/** A stay that is paid, with its invoice. */
async function pay(t: TestApp, guest: TestUser, home: string): Promise<number> {
  const { id, url } = await bookThreeNights(t, guest, home)
  await t.deliver(t.pay(url))
  await t.drain()
  return id
}

test('after a rewind numbers go on, money waits for the provider, and what was paid is on the list until it is settled', async () => {
  const t = await start()
  const { home, owner, guest } = await scene(t)
  const support = await t.user({ role: 'support' })
  const kept = await pay(t, guest, home)
  await beat(t)
  const [survivor, claimed, returned] = [await t.home(owner), await t.home(owner), await t.home(owner)]
  await rewinder.keep()
  await beat(t)

  const lost = [await pay(t, guest, claimed), await pay(t, guest, returned)]
  const documents = await invoices(t)
  expect(documents).toHaveLength(3)
  // The beat of a second later; the node remembers what it has seen.
  await t.db`update installation set beaten_at = now() - interval '1 second'`
  await beat(t)
  await rewinder.rewind(false)

  // Nothing gets a number before somebody has looked.
  await vi.waitFor(async () => expect((await t.call('GET', `/properties/${survivor}`)).status).toBe(200), WAIT)
  const early = await book(t, guest, stay(survivor))
  expect([early.status, early.headers['retry-after']]).toEqual([503, SOON])
  expect(await beat(t)).toBe(true)
  expect(await epochs(t)).toEqual([{ epoch: 2, reason: 'rewound' }])
  expect(await beat(t)).toBe(false)

  // Bookings go on, with numbers that nobody has had; money waits.
  const next = await bookThreeNights(t, guest, survivor)
  expect(next.id).toBeGreaterThan(Math.max(...lost))
  expect((await cancel(t, guest, kept)).status).toBe(503)
  await settle(t)
  expect((await cancel(t, guest, kept)).status).toBe(200)

  const list = await queries.stripeEvents.listUnclaimed(t.db, {})
  expect(list.map(({ lost_reservation_id }) => lost_reservation_id).sort()).toEqual(lost)
  expect(await notified(t, support)).toEqual(['payment_unclaimed', 'payment_unclaimed'])
  expect((await t.call('GET', '//metrics')).body).toMatch(/\npayments_unclaimed 2\n/)

  // Documents have other numbers than those that are lost.
  await pay(t, guest, await t.home(owner))
  const numbers = (await invoices(t)).map(({ number }) => number)
  expect(documents.slice(1).filter(({ number }) => numbers.includes(number))).toEqual([])
  const said = describeLosses(await queries.health.listLosses(t.db, {})).join('\n')
  expect(said).toMatch(/^Lost \(rewound\), .+ Epoch 2 began\.\n {2}Numbers 2 to \d+ of the documents of \d+ are not/)

  // One guest books again, and has paid; the other gets the money back.
  const [first = { payment_intent_id: '' }, second = { payment_intent_id: '' }] = list
  const { id: again } = await bookThreeNights(t, guest, claimed)
  const env = { STRIPE_API_URL: t.standin.url, DATABASE_URL: t.url }
  const reconcile = (...args: string[]) => admin(t, { env }, 'reconcile', ...args)
  await expect(reconcile('claim', first.payment_intent_id, String(kept))).rejects.toMatchObject({
    stderr: `Nothing is to be paid for reservation ${kept}.\n`,
  })
  await reconcile('claim', first.payment_intent_id, String(again))
  expect(await show(t, guest, again)).toMatchObject({ status: 'confirmed', payments: [{ status: 'paid' }] })
  await reconcile('refund', second.payment_intent_id)
  expect(await reconcile()).not.toContain('pi_')
  await expect(reconcile('refund', second.payment_intent_id)).rejects.toMatchObject({ code: 1 })
  // Later events of the money at the provider find its new reservation.
  await t.drain()
  expect((await cancel(t, guest, again)).status).toBe(200)
  await t.drain()
  await t.deliver(takeEvents(t))
  expect(await show(t, guest, again)).toMatchObject({ status: 'cancelled', payments: [{ status: 'refunded' }] })
  expect(refundsMade(t).map(({ payment_intent }) => payment_intent)).toEqual(
    expect.arrayContaining([first.payment_intent_id, second.payment_intent_id]),
  )
  await expectLedger(t)
})

test('money whose event comes before the loss is discovered is refused until then, and on the list', async () => {
  const t = await start()
  const { home, guest } = await scene(t)
  await beat(t)
  await rewinder.keep()
  await beat(t)
  const { id, url } = await bookThreeNights(t, guest, home)
  const events = t.pay(url)
  await beat(t)
  await rewinder.rewind(false)
  // The stay is gone, and nobody knows it yet.
  await vi.waitFor(async () => expect((await t.call('GET', `/properties/${home}`)).status).toBe(200), WAIT)
  for (const event of events) expect((await t.webhook(event)).status).toBe(503)
  expect(await beat(t)).toBe(true)
  // The provider tries again.
  await t.deliver(events)
  await settle(t)
  const list = await queries.stripeEvents.listUnclaimed(t.db, {})
  expect(list.map(({ lost_reservation_id }) => lost_reservation_id)).toEqual([id])
})

test('a failover that lost the half second after a beat is a loss, and one after a synchronous beat is none', async () => {
  const t = await start()
  const { home, guest } = await scene(t)
  await beat(t)
  await beat(t)
  await t.db`update installation set is_synchronous = true`
  await rewinder.keep()
  await beat(t)
  await rewinder.rewind(true)
  expect(await beat(t)).toBe(false)
  expect((await book(t, guest, stay(home))).status).toBe(201)
  expect(await epochs(t)).toEqual([])

  await beat(t)
  await t.db`update installation set is_synchronous = false`
  await rewinder.keep()
  await beat(t)
  expect((await book(t, guest, stay(home, 60))).status).toBe(201)
  await rewinder.rewind(true)
  expect(await beat(t)).toBe(true)
  expect(await epochs(t)).toEqual([{ epoch: 2, reason: 'asynchronous failover' }])
  const answer = await book(t, guest, stay(home, 60))
  expect([answer.status, answer.body.data.reservation_id > 10_000]).toEqual([201, true])
})

test('of several nodes one finds a loss, and all add what they have seen', async () => {
  const t = await start()
  const { home, owner, guest } = await scene(t)
  const other = await t.node()
  await beat(t)
  await rewinder.keep()
  await beat(t)
  await t.db`update installation set beaten_at = now() - interval '1 second'`
  await beat(t)
  // The second node has seen more than a margin covers.
  await t.db`select setval('reservations_id_seq', 50000)`
  await pay(t, guest, home)
  await beat(other)
  await rewinder.rewind(false)
  await vi.waitFor(() => t.db`select 1`, WAIT)
  await vi.waitFor(() => other.app.db`select 1`, WAIT)
  const found = await Promise.all([beat(t), beat(other)])
  await Promise.all([beat(t), beat(other)])
  expect(found.filter(Boolean)).toHaveLength(1)
  expect(await epochs(t)).toHaveLength(1)
  await settle(t)
  const next = await bookThreeNights(t, guest, await t.home(owner))
  expect(next.id).toBeGreaterThan(50_000)
})

test('nodes beat by themselves, and go on by themselves after a loss', async () => {
  const t = await start({ run: true })
  const { home, owner, guest } = await scene(t)
  const beats = async () => (await t.db<{ beats: number }[]>`select beats from installation`)[0]?.beats ?? 0
  await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(1), WAIT)
  await rewinder.keep()
  const { url } = await vi.waitFor(() => bookThreeNights(t, guest, home), WAIT)
  const before = await vi.waitFor(beats, WAIT)
  await vi.waitFor(async () => expect(await beats()).toBeGreaterThan(before), WAIT)
  t.pay(url)
  await rewinder.rewind(true)
  await vi.waitFor(async () => expect((await book(t, guest, stay(await t.home(owner)))).status).toBe(201), WAIT)
  await vi.waitFor(async () => expect(await queries.stripeEvents.listUnclaimed(t.db, {})).toHaveLength(1), WAIT)
  await vi.waitFor(async () => expect((await queries.health.countLosses(t.db, {})).unreconciled).toBe(0), WAIT)
})
