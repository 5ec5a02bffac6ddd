import { expect } from 'vitest'
import { takenBy } from '../../src/dev/stripe/disputes.ts'
import { queries } from '../../src/platform/db/queries.ts'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'
import { holdUntil } from './stays.ts'

/** A reservation that waits for its payment, and queries for tests of payments. */

export async function reserved(t: TestApp, fields: Record<string, unknown> = {}) {
  const owner = await t.user()
  const guest = await t.user({ locale: 'en' })
  const home = await t.home(owner, { title: 'Casa', ...fields })
  return { owner, guest, home, ...(await bookThreeNights(t, guest, home)) }
}

export async function bookThreeNights(t: TestApp, guest: TestUser, property_id: string) {
  const answer = await t.call(
    'POST',
    '/reservations',
    { property_id, check_in: inDays(30), check_out: inDays(33), adults: 2 },
    guest,
  )
  expect(answer.status).toBe(201)
  return { id: Number(answer.body.data.reservation_id), url: String(answer.body.data.payment_url) }
}

/** A reservation that is paid, in whole or by its deposit. */
export async function paid(t: TestApp, fields: Record<string, unknown> = {}) {
  const people = await reserved(t, fields)
  await t.deliver(t.pay(people.url))
  return people
}

/** The money that has come in for a reservation. */
export async function receiptOf(t: TestApp, reservation_id: number) {
  const [receipt] = await t.db<{ payment_id: number; intent: string; cents: number }[]>`
    select a.payment_id, a.payment_intent_id as intent, a.amount_cents as cents
    from receipts a join payments p on p.id = a.payment_id where p.reservation_id = ${reservation_id}`
  if (!receipt) throw new Error('not paid')
  return receipt
}

/** A paid reservation, the payment, and a person of support who may give it back. */
export async function refundable(t: TestApp, fields: Record<string, unknown> = {}) {
  const people = await paid(t, fields)
  return { ...people, ...(await receiptOf(t, people.id)), support: await t.user({ role: 'support' }) }
}

/** The events that the provider has not sent yet. */
export const takeEvents = (t: TestApp) => t.standin.store.undelivered.splice(0)

/** Lets the provider make the refunds, and tell of them. */
export async function settle(t: TestApp) {
  await t.drain()
  await t.deliver(takeEvents(t))
}

/** The refunds that the provider has made. */
export const refundsMade = (t: TestApp) => t.standin.store.list('refund')

/** Gives a reservation up, as its guest. */
export const cancel = (t: TestApp, guest: TestUser, id: number) =>
  t.call('POST', `/reservations/${id}/cancel`, {}, guest)

export const sessionOf = (url: string) => url.slice(url.indexOf('cs_test_'))
export const verify = (t: TestApp, session: string) => t.call('GET', `/quotes/payment/verify?session_id=${session}`)
export const show = async (t: TestApp, user: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}`, undefined, user)).body.data
export const notified = async (t: TestApp, user: TestUser) =>
  (await t.call('GET', '/notifications', undefined, user)).body.data.map((one: { type: string }) => one.type).sort()
export const eventOf = (events: ReturnType<TestApp['pay']>, type: string) => {
  const event = events.find((candidate) => candidate.type === type)
  if (!event) throw new Error(`no ${type}`)
  return event
}
export const expire = (t: TestApp, id: number) => holdUntil(t, '-1 second', id)
export const CONFIRMED = ['payment_received', 'reservation_confirmed']

/** Refunds at the provider, as its dashboard does. */
export async function refundAtProvider(t: TestApp, intent: string, amount: number) {
  const response = await fetch(`${t.standin.url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${t.app.config.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: intent, amount: String(amount) }),
  })
  expect(response.status).toBe(200)
}

/** Statuses of disputes whose money has left for now. */
const TAKEN = ['lost', 'prevented', 'appeal_needs_response', 'appeal_under_review']

/** Checks that the ledger adds up in itself, per payment and in all, and its card money with the provider. */
export async function expectLedger(t: TestApp) {
  const sum = (object: string, matches: (status: unknown) => boolean) =>
    t.standin.store
      .list(object, ({ status }) => matches(status))
      .reduce((total, { amount }) => total + Number(amount), 0)
  const ledger = await queries.invoices.checkLedger(t.db, {})
  expect(ledger).toMatchObject(ledger.map(() => ({ odd_receipts: 0, odd_payments: 0, undocumented_cents: 0 })))
  // Carried money is in two stays, and neither came in nor went out.
  for (const { received_cents, refunded_cents, kept_cents } of ledger)
    expect(received_cents - refunded_cents).toBe(kept_cents)
  const own = ledger.filter(({ currency }) => currency !== NEIGHBOURS_CURRENCY)
  const kept = own.reduce((total, { kept_cents }) => total + kept_cents, 0)
  const isMade = (status: unknown) => status === 'succeeded'
  const [other] = await t.db<{ cents: number }[]>`
    select ((select coalesce(sum(amount_cents), 0) from receipts where method <> 'card' and currency <> ${NEIGHBOURS_CURRENCY})
      - (select coalesce(sum(f.amount_cents), 0) from refunds f join payments p on p.id = f.payment_id
        where f.method is distinct from 'card' and f.status = 'succeeded' and p.currency <> ${NEIGHBOURS_CURRENCY}))::integer as cents`
  const disputed = t.standin.store.list('dispute', ({ status }) => TAKEN.includes(String(status)))
  const taken = disputed.reduce((total, dispute) => total + takenBy(dispute), 0)
  expect(kept - (other?.cents ?? 0)).toBe(sum('charge', isMade) - sum('refund', isMade) - taken)
}
