import { expect } from 'vitest'
import { isolated, type TestApp, test } from '../../support/app.ts'
import { addSupplement, bill } from '../../support/invoices.ts'
import { expectLedger, reserved, show, takeEvents } from '../../support/payments.ts'
import { collect, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

type People = Awaited<ReturnType<typeof reserved>>

const documents = async (t: TestApp, { guest, id }: People) =>
  (await show(t, guest, id)).invoices.map(({ kind, total }: { kind: string; total: number }) => [kind, total])

/** Money for a payment of a stay that is not what was asked for. */
async function payWrong(t: TestApp, { id }: People, kind: 'booking' | 'balance', amount: number) {
  const [payment] = await t.db<{ key: string }[]>`
    select key from payments where reservation_id = ${id} and kind = ${kind}`
  const intent = t.standin.store.create('pi', 'payment_intent', {
    amount,
    amount_received: amount,
    currency: 'eur',
    status: 'succeeded',
    metadata: { payment: payment?.key },
    last_payment_error: null,
  })
  t.standin.store.emit('payment_intent.succeeded', intent)
  await t.deliver(takeEvents(t))
}

test('an invoice is of the money that has paid, beside what did not fit', async ({ t }) => {
  const people = await reserved(t)
  await payWrong(t, people, 'booking', 29_999)
  expect(await documents(t, people)).toEqual([])
  await t.deliver(t.pay(people.url))
  expect(await documents(t, people)).toEqual([['invoice', 300]])
})

test('the invoice of a stay is of the deposit, while the balance is not what was asked for', async ({ t }) => {
  const people = await deposited(t, 'pm_card_chargeCustomerFail')
  await balancesComeDue(t, people.id)
  await collect(t)
  await payWrong(t, people, 'balance', 20_999)
  expect((await bill(t, people.guest, people.id, false)).body.data).toMatchObject({ amount: 90, currency: 'EUR' })
  expect(await documents(t, people)).toEqual([['invoice', 90]])
})

isolated('a supplement is billed beside a balance that is due, and each is paid for itself', async ({ t }) => {
  const people = await deposited(t, 'pm_card_chargeCustomerFail')
  const { owner, guest, id } = people
  await balancesComeDue(t)
  await collect(t)
  await addSupplement(t, owner, id, 'Wine', 7)
  expect((await bill(t, guest, id)).body.data).toMatchObject({ amount: 7 })
  await addSupplement(t, owner, id, 'Bed', 5)
  expect((await bill(t, guest, id)).body.data).toMatchObject({ amount: 12 })
  const statuses = (await show(t, guest, id)).payments.map(
    ({ kind, amount, status }: { kind: string; amount: number; status: string }) => [kind, amount, status],
  )
  expect(statuses).toEqual([
    ['booking', 90, 'paid'],
    ['balance', 210, 'unpaid'],
    ['supplement', 7, 'cancelled'],
    ['supplement', 12, 'unpaid'],
  ])
  expect(await documents(t, people)).toEqual([['invoice', 90]])
  await expectLedger(t)
})
