import { expect } from 'vitest'
import { issueInvoice } from '../../../src/money/invoices/invoices.ts'
import { taxed } from '../../../src/money/invoices/vat.ts'
import { receive } from '../../../src/money/payments/ledger.ts'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { alone, type TestApp, type TestUser } from '../../support/app.ts'
import { sessionOf, settle } from '../../support/payments.ts'

/** A voucher of a hundred euros, which is no stay. */
async function voucher(t: TestApp, buyer: TestUser): Promise<{ id: number; key: string }> {
  t.app.sales.set('voucher', {
    beforeCheckout: async () => {},
    companyOf: async () => undefined,
    received: ({ id }, intent) => transaction(t.db, async (tx) => void (await receive(tx, id, intent))),
    attempted: ({ id }) =>
      transaction(
        t.db,
        async (tx) => void (await queries.payments.markUnpaid(tx, { payment_id: id, status: 'failed' })),
      ),
    billOf: async (_tx, { amount_cents, title }) => ({
      locale: 'en',
      buyer: { name: 'Ada' },
      linesOf: ({ vat_hundredths }) => [taxed({ code: 'voucher', label: title }, amount_cents, vat_hundredths)],
    }),
  })
  await t.db`insert into payment_kinds (name) values ('voucher')`
  const [payment] = await t.db<{ id: number; key: string }[]>`
    insert into payments (kind, payer_id, title, amount_cents, currency)
    values ('voucher', ${buyer.id}, 'Voucher “Weekend”', 10000, 'EUR') returning id, key`
  if (!payment) throw new Error('no payment')
  return payment
}

const statusOf = async (t: TestApp, id: number) =>
  (await t.db<{ status: string }[]>`select status from payments where id = ${id}`)[0]?.status

alone('what is no stay is sold too: by its link, once, with an invoice and a credit note', async ({ t }) => {
  const buyer = await t.user()
  const support = await t.user({ role: 'support' })
  const { id, key } = await voucher(t, buyer)
  const page = await t.call('GET', `/pay/${key}`)
  expect(page.status).toBe(200)
  expect(page.body).toContain('Voucher “Weekend”')
  expect(page.body).not.toContain('→')

  const opened = await t.call('POST', `/pay/${key}`)
  expect(opened.status).toBe(303)
  const url = String(opened.headers.location)
  await t.deliver(t.decline(url))
  expect(await statusOf(t, id)).toBe('failed')
  const events = t.pay(url)
  await t.deliver([...events, ...events])
  expect(await statusOf(t, id)).toBe('paid')
  expect((await t.call('POST', `/pay/${key}`)).headers.location).toContain('/pay/')
  // The page of a stay’s payment knows nothing of it.
  expect((await t.call('GET', `/quotes/payment/verify?session_id=${sessionOf(url)}`)).status).toBe(404)

  const document = await issueInvoice(t.app, id)
  expect((await t.call('GET', `/invoices/${document?.key}`)).body).toContain('Voucher “Weekend”')
  const back = await t.call('POST', `/payments/${id}/refund`, { amount: 40, reason: 'x' }, support)
  expect(back.status).toBe(200)
  await settle(t)
  expect(await statusOf(t, id)).toBe('partially_refunded')
  expect(await t.db`select kind, total_cents from invoices order by id`).toEqual([
    { kind: 'invoice', total_cents: 10000 },
    { kind: 'credit_note', total_cents: -4000 },
  ])
})
