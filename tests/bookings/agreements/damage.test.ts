import { describe, expect } from 'vitest'
import { collectDamage } from '../../../src/bookings/settlement/damage.jobs.ts'
import { alone, type TestApp, type TestUser, test } from '../../support/app.ts'
import { skipBackOff } from '../../support/jobs.ts'
import {
  billed,
  cardOf,
  chargedFor,
  collectDamages,
  customerAt,
  damage,
  forgetThem,
  hoursPass,
  openWith,
  paidByHand,
} from '../../support/kept-cards.ts'
import { show, takeEvents } from '../../support/payments.ts'
import { ADA } from '../../support/stay-page.ts'
import { shift } from '../../support/stays.ts'

/** A stay without a balance, whose guest has left a card for damage of 300.00 at most. */
const WHOLE = { deposit_percent: 100 }

/** A stay whose guest has paid and comes today. */
async function arrived(t: TestApp, fields: Parameters<typeof paidByHand>[1]) {
  const stay = await paidByHand(t, fields)
  await shift(t, stay.id, 0)
  return stay
}

/** Changes the address of a stay, as its company. */
const readdress = async (t: TestApp, owner: TestUser, id: number, email: string) =>
  expect((await t.call('PATCH', `/reservations/${id}`, { contact: { email } }, owner)).status).toBe(200)

const paidBill = async (t: Parameters<typeof show>[0], owner: Parameters<typeof show>[1], id: number) =>
  (await show(t, owner, id)).payments.find(({ kind }: { kind: string }) => kind === 'supplement')

