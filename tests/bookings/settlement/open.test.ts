import { describe, expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { cancel, reserved, settle, show } from '../../support/payments.ts'
import { collect, DEPOSIT, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

/** Amounts that a stay and the lists of its guest and its owner show alike. */
async function money(t: TestApp, { guest, owner, id }: { guest: TestUser; owner: TestUser; id: number }) {
  const lists = await Promise.all([
    t.call('GET', '/reservations', undefined, guest),
    t.call('GET', '/reservations?as=owner', undefined, owner),
  ])
  const answers = [...lists.map(({ body }) => body.data[0]), await show(t, guest, id), await show(t, owner, id)]
  const said = answers.map(({ payment_status, amount_open }) => ({ payment_status, amount_open }))
  expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
  return said[0]
}

describe('what is open of a stay', () => {
  test('is its price until it is paid, and then nothing', async ({ t }) => {
    const stay = await reserved(t)
    expect(await money(t, stay)).toEqual({ payment_status: 'unpaid', amount_open: 300 })
    await t.deliver(t.pay(stay.url))
    expect(await money(t, stay)).toEqual({ payment_status: 'paid', amount_open: 0 })
  })

  test('is the balance of a deposit until it is charged', async ({ t }) => {
    const stay = await deposited(t)
    expect(await money(t, stay)).toEqual({ payment_status: 'deposit_paid', amount_open: 210 })
    await balancesComeDue(t)
    await collect(t)
    await settle(t)
    expect(await money(t, stay)).toEqual({ payment_status: 'paid', amount_open: 0 })
  })

  test('is a balance that the bank refuses', async ({ t }) => {
    const stay = await deposited(t, 'pm_card_authenticationRequired')
    await balancesComeDue(t)
    await collect(t)
    await settle(t)
    expect((await show(t, stay.guest, stay.id)).payments).toMatchObject([
      { status: 'paid' },
      { kind: 'balance', status: 'unpaid' },
    ])
    expect(await money(t, stay)).toEqual({ payment_status: 'deposit_paid', amount_open: 210 })
  })

  test('is the whole price before the deposit, and nothing once the stay is given up', async ({ t }) => {
    const stay = await reserved(t, DEPOSIT)
    expect(await money(t, stay)).toEqual({ payment_status: 'unpaid', amount_open: 300 })
    await t.deliver(t.pay(stay.url))
    await cancel(t, stay.guest, stay.id)
    expect(await money(t, stay)).toMatchObject({ amount_open: 0 })
  })
})
