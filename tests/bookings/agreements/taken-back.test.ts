import { describe, expect } from 'vitest'
import { collectDamage } from '../../../src/bookings/settlement/damage.jobs.ts'
import { alone, type TestApp } from '../../support/app.ts'
import { skipBackOff } from '../../support/jobs.ts'
import { billed, chargedFor, damage, hoursPass, paidByHand } from '../../support/kept-cards.ts'
import { show } from '../../support/payments.ts'
import { ADA } from '../../support/stay-page.ts'
import { shift } from '../../support/stays.ts'

/** A stay without a balance, whose guest has left a card for damage of 300.00 at most. */
const WHOLE = { deposit_percent: 100 }

/** A stay whose guest has paid and comes today. */
async function arrived(t: TestApp) {
  const stay = await paidByHand(t, WHOLE)
  await shift(t, stay.id, 0)
  return stay
}

const paidBill = async (t: Parameters<typeof show>[0], owner: Parameters<typeof show>[1], id: number) =>
  (await show(t, owner, id)).payments.find(({ kind }: { kind: string }) => kind === 'supplement')

describe('a charge whose card its guest takes back', () => {
  const mailedBills = async (t: TestApp) =>
    (await t.mails(ADA.email)).filter(({ text }) => text.includes('Table')).length

  alone('while the provider is away is not sent anew, and its link is mailed', async ({ t }) => {
    const { owner, id, link } = await arrived(t)
    await damage(t, owner, id)
    const bill = await billed(t, owner, id)
    await hoursPass(t, id, 48)
    const { charge, detachMethod } = t.app.payments
    t.app.payments.detachMethod = () => Promise.resolve()
    t.app.payments.charge = () => Promise.reject(new Error('away'))
    await collectDamage.run(t.app, {})
    await expect(t.drain()).rejects.toThrow('away')
    expect((await t.call('POST', `${link}/card/withdraw`)).status).toBe(200)
    Object.assign(t.app.payments, { charge })
    await skipBackOff(t.app)
    await t.drain()
    Object.assign(t.app.payments, { detachMethod })
    expect([chargedFor(t, id), await mailedBills(t)]).toEqual([[30_000], 2])
    expect((await t.call('POST', bill)).status).toBe(303)
  })

  alone('after the call has left counts as what the provider made of it', async ({ t }) => {
    const { owner, id, link } = await arrived(t)
    await damage(t, owner, id)
    await billed(t, owner, id)
    await hoursPass(t, id, 48)
    const { charge } = t.app.payments
    t.app.payments.charge = async (request) => {
      await charge(request)
      throw new Error('lost')
    }
    await collectDamage.run(t.app, {})
    await expect(t.drain()).rejects.toThrow('lost')
    expect((await t.call('POST', `${link}/card/withdraw`)).status).toBe(200)
    await skipBackOff(t.app)
    await t.drain()
    t.app.payments.charge = charge
    expect(chargedFor(t, id)).toEqual([12_000, 30_000])
    expect(await paidBill(t, owner, id)).toMatchObject({ status: 'paid', amount: 120 })
  })
})
