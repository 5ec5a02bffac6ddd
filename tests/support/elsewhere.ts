import { inDays, type TestApp, type TestUser } from './app.ts'
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