describe('damage', () => {
  test('is charged 48 hours after its bill was mailed, once, whatever nodes run the job', async ({ t }) => {
    const { owner, id } = await arrived(t, WHOLE)
    const added = await damage(t, owner, id)
    expect([added.status, added.body.data]).toEqual([201, expect.objectContaining({ amount: 120, is_damage: true })])
    await billed(t, owner, id)
    await hoursPass(t, id, 47)
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([30_000])
    await hoursPass(t, id, 1)
    const nodes = [t.app, (await t.node()).app]
    await Promise.all([...nodes, ...nodes].map((app) => collectDamage.run(app, {})))
    await t.drain()
    await t.deliver(takeEvents(t))
    await t.drain()
    expect(chargedFor(t, id)).toEqual([12_000, 30_000])
    expect(await paidBill(t, owner, id)).toMatchObject({ status: 'paid', amount: 120 })
    const { invoices } = await show(t, owner, id)
    expect(invoices.map(({ total }: { total: number }) => total)).toEqual([300, 120])
  })

  test('beyond the sum that the guest agreed to is 409, of all bills together', async ({ t }) => {
    const { owner, id } = await arrived(t, WHOLE)
    const above = await damage(t, owner, id, 300.01)
    expect([above.status, above.body.code, above.body.data]).toEqual([
      ...[409, 'above_damage'],
      { left: 300, currency: 'EUR' },
    ])
    expect((await damage(t, owner, id, 200)).status).toBe(201)
    await billed(t, owner, id)
    expect((await damage(t, owner, id, 100.01)).body.data).toEqual({ left: 100, currency: 'EUR' })
    const both = await Promise.all([damage(t, owner, id, 100), damage(t, owner, id, 100)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test.for([
    ['without a consent', { consents: false }],
    ['where the guest agreed to a balance alone', { security_deposit: 0, deposit_percent: 30 }],
  ] as const)('cannot be added %s', async ([, fields], { t }) => {
    const { owner, id } = await arrived(t, { ...WHOLE, ...fields })
    const refused = await damage(t, owner, id)
    expect([refused.status, refused.body.code]).toEqual([409, 'no_kept_card'])
    expect((await damage(t, owner, id, 120, { is_damage: false })).status).toBe(201)
  })

  test.for([
    ['with another supplement on its bill', 'mixed'],
    ['whose mail has not left yet', 'waiting'],
    ['that was never mailed', 'unmailed'],
    ['after the guest took the consent back', 'withdrawn'],
    ['after the card was forgotten', 'forgotten'],
    ['after a payment of the stay was disputed', 'disputed'],
    ['that was paid elsewhere', 'elsewhere'],
  ] as const)('%s is not charged', async ([, how], { t }) => {
    const { owner, id, link } = await arrived(t, WHOLE)
    await damage(t, owner, id)
    if (how === 'mixed') await damage(t, owner, id, 10, { is_damage: false })
    if (how === 'unmailed')
      await t.db`update contacts set email = null where id = (select contact_id from reservations where id = ${id})`
    await billed(t, owner, id)
    await hoursPass(t, id, 49)
    if (how === 'waiting')
      await t.db`update pgboss.job set state = 'retry', start_after = now() + interval '1 day' where name like 'mail.%' and data::text like ${`%${ADA.email}%`}`
    if (how === 'withdrawn') await t.call('POST', `${link}/card/withdraw`)
    if (how === 'forgotten') {
      await shift(t, id, -33)
      await forgetThem(t)
    }
    if (how === 'disputed')
      await t.db`update payments set disputed_at = now(), dispute_status = 'lost' where reservation_id = ${id} and kind = 'booking'`
    if (how === 'elsewhere')
      expect(
        (
          await t.call(
            'POST',
            `/reservations/${id}/payments`,
            { amount: 120, method: 'transfer', received_on: new Date().toISOString().slice(0, 10), pays: 'bill' },
            owner,
          )
        ).status,
      ).toBe(201)
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([30_000])
  })

  test('whose mail left late is charged 48 hours after that', async ({ t }) => {
    const { owner, id } = await arrived(t, WHOLE)
    await damage(t, owner, id)
    await billed(t, owner, id)
    await hoursPass(t, id, 49)
    const later = (state: string) =>
      t.db`update pgboss.job set state = ${state} where name like 'mail.%' and data::text like ${`%"stay ${id}"%`}`
    await later('failed')
    await collectDamages(t)
    await later('completed')
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([30_000])
    await hoursPass(t, id, 48)
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([12_000, 30_000])
  })

  test.for(['pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'])(
    'that the bank refuses is mailed once with its link, and can be paid there: %s',
    async (card, { t }) => {
      const { owner, id } = await arrived(t, { ...WHOLE, card })
      await damage(t, owner, id)
      const bill = await billed(t, owner, id)
      const mailed = async () =>
        (await t.mails(ADA.email)).filter(({ text }) => text.includes(bill) && text.includes('Table')).length
      expect(await mailed()).toBe(1)
      await hoursPass(t, id, 48)
      await collectDamages(t)
      await collectDamages(t)
      expect([chargedFor(t, id), await mailed()]).toEqual([[30_000], 2])
      await t.deliver(t.pay(await openWith(t, bill, false)))
      expect(chargedFor(t, id)).toEqual([12_000, 30_000])
    },
  )
})

describe('a bill of damage', () => {
  test('is charged 48 hours after the guest of the present address was told, whatever addresses were there before', async ({
    t,
  }) => {
    const { owner, id } = await arrived(t, WHOLE)
    await readdress(t, owner, id, 'mine@company.example')
    await damage(t, owner, id)
    const bill = await billed(t, owner, id)
    await hoursPass(t, id, 49)
    await collectDamages(t)
    await readdress(t, owner, id, ADA.email)
    await hoursPass(t, id, 49)
    const told = async () =>
      (await t.mails(ADA.email)).filter(({ text }) => text.includes('Table') && text.includes(bill)).length
    expect(await told()).toBe(0)
    await collectDamages(t)
    expect([chargedFor(t, id), await told()]).toEqual([[30_000], 1])
    await hoursPass(t, id, 48)
    await readdress(t, owner, id, 'mine@company.example')
    await readdress(t, owner, id, ADA.email)
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([30_000])
  })

  test('is added, billed and charged from the day of arrival on', async ({ t }) => {
    const { owner, id } = await paidByHand(t, WHOLE)
    const early = await damage(t, owner, id)
    expect([early.status, early.body.code]).toEqual([409, 'damage_before_arrival'])
    await shift(t, id, 0)
    expect((await damage(t, owner, id)).status).toBe(201)
    await shift(t, id, 3)
    const bill = await t.call('POST', `/reservations/${id}/invoice?is_supplement=true`, undefined, owner)
    expect([bill.status, bill.body.code]).toEqual([409, 'damage_before_arrival'])
    await shift(t, id, 0)
    await billed(t, owner, id)
    await hoursPass(t, id, 49)
    await shift(t, id, 3)
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([30_000])
    await shift(t, id, 0)
    await collectDamages(t)
    expect(chargedFor(t, id)).toEqual([12_000, 30_000])
  })
})

describe('a bill that its guest pays while the job charges it', () => {
  alone('opens no checkout while the card is charged', async ({ t }) => {
    const { owner, id } = await arrived(t, WHOLE)
    await damage(t, owner, id)
    const bill = await billed(t, owner, id)
    await hoursPass(t, id, 48)
    const { charge } = t.app.payments
    const during: number[] = []
    t.app.payments.charge = async (request) => {
      during.push((await t.call('POST', bill)).status)
      return charge(request)
    }
    await collectDamages(t)
    expect([during, chargedFor(t, id)]).toEqual([[409], [12_000, 30_000]])
  })

  alone('closes the checkout that is open, or takes over what was paid in it', async ({ t }) => {
    for (const isPaid of [false, true]) {
      const { owner, id } = await arrived(t, WHOLE)
      await damage(t, owner, id)
      const bill = await billed(t, owner, id)
      const url = await openWith(t, bill, false)
      await hoursPass(t, id, 48)
      const events = isPaid ? t.pay(url) : []
      await collectDamages(t)
      await t.deliver(events)
      expect(chargedFor(t, id), `paid in the checkout: ${isPaid}`).toEqual([12_000, 30_000])
      expect(await paidBill(t, owner, id)).toMatchObject({ status: 'paid', refunded: 0 })
    }
  })

  test('at any moment pays once', async ({ t }) => {
    const { owner, id } = await arrived(t, WHOLE)
    await damage(t, owner, id)
    const bill = await billed(t, owner, id)
    await hoursPass(t, id, 48)
    const [opened] = await Promise.all([t.call('POST', bill), collectDamage.run(t.app, {})])
    expect([303, 409]).toContain(opened.status)
    await t.drain()
    const url = String(opened.headers.location ?? '')
    const events =
      url.includes('cs_test') && t.standin.store.find(url.slice(url.indexOf('cs_test')))?.status === 'open'
        ? t.pay(url)
        : []
    await t.deliver([...events, ...takeEvents(t)])
    await t.drain()
    expect(chargedFor(t, id)).toEqual([12_000, 30_000])
  })
})

alone('a card is detached once the provider is there again', async ({ t }) => {
  const { id, link } = await arrived(t, WHOLE)
  const method = (await cardOf(t, id))?.method_id
  const { detachMethod } = t.app.payments
  let calls = 0
  t.app.payments.detachMethod = async (one) => {
    calls += 1
    if (calls === 1) throw new Error('away')
    return detachMethod(one)
  }
  await t.call('POST', `${link}/card/withdraw`)
  await expect(t.drain()).rejects.toThrow('away')
  expect([calls, (await cardOf(t, id))?.method_id]).toEqual([1, null])
  await skipBackOff(t.app)
  await t.drain()
  expect([calls, customerAt(t, method)]).toEqual([2, null])
})
