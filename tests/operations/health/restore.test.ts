import { describe, expect, inject, test } from 'vitest'
import { describeReconciliation, describeUnclaimed } from '../../../src/cli/reconciliation.ts'
import { startStandin } from '../../../src/dev/stripe/server.ts'
import { reconcile } from '../../../src/integrations/stripe-events/reconcile.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { cloneTemplate } from '../../support/database.ts'
import { bookThreeNights, cancel, show, takeEvents } from '../../support/payments.ts'
import { collect } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

const SECRETS = { secretKey: 'sk_test_sejour', webhookSecret: 'whsec_sejour', webhookUrl: () => undefined }
const DEPOSIT = { deposit_percent: 30, balance_due_days: 10 }

/** Delivers what the provider has told so far. */
const hear = (t: TestApp) => t.deliver(takeEvents(t))

const listed = (t: TestApp, object: string) => t.standin.store.list(object).map(({ id }) => id)

/** Eight stays, each in a home of its own, before the backup. */
async function beforeBackup(t: TestApp) {
  const [owner, guest] = [await t.user(), await t.user()]
  const support = await t.user({ role: 'support' })
  const book = async (fields = {}) => {
    const home = await t.home(owner, fields)
    return { home, ...(await bookThreeNights(t, guest, home)) }
  }
  const [unpaid, replaced, cancelled, goodwill] = [await book(), await book(), await book(), await book()]
  const [deposit, early, opened] = [await book(DEPOSIT), await book(DEPOSIT), await book(DEPOSIT)]
  for (const { url } of [cancelled, goodwill, deposit, early, opened]) await t.deliver(t.pay(url))
  await t.drain()
  await balancesComeDue(t, deposit.id)
  const lostHome = await t.home(owner)
  return { owner, guest, support, unpaid, replaced, cancelled, goodwill, deposit, early, opened, lostHome }
}

type Scene = Awaited<ReturnType<typeof beforeBackup>>

/** The checkout of a balance before its day. */
async function openBalance(t: TestApp, guest: TestUser, id: number): Promise<string> {
  const { payment_url } = (await show(t, guest, id)).balance
  const answer = await t.call('POST', payment_url.slice(payment_url.indexOf('/pay/')))
  return String(answer.headers.location)
}

/** Changes after the backup, lost with the database. */
async function afterBackup(t: TestApp, scene: Scene): Promise<void> {
  const { guest, support, unpaid, replaced, cancelled, goodwill, early, opened, lostHome } = scene
  await t.deliver(t.pay(unpaid.url))
  const [payment] = await t.db<{ key: string }[]>`
    update checkout_sessions s set expires_at = now() from payments p
    where p.id = s.payment_id and p.reservation_id = ${replaced.id} returning p.key`
  expect((await t.call('POST', `/pay/${payment?.key}`)).status).toBe(303)
  expect((await cancel(t, guest, cancelled.id)).status).toBe(200)
  const [paid] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${goodwill.id}`
  const refund = await t.call('POST', `/payments/${paid?.id}/refund`, { amount: 10, reason: 'noise' }, support)
  expect(refund.status).toBe(200)
  await collect(t)
  await t.deliver(t.pay(await openBalance(t, guest, early.id)))
  await openBalance(t, guest, opened.id)
  const lost = await bookThreeNights(t, guest, lostHome)
  await t.deliver(t.pay(lost.url))
  await t.drain()
  await hear(t)
}

/** The stays as the restored service must know them. */
async function expectTakenOver(t: TestApp, scene: Scene) {
  const { guest, unpaid, replaced, cancelled, goodwill, deposit, early, opened } = scene
  expect(await show(t, guest, unpaid.id)).toMatchObject({ status: 'confirmed', payments: [{ status: 'paid' }] })
  expect(await show(t, guest, replaced.id)).toMatchObject({ status: 'pending' })
  expect(await show(t, guest, cancelled.id)).toMatchObject({ status: 'confirmed', payments: [{ status: 'refunded' }] })
  expect(await show(t, guest, goodwill.id)).toMatchObject({
    status: 'confirmed',
    payments: [{ status: 'partially_refunded', refunded: 10 }],
  })
  for (const { id } of [deposit, early])
    expect(await show(t, guest, id)).toMatchObject({
      payments: [
        { kind: 'booking', status: 'paid' },
        { kind: 'balance', status: 'paid', refunded: 0 },
      ],
    })
  expect(await show(t, guest, opened.id)).toMatchObject({ balance: { amount: 210 } })
}

describe('after a restore from a backup', () => {
  test('what the provider has done since is taken over before anything is sent again', async ({ onTestFinished }) => {
    const standin = await startStandin(SECRETS)
    onTestFinished(() => standin.close())
    const database = await cloneTemplate(inject('databaseUrl'))
    onTestFinished(() => database.drop())
    const before = await startApp({}, { run: false }, { database, standin })
    const scene = await beforeBackup(before)
    await before.close()
    const backup = await cloneTemplate(inject('databaseUrl'), database.name)
    onTestFinished(() => backup.drop())
    const lost = await startApp({}, { run: false }, { database, standin })
    await afterBackup(lost, scene)
    await lost.close()

    const t = await startApp({}, { run: false }, { database: backup, standin })
    onTestFinished(() => t.close())
    const [intents, refunds] = [listed(t, 'payment_intent'), listed(t, 'refund')]
    const found = await reconcile(t.app)
    expect(found).toMatchObject({
      checkouts: 2,
      failed: [],
      unknown: [{ amount_cents: 30_000, currency: 'EUR' }],
      returned: [scene.cancelled.id, scene.goodwill.id],
    })
    expect(found.events).toBeGreaterThan(8)
    await expectTakenOver(t, scene)
    // Neither the jobs of the backup nor the sweeps charge or refund anything again.
    await collect(t)
    await hear(t)
    await expectTakenOver(t, scene)
    expect([listed(t, 'payment_intent'), listed(t, 'refund')]).toEqual([intents, refunds])
    // The checkout that the backup does not know is closed, and the guest pays in one that it knows.
    const open = t.standin.store.list('checkout.session', ({ status }) => status === 'open')
    expect(open.map(({ id }) => scene.replaced.url.endsWith(id))).toEqual([true])
    await t.deliver(t.pay(scene.replaced.url))
    expect(await show(t, scene.guest, scene.replaced.id)).toMatchObject({ status: 'confirmed' })
    // The guest cancels again what was cancelled already: nothing is left to go back.
    expect((await t.call('POST', `/reservations/${scene.cancelled.id}/cancel`, {}, scene.guest)).status).toBe(200)
    await t.drain()
    expect(listed(t, 'refund')).toEqual(refunds)

    const again = await reconcile(t.app)
    expect(again).toMatchObject({ events: 0, checkouts: 0, failed: [], unknown: [], returned: [] })
    expect(describeReconciliation(found)).toContain(`${scene.cancelled.id}, ${scene.goodwill.id}`)
    const unclaimed = describeUnclaimed(await queries.stripeEvents.listUnclaimed(t.db, {}))
    expect(unclaimed.join()).toContain(
      `${found.unknown[0]?.intent}: 300.00 EUR, reservation ${found.unknown[0]?.reservation_id}`,
    )
  })
})
