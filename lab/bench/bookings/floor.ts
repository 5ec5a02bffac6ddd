import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { request } from 'undici'
import { z } from 'zod'
import { type CalendarDay, type Home, priceStay, type Season } from '../../../src/homes/rates/price.ts'
import type { Database, Transaction } from '../../../src/platform/db/client.ts'
import { compileStatement } from '../../../src/platform/db/query.ts'
import type { Stay } from './scene.ts'

/** The statements of floor.sql by their names. */
const statements = new Map(
  readFileSync(path.join(import.meta.dirname, 'floor.sql'), 'utf8')
    .split(/^-- statement: /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split('\n')
      return [name, compileStatement(lines.join('\n'))]
    }),
)

/** A bare pool: dates are texts and numbers are numbers, as the price is computed with them. */
export const openFloor = (url: string, max: number): Database =>
  postgres(url, {
    max,
    onnotice: () => {},
    types: {
      int8: { to: 20, from: [20], parse: Number, serialize: String },
      date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: String },
      timestamptz: { to: 1184, from: [1184], parse: (text: string) => text, serialize: String },
    },
    // Statements of the floor ask for no place in a pool of the service.
  }) as unknown as Database

async function rows<R extends object = Record<string, unknown>>(
  db: Database | Transaction,
  name: string,
  params: object,
): Promise<R[]> {
  const statement = statements.get(name)
  if (!statement) throw new Error(`no statement ${name}`)
  const values = new Map(Object.entries(params))
  const ordered = statement.names.map((key) => values.get(key) ?? null)
  return db.unsafe<R[]>(statement.text, ordered, { prepare: true })
}

async function row<R extends object>(db: Database | Transaction, name: string, params: object): Promise<R> {
  const [found] = await rows<R>(db, name, params)
  if (!found) throw new Error(`${name} gave no row`)
  return found
}

export interface Payment {
  id: number
  key: string
  reservation_id: number
  amount_cents: number
  currency: string
}

/**
 * Holds a stay by the statements of 449a785, each awaited, in a bare driver loop; undefined: its nights are taken. The price is
 * computed by the service's own pure function. `effect` is what else is to be done in the transaction, which `begin` runs.
 */
export async function holdBare(
  db: Database,
  stay: Stay,
  guest_id: number,
  effect: (tx: Transaction) => Promise<void> = async () => undefined,
  begin: (work: (tx: Transaction) => Promise<Payment>) => Promise<Payment> = (work) => db.begin(work),
): Promise<Payment | undefined> {
  const hold_minutes = 50
  try {
    return await begin(async (tx) => {
      await rows(tx, 'lockGuest', { guest_id })
      await rows(tx, 'lockCalendar', stay)
      await rows(tx, 'findTerms', stay)
      await rows(tx, 'countOpen', { guest_id })
      await rows(tx, 'listOverdueHolds', stay)
      const [home, days, seasons] = await Promise.all([
        row<Home & { today: string }>(tx, 'findHome', stay),
        rows<CalendarDay>(tx, 'listDays', stay),
        rows<Season>(tx, 'listSeasons', stay),
      ])
      const priced = priceStay({ home, days, seasons, stay, today: home.today })
      const { total_cents, due_now_cents, balance_due_on, currency } = priced
      const sold = { total_cents, due_now_cents, balance_due_on, currency, hold_minutes }
      const created = { ...stay, ...sold, guest_id, status: 'pending', quote: priced }
      const { id: reservation_id } = await row<{ id: number }>(tx, 'insertStay', created)
      await rows(tx, 'takeNights', { reservation_id })
      const due = { reservation_id, kind: 'booking', payer_id: guest_id, title: 'Home', amount_cents: due_now_cents }
      const rest = { rest_cents: balance_due_on && total_cents - due_now_cents, rest_due_on: balance_due_on }
      const payment = await row<Payment>(tx, 'insertPayment', { ...stay, ...due, ...rest, currency, hold_minutes })
      await effect(tx)
      return payment
    })
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '23P01') return undefined
    throw error
  }
}

const MINUTE = 60

/** Reads and writes of opening a checkout, with a call of the stand-in or without any. Returns the address of its page. */
export async function openCheckoutBare(db: Database, payment: Payment, standinUrl?: string): Promise<string> {
  const payment_id = payment.id
  await rows(db, 'findWithoutCustomer', { payment_id })
  const session = await db.begin(async (tx) => {
    await rows(tx, 'lockPayment', { payment_id })
    const found = await row<{ now_seconds: number }>(tx, 'findForCheckout', { payment_id })
    const expires_at_seconds = found.now_seconds + 45 * MINUTE
    return row<{ id: number }>(tx, 'insertSession', { payment_id, request: found, expires_at_seconds })
  })
  const url = standinUrl === undefined ? 'http://pay.test' : await callBare(standinUrl, payment)
  await rows(db, 'updateSession', { id: session.id, session_id: `bare_${session.id}`, url })
  await rows(db, 'findPayment', { payment_id })
  return url
}

const opened = z.object({ url: z.url() })

