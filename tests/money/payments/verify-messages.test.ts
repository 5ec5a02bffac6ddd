import { expect } from 'vitest'
import { type TestApp, test } from '../../support/app.ts'
import { receiptOf, reserved, sessionOf, settle, verify } from '../../support/payments.ts'

/** Reported outcomes of a checkout. */
const said = async (t: TestApp, url: string) => {
  const { status, body } = await verify(t, sessionOf(url))
  expect(status).toBe(200)
  return [body.data.status, body.message]
}

test('the verification of a payment has a message for each status', async ({ t }) => {
  const { id, url } = await reserved(t)
  const support = await t.user({ role: 'support' })
  expect(await said(t, url)).toEqual(['unpaid', 'Paiement non reçu.'])
  await t.deliver(t.decline(url))
  expect(await said(t, url)).toEqual(['failed', 'Le paiement a échoué.'])
  await t.deliver(t.pay(url))
  expect(await said(t, url)).toEqual(['paid', 'Paiement reçu.'])
  const { payment_id, cents } = await receiptOf(t, id)
  const refund = async (amount: number) => {
    const answer = await t.call('POST', `/payments/${payment_id}/refund`, { amount, reason: 'Broken heating' }, support)
    expect(answer.status).toBe(200)
    await settle(t)
  }
  await refund(1)
  expect(await said(t, url)).toEqual(['partially_refunded', 'Une partie du paiement a été remboursée.'])
  await refund(cents / 100 - 1)
  expect(await said(t, url)).toEqual(['refunded', 'Le paiement a été remboursé.'])
})
