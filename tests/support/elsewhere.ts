import { expect } from 'vitest'
import { queries } from '../../src/platform/db/queries.ts'
import { inDays, type TestApp, type TestUser } from './app.ts'
import { NEIGHBOURS_CURRENCY } from './neighbours.ts'
import { reserved } from './payments.ts'
import { DEPOSIT } from './settlement.ts'

/** Money that a company receives elsewhere. */

export const record = (t: TestApp, user: TestUser, id: number, amount: number, fields: object = {}) =>
  t.call('POST', `/reservations/${id}/payments`, { amount, method: 'cash', received_on: inDays(0), ...fields }, user)

export const moneyShown = async (t: TestApp, user: TestUser, id: number) =>
  (await t.call('GET', `/reservations/${id}/payments`, undefined, user)).body.data

/** A hold of 300.00 whose deposit of 90.00 is due. */
export const held = (t: TestApp, fields: object = {}) => reserved(t, { ...DEPOSIT, ...fields })

/** Deletes the entry of a payment. */
export const remove = (t: TestApp, user: TestUser, id: number, payment_id: number) =>
  t.call('DELETE', `/reservations/${id}/payments/${payment_id}`, undefined, user)

/** Checks that the ledger adds up in itself, whatever the provider knows of it. */
export async function expectOwnLedger(t: TestApp) {
  const ledger = await queries.invoices.checkLedger(t.db, {})
  expect(ledger.filter(({ currency }) => currency !== NEIGHBOURS_CURRENCY)).toMatchObject(
    ledger
      .filter(({ currency }) => currency !== NEIGHBOURS_CURRENCY)
      .map(() => ({ odd_receipts: 0, odd_payments: 0, undocumented_cents: 0 })),
  )
}
