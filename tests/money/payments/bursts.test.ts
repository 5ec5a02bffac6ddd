import { describe, expect, vi } from 'vitest'
import { issueInvoice } from '../../../src/money/invoices/invoices.ts'
import { type Answer, alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { morePaid } from '../../support/invoices.ts'
import { drain } from '../../support/jobs.ts'
import { refundsMade, reserved } from '../../support/payments.ts'

/** A pool of three connections that write, for which a request waits two seconds. */
const SMALL = { max: 5, waitMs: 2_000, connectMs: 60_000 }
const AT_ONCE = 20

interface Scene {
  call: TestApp['call']
  owner: TestUser
  guest: TestUser
  support: TestUser
  id: number
  payment_id: number
}

/** Requests that all need the lock of one payment, or of the bills of one stay. */
type Table = 'payments' | 'reservations'

const BURSTS: [name: string, status: number, table: Table, send: (s: Scene, n: number) => Promise<Answer>][] = [
  [
    'refunds',
    200,
    'payments',
    ({ call, support, payment_id }) =>
      call('POST', `/payments/${payment_id}/refund`, { amount: 1, reason: 'x' }, support),
  ],
  ['invoices', 200, 'payments', ({ call, guest, id }) => call('POST', `/reservations/${id}/invoice`, undefined, guest)],
  [
    'questions about a payment',
    200,
    'payments',
    ({ call, owner, payment_id }) => call('POST', `/payment_status_notification/${payment_id}`, undefined, owner),
  ],
  [
    'supplements',
    201,
    'reservations',
    ({ call, owner, id }, n) => call('POST', `/reservations/${id}/supplements`, { label: `${n}`, amount: 1 }, owner),
  ],
]

const waiting = async ({ db }: TestApp) =>
  (
    await db`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'small'`
  ).length

async function scene(t: TestApp) {
  const people = await reserved(t)
  await t.deliver(t.pay(people.url))
  const other = await reserved(t)
  await t.deliver(t.pay(other.url))
  const [payment] = await t.db<{ id: number }[]>`select id from payments where reservation_id = ${people.id}`
  const node = await t.node({ run: false }, { ...SMALL, applicationName: 'small' })
  return {
    ...people,
    other,
    node,
    call: node.call,
    payment_id: payment?.id ?? 0,
    support: await t.user({ role: 'support' }),
  }
}

/** Holds the lock of a row until `work` is done. */
async function holding(t: TestApp, row: { table: Table; id: number } | { year: number }, work: () => Promise<void>) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const lock = t.db.begin(async (tx) => {
    if ('year' in row) await tx`select from invoice_counters where year = ${row.year} for update`
    else await tx`select from ${tx(row.table)} where id = ${row.id} for update`
    await held
  })
  try {
    await work()
  } finally {
    release()
    await lock
  }
}

const untilSomeWait = (t: TestApp) =>
  vi.waitFor(async () => expect(await waiting(t)).toBeGreaterThanOrEqual(2), { timeout: 20_000, interval: 5 })

describe('a burst', () => {
  for (const [name, status, table, send] of BURSTS) {
    test(`of ${name} waits in line, and leaves the pool to everybody else`, async ({ t }) => {
      const { other, ...people } = await scene(t)
      let answers: Promise<Answer[]> = Promise.resolve([])
      const id = table === 'payments' ? people.payment_id : people.id
      await holding(t, { table, id }, async () => {
        answers = Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(people, n)))
        await untilSomeWait(t)
        const elsewhere = [1, 2, 3].map((amount) =>
          people.call('POST', `/reservations/${other.id}/supplements`, { label: 'x', amount }, other.owner),
        )
        expect((await Promise.all(elsewhere)).map((answer) => answer.status)).toEqual([201, 201, 201])
        expect(await waiting(t)).toBe(2)
      })
      expect((await answers).map((answer) => answer.status)).toEqual(Array(AT_ONCE).fill(status))
    })
  }

  alone('of invoices of different payments waits in line for its numbers', async ({ t }) => {
    const { node, id, other } = await scene(t)
    const payments = await morePaid(t, id, AT_ONCE)
    let issued: Promise<unknown> = Promise.resolve()
    await holding(t, { year: Number(inDays(0).slice(0, 4)) }, async () => {
      issued = Promise.all(payments.map((payment_id) => issueInvoice(node.app, payment_id)))
      await untilSomeWait(t)
      const elsewhere = await node.call(
        'POST',
        `/reservations/${other.id}/supplements`,
        { label: 'x', amount: 1 },
        other.owner,
      )
      expect(elsewhere.status).toBe(201)
      expect(await waiting(t)).toBe(2)
    })
    await issued
    expect(await t.db`select from invoices where payment_id = any (${payments})`).toHaveLength(AT_ONCE)
  })

  alone('of refunds that jobs make waits in line as well', async ({ t }) => {
    const { node, payment_id, support } = await scene(t)
    for (let made = 0; made < 10; made++)
      await node.call('POST', `/payments/${payment_id}/refund`, { amount: 1, reason: 'x' }, support)
    let drained: Promise<void> = Promise.resolve()
    await holding(t, { table: 'payments', id: payment_id }, async () => {
      drained = drain(node.app)
      await vi.waitFor(() => expect(refundsMade(t)).toHaveLength(10), { timeout: 20_000, interval: 5 })
      await untilSomeWait(t)
      expect(await waiting(t)).toBe(2)
    })
    await drained
    expect(await t.db`select from refunds where status = 'succeeded'`).toHaveLength(10)
  })
})
