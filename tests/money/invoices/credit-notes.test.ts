import { expect } from 'vitest'
import { failRefund } from '../../../src/dev/stripe/refunds.ts'
import { totalsByRate } from '../../../src/money/invoices/vat.ts'
import type { DocumentLine } from '../../../src/money/payments/plugin.ts'
import { test as base, PARIS, type TestApp } from '../../support/app.ts'
import { drain } from '../../support/jobs.ts'
import { expectLedger, refundable, settle } from '../../support/payments.ts'
import { seeded } from '../../support/seed.ts'

const test = base.extend({ env: { SELLER_VAT_PERCENT: '10' } })
const alone = test.extend({ neighbours: false })

/** A stay that was paid whole, with VAT and a tourist tax; what it cost, in cents. */
async function taxed(t: TestApp, fields: Record<string, unknown>) {
  await t.db`update cities set tax_per_adult_night_cents = 67 where id = ${PARIS}`
  return refundable(t, fields)
}

const refund = async (t: TestApp, user: { token: string }, payment_id: number, cents: number) => {
  const answer = await t.call('POST', `/payments/${payment_id}/refund`, { amount: cents / 100, reason: 'x' }, user)
  expect(answer.status).toBe(200)
}

const documents = (t: TestApp) =>
  t.db<{ kind: string; lines: DocumentLine[]; total_cents: number }[]>`
    select kind, lines, total_cents from invoices order by id`

/** The invoice and its notes together, by rate. */
async function expectNothingLeft(t: TestApp) {
  const all = await documents(t)
  for (const { lines, total_cents } of all)
    expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(total_cents)
  const rates = totalsByRate(all.flatMap(({ lines }) => lines))
  expect(rates.map(({ amount_cents, vat_cents }) => [amount_cents, vat_cents])).toEqual(rates.map(() => [0, 0]))
}

/** An amount in as many random parts. */
function partsOf(cents: number, count: number, below: (limit: number) => number): number[] {
  const cuts = new Set<number>()
  while (cuts.size < count - 1) cuts.add(1 + below(cents - 1))
  const ends = [0, ...[...cuts].toSorted((a, b) => a - b), cents]
  return ends.slice(1).map((end, index) => end - (ends[index] ?? 0))
}

alone('of four parts equal the invoice at every rate', async ({ t }) => {
  const { support, payment_id, cents } = await taxed(t, { base_price: 11.13 })
  expect(cents).toBe(3_339 + 402)
  // A share of each part alone, rounded, would credit 4.01 of the 4.02 without tax.
  for (const part of [935, 935, 935, 936]) await refund(t, support, payment_id, part)
  await settle(t)
  await expectNothingLeft(t)
  await expectLedger(t)
})

alone('of random parts at once equal the invoice at every rate', async ({ t }) => {
  const { below } = seeded()
  const { support, payment_id, cents } = await taxed(t, {
    base_price: (1_000 + below(9_000)) / 100,
    cleaning_fee: 3.33,
  })
  await Promise.all(partsOf(cents, 8, below).map((part) => refund(t, support, payment_id, part)))
  const node = await t.node()
  await Promise.all([t.drain(), drain(node.app)])
  await settle(t)
  expect((await documents(t)).map(({ kind }) => kind)).toEqual(['invoice', ...Array(8).fill('credit_note')])
  await expectNothingLeft(t)
  await expectLedger(t)
})

alone('take into account what earlier notes credited, and leave those as they are', async ({ t }) => {
  const { support, payment_id, cents } = await taxed(t, { base_price: 11.13 })
  await refund(t, support, payment_id, 1_870)
  await settle(t)
  // A note of an earlier version, which has a cent more of one rate and less of the other, and another VAT.
  const odd = [
    { label: 'x', amount_cents: -203, vat_hundredths: 0, vat_cents: 0 },
    { label: 'x', amount_cents: -1_667, vat_hundredths: 1_000, vat_cents: -150 },
  ]
  await t.db`alter table invoices disable trigger invoices_immutable`
  await t.db`update invoices set lines = ${t.db.json(odd)} where kind = 'credit_note'`
  await t.db`alter table invoices enable trigger invoices_immutable`
  await refund(t, support, payment_id, cents - 1_870)
  await settle(t)
  expect((await documents(t))[1]?.lines).toEqual(odd)
  await expectNothingLeft(t)
})

alone('a refund that fails after its note is invoiced again, and its money can go back once more', async ({ t }) => {
  const { support, payment_id, cents } = await taxed(t, { base_price: 11.13 })
  const parts = [1_001, 777, cents - 1_778]
  for (const part of parts.slice(0, 2)) await refund(t, support, payment_id, part)
  await settle(t)
  const [first] = t.standin.store.list('refund', ({ amount }) => amount === 1_001)
  failRefund(t.standin.store, first?.id ?? '')
  await settle(t)
  for (const part of [1_001, ...parts.slice(2)]) await refund(t, support, payment_id, part)
  await settle(t)
  expect((await documents(t)).map(({ kind }) => kind).toSorted()).toEqual([
    ...Array(4).fill('credit_note'),
    ...Array(2).fill('invoice'),
  ])
  await expectNothingLeft(t)
})