/** Opens a checkout at the stand-in, without the SDK. Returns the address of its page. */
async function callBare(url: string, { key, amount_cents, currency }: Payment): Promise<string> {
  const { statusCode, body } = await request(`${url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sejour', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      mode: 'payment',
      'allowed_payment_method_types[0]': 'card',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency.toLowerCase(),
      'line_items[0][price_data][unit_amount]': String(amount_cents),
      'line_items[0][price_data][product_data][name]': 'Home',
      client_reference_id: key,
      'metadata[payment]': key,
      'payment_intent_data[metadata][payment]': key,
      expires_at: String(Math.floor(Date.now() / 1000) + 45 * MINUTE),
      success_url: 'http://sejour.test',
      cancel_url: 'http://sejour.test',
    }).toString(),
  })
  const answer = await body.text()
  if (statusCode !== 200) throw new Error(answer)
  return opened.parse(JSON.parse(answer)).url
}

/** Writes for the money of a booking: without webhook, provider and jobs, so also without mails and the invoice. */
export async function confirmBare(db: Database, stay: Stay, guest_id: number, payment: Payment): Promise<void> {
  const { id: payment_id, reservation_id, amount_cents, currency } = payment
  await db.begin(async (tx) => {
    await rows(tx, 'lockCalendar', stay)
    await rows(tx, 'lockPayment', { payment_id })
    const money = { payment_intent_id: `bare_${payment_id}`, amount_cents, currency }
    await rows(tx, 'insertReceipt', { payment_id, ...money })
    await rows(tx, 'markPaid', { payment_id })
    await rows(tx, 'moveStay', { reservation_id, ...MOVE })
    for (const user_id of [1, guest_id]) {
      for (const type of TOLD) await rows(tx, 'insertNotification', notification(user_id, type, payment_id))
    }
  })
}

const MOVE = { sources: ['pending'], to_status: 'confirmed', actor: 'system' }
const TOLD = ['payment_received', 'reservation_confirmed']
const notification = (user_id: number, type: string, payment_id: number) => {
  return { user_id, type, title: 'x', message: 'x', data: {}, dedupe_key: `bare:${payment_id}:${type}` }
}

/** The money of a booking with all that comes in between: two events in the inbox, their jobs, and mails and the invoice as jobs. */
export async function settleBare(db: Database, stay: Stay, guest_id: number, payment: Payment): Promise<void> {
  for (const type of ['payment_intent.succeeded', 'checkout.session.completed']) {
    await receiveBare(db, `${type} ${payment.id}`, type)
    await applyBare(db, `${type} ${payment.id}`, stay, guest_id, payment)
  }
}

/** A sale whose events are received. */
interface Sale {
  stay: Stay
  guest_id: number
  payment: Payment
}

const event = z.object({
  type: z.string(),
  data: z.object({ object: z.object({ metadata: z.object({ payment: z.string() }) }) }),
})

/** A bare HTTP server for the events of the stand-in: each is stored, answered, and then applied. */
export async function receiveEventsBare(db: Database, port: number) {
  const sales = new Map<string, Sale>()
  let applied = 0
  const server = createServer(async (incoming, answer) => {
    const { type, data } = event.parse(JSON.parse(await text(incoming)))
    const sale = sales.get(data.object.metadata.payment)
    if (!sale) throw new Error(`no sale of ${type}`)
    const event_id = `${type} ${sale.payment.id}`
    await receiveBare(db, event_id, type)
    answer.end()
    await applyBare(db, event_id, sale.stay, sale.guest_id, sale.payment)
    applied++
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    expect: (sale: Sale) => void sales.set(sale.payment.key, sale),
    /** Number of events applied so far. */
    applied: () => applied,
    close: () => void server.close(),
  }
}

const EVENT = { provider: 'stripe', status: 'received', payload: {}, is_repeatable: false }

async function receiveBare(db: Database, event_id: string, type: string): Promise<void> {
  await rows(db, 'findTime', {})
  await db.begin(async (tx) => {
    await rows(tx, 'insertEvent', { ...EVENT, event_id, type })
    await rows(tx, 'enqueue', { queue: 'inbox.apply-stripe', data: { event_id } })
  })
}

async function applyBare(
  db: Database,
  event_id: string,
  stay: Stay,
  guest_id: number,
  payment: Payment,
): Promise<void> {
  const { id: payment_id, key, reservation_id, amount_cents, currency } = payment
  await rows(db, 'findEvent', { ...EVENT, event_id })
  await rows(db, 'findByKey', { key })
  const { owner_id } = await row<{ owner_id: number }>(db, 'findParties', { reservation_id })
  await db.begin(async (tx) => {
    await rows(tx, 'lockCalendar', stay)
    await rows(tx, 'lockPayment', { payment_id })
    const money = { payment_intent_id: `bare_${payment_id}`, amount_cents, currency }
    const received = await rows(tx, 'insertReceipt', { payment_id, ...money })
    if (received.length === 0) return
    await rows(tx, 'markPaid', { payment_id })
    await rows(tx, 'enqueue', { queue: 'invoices.invoice', data: { payment_id } })
    await rows(tx, 'lockStay', { reservation_id })
    for (const type of TOLD) {
      if (type === 'reservation_confirmed') await rows(tx, 'moveStay', { reservation_id, ...MOVE })
      for (const user_id of [owner_id, guest_id]) {
        const contact = await row(tx, 'findContact', { user_id })
        await rows(tx, 'insertNotification', notification(user_id, type, payment_id))
        await rows(tx, 'publish', { messages: [JSON.stringify({ user_id, type })] })
        await rows(tx, 'enqueue', { queue: 'mail.send', data: contact })
      }
    }
  })
  await rows(db, 'settleEvent', { ...EVENT, event_id, status: 'applied' })
}
