import { describe, expect } from 'vitest'
import { collectBalances } from '../../../src/bookings/settlement/balance.jobs.ts'
import { alone, test } from '../../support/app.ts'
import { balancesOf, linkOf, open, received, returned } from '../../support/early-balance.ts'
import { cancel, expectLedger, refundsMade, sessionOf, settle, show, takeEvents } from '../../support/payments.ts'
import { collect, deposited } from '../../support/settlement.ts'
import { balancesComeDue } from '../../support/stays.ts'

describe('a balance that is paid early while something else happens to it', () => {
  alone(
    'whose day comes while its checkout is opened is charged; nobody gets the address of the checkout',
    async ({ t }) => {
      const { guest, id } = await deposited(t)
      const link = await linkOf(t, guest, id)
      await balancesComeDue(t)
      const { createCheckout } = t.app.payments
      t.app.payments.createCheckout = async (key, request) => {
        await collect(t)
        return createCheckout(key, request)
      }
      expect((await t.call('POST', link)).status).toBe(409)
      expect(t.standin.store.list('checkout.session', ({ status }) => status === 'open')).toEqual([])
      await t.deliver(takeEvents(t))
      expect(received(t)).toEqual([9_000, 21_000])
    },
  )

  alone('opens no checkout while the card is charged, and one after the bank has refused', async ({ t }) => {
    const { guest, id } = await deposited(t, 'pm_card_chargeCustomerFail')
    const link = await linkOf(t, guest, id)
    await balancesComeDue(t)
    const { charge } = t.app.payments
    const during: number[] = []
    t.app.payments.charge = async (request) => {
      during.push((await t.call('POST', link)).status)
      return charge(request)
    }
    await collect(t)
    expect(during).toEqual([409])
    await t.deliver(t.pay(await open(t, link)))
    expect(received(t)).toEqual([9_000, 21_000])
  })

  test('of a stay that is given up a moment before it is made is void, and cannot be paid', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const link = await linkOf(t, guest, id)
    const sale = t.app.sales.get('booking')
    if (!sale?.rest) throw new Error('no rest')
    const { rest } = sale
    t.app.sales.set('booking', {
      ...sale,
      rest: {
        ...rest,
        async make(...deposit) {
          await cancel(t, guest, id)
          await rest.make(...deposit)
        },
      },
    })
    const sessions = t.standin.store.list('checkout.session').length
    expect((await t.call('POST', link)).status).toBe(409)
    expect(await balancesOf(t, id)).toMatchObject([{ status: 'cancelled' }])
    expect(t.standin.store.list('checkout.session')).toHaveLength(sessions)
    expect((await t.call('GET', link)).body).not.toContain('<button>')
  })

  alone('that is paid a moment before its checkout is closed is not charged', async ({ t }) => {
    const { guest, id } = await deposited(t)
    const url = await open(t, await linkOf(t, guest, id))
    await balancesComeDue(t)
    const { closeCheckout } = t.app.payments
    t.app.payments.closeCheckout = async (session) => {
      t.app.payments.closeCheckout = closeCheckout
      t.pay(url)
      return closeCheckout(session)
    }
    t.app.payments.charge = () => Promise.reject(new Error('must not be asked'))
    await collect(t)
    expect(received(t)).toEqual([9_000, 21_000])
    expect((await show(t, guest, id)).payments[1]).toMatchObject({ status: 'paid', refunded: 0 })
  })

  alone('raced by the job of its day is paid by one of both', async ({ t }) => {
    for (let round = 0; round < 8; round++) {
      const { guest, id } = await deposited(t)
      const link = await linkOf(t, guest, id)
      await t.db`update reservations set balance_due_on = null where id <> ${id}`
      await balancesComeDue(t, id)
      const posts = Array.from({ length: 6 }, () => t.call('POST', link))
      const [answers] = await Promise.all([Promise.all(posts), collect(t), collectBalances.run(t.app, {})])
      for (const { headers } of answers) {
        const url = String(headers.location)
        if (url.includes('cs_test_') && t.standin.store.find(sessionOf(url))?.status === 'open') t.pay(url)
      }
      await settle(t)
      await collect(t)
      await settle(t)
      expect(await balancesOf(t, id)).toMatchObject([{ status: 'paid' }])
    }
    // A second payment would have been given back.
    expect(refundsMade(t)).toEqual([])
    await expectLedger(t)
  })

  alone('paid while its guest cancels goes back, or was never made', async ({ t }) => {
    for (let round = 0; round < 6; round++) {
      const { guest, id } = await deposited(t)
      const link = await linkOf(t, guest, id)
      const url = round % 2 ? await open(t, link) : undefined
      const pay = async () => {
        const opened = url ?? String((await t.call('POST', link)).headers.location ?? '')
        if (!opened.includes('cs_test_') || t.standin.store.find(sessionOf(opened))?.status !== 'open') return
        for (const event of t.pay(opened)) await t.webhook(event)
      }
      await Promise.all([pay(), cancel(t, guest, id), ...Array.from({ length: 5 }, () => t.call('POST', link))])
      await settle(t)
      await settle(t)
      expect(await balancesOf(t, id)).not.toMatchObject([{ status: 'unpaid' }])
      expect(t.standin.store.list('checkout.session', ({ status }) => status === 'open')).toEqual([])
    }
    expect(returned(t)).toBe(received(t).reduce((sum, amount) => sum + amount, 0))
    await expectLedger(t)
  })
})
