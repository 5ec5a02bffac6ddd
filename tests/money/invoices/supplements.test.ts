import { describe, expect } from 'vitest'
import { alone, isolated, test } from '../../support/app.ts'
import { addSupplement, bill, linkOf, payAt, supplements } from '../../support/invoices.ts'
import { paid, refundsMade, reserved, show, takeEvents } from '../../support/payments.ts'

describe('supplements', () => {
  test('are billed together and paid by a link; later ones by another', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    expect((await bill(t, owner, id)).status).toBe(409)
    const bed = await addSupplement(t, owner, id, 'Lit bébé', 15)
    expect([bed.status, bed.body.data]).toEqual([
      201,
      {
        id: expect.any(Number),
        label: 'Lit bébé',
        amount: 15,
        currency: 'EUR',
        is_damage: false,
        payment_status: null,
        created_at: expect.any(String),
      },
    ])
    await addSupplement(t, owner, id, 'Petit déjeuner', 24.5)
    const answer = await bill(t, owner, id)
    expect(answer.body.data).toMatchObject({ amount: 39.5, currency: 'EUR' })
    expect((await bill(t, guest, id)).body.data).toEqual(answer.body.data)
    const page = await t.call('GET', linkOf(answer), undefined, { locale: 'en' })
    expect(page.body).toContain('Amount due: €39.50')

    await payAt(t, linkOf(answer))
    expect((await supplements(t, guest, id)).map((one: { payment_status: string }) => one.payment_status)).toEqual([
      'paid',
      'paid',
    ])
    expect(await show(t, guest, id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect((await bill(t, owner, id)).status).toBe(409)
    await addSupplement(t, owner, id, 'Ménage', 60)
    expect((await bill(t, owner, id)).body.data).toMatchObject({ amount: 60 })
  })

  test('added while a bill is open join it: the open checkout is closed, and nothing is billed twice', async ({
    t,
  }) => {
    const { owner, guest, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 10)
    const first = await bill(t, owner, id)
    const session = String((await t.call('POST', linkOf(first))).headers.location)
    await addSupplement(t, owner, id, 'b', 5)
    const second = await bill(t, owner, id)
    expect(second.body.data.amount).toBe(15)
    expect(linkOf(second)).not.toBe(linkOf(first))
    const old = await t.call('GET', linkOf(first))
    expect([old.status, linkOf({ body: { data: { invoice_url: String(old.headers.location) } } })]).toEqual([
      303,
      linkOf(second),
    ])
    const states = t.standin.store.list('checkout.session').map(({ status }) => status)
    expect(states).toEqual(expect.arrayContaining(['complete', 'expired']))
    expect(session).toContain('cs_test_')
    // The guest is sent each link once, however often the bill is asked for.
    await bill(t, owner, id)
    await t.drain()
    const bills = (await t.mails(guest.email)).filter(({ subject }) => subject === 'Extras to pay')
    expect(
      bills.map(({ text }) => [first, second].findIndex((one) => text.includes(linkOf(one).slice(1)))).toSorted(),
    ).toEqual([0, 1])
    await payAt(t, linkOf(second))
    // The old link leads there still, where it is said that nothing is due.
    expect(String((await t.call('GET', linkOf(first))).headers.location)).toContain(linkOf(second).slice(1))
    expect((await t.call('GET', linkOf(second))).body).toContain('Déjà payé')
    const sum = (await supplements(t, owner, id)).filter(
      (one: { payment_status: string }) => one.payment_status === 'paid',
    )
    expect(sum).toHaveLength(2)
  })

  test('of an open bill that was paid a moment ago stay paid, and the rest is billed', async ({ t }) => {
    const { owner, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 10)
    const first = await bill(t, owner, id)
    t.pay(String((await t.call('POST', linkOf(first))).headers.location))
    await addSupplement(t, owner, id, 'b', 5)
    expect((await bill(t, owner, id)).body.data.amount).toBe(5)
    expect((await supplements(t, owner, id)).map((one: { payment_status: string }) => one.payment_status)).toEqual([
      'paid',
      'unpaid',
    ])
    await t.drain()
    expect((await show(t, owner, id)).refunds).toEqual([])
    expect(refundsMade(t)).toEqual([])
  })

  alone('added while a payment is in progress are billed after it', async ({ t }) => {
    const { owner, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 10)
    const first = await bill(t, owner, id)
    await t.db`update payments set status = 'processing' where kind = 'supplement'`
    await addSupplement(t, owner, id, 'b', 5)
    expect((await bill(t, owner, id)).body.data).toEqual(first.body.data)
    await payAt(t, linkOf(first))
    expect((await bill(t, owner, id)).body.data).toMatchObject({ amount: 5 })
  })

  isolated('that could not be billed again while the provider was away are billed once it is back', async ({ t }) => {
    const [other, { owner, id }] = [await paid(t), await paid(t)]
    const add = async (label: string, amount: number) => {
      for (const stay of [other, { owner, id }]) await addSupplement(t, stay.owner, stay.id, label, amount)
    }
    await add('a', 10)
    for (const stay of [other, { owner, id }]) await t.call('POST', linkOf(await bill(t, stay.owner, stay.id)))
    await add('b', 5)
    const { closeCheckout } = t.app.payments
    t.app.payments.closeCheckout = () => Promise.reject(new Error('away'))
    for (const stay of [other, { owner, id }])
      expect((await bill(t, stay.owner, stay.id)).status).toBeGreaterThanOrEqual(500)
    t.app.payments.closeCheckout = closeCheckout
    expect((await bill(t, owner, id)).body.data).toMatchObject({ amount: 15 })
    expect(
      (await supplements(t, other.owner, other.id)).map((one: { payment_status: string }) => one.payment_status),
    ).toEqual(['cancelled', null])
  })

  isolated('of a bill that is replaced while its link is clicked are never paid twice', async ({ t }) => {
    const { owner, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 10)
    const first = await bill(t, owner, id)
    await addSupplement(t, owner, id, 'b', 5)
    const [second, ...clicks] = await Promise.all([
      bill(t, owner, id),
      ...Array.from({ length: 24 }, () => t.call('POST', linkOf(first))),
    ])
    expect(second?.body.data.amount).toBe(15)
    expect(clicks.filter(({ status }) => ![303, 409].includes(status))).toEqual([])
    const sessions = t.standin.store.list('checkout.session', ({ status }) => status === 'open')
    expect(sessions).toEqual([])
    if (second) await payAt(t, linkOf(second))
    const [sum] = await t.db<{ total: number }[]>`
      select sum(amount_cents)::bigint as total from payments where kind = 'supplement' and status = 'paid'`
    expect(sum?.total).toBe(1_500)
  })

  for (const [currency, small, more] of [
    ['EUR', 0.3, 0.2],
    ['CZK', 9, 6],
  ] as const) {
    test(`below the provider’s minimum in ${currency} wait for the next bill, and can be deleted`, async ({ t }) => {
      const { owner, guest, id } = await paid(t, { currency })
      const { id: line } = (await addSupplement(t, owner, id, 'a', small)).body.data
      const refused = await bill(t, guest, id)
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('minimum')])
      expect(await supplements(t, owner, id)).toMatchObject([{ payment_status: null }])
      expect((await t.call('DELETE', `/reservations/${id}/supplements/${line}`, undefined, owner)).status).toBe(200)
      await addSupplement(t, owner, id, 'a', small)
      expect((await bill(t, owner, id)).status).toBe(409)
      await addSupplement(t, owner, id, 'b', more)
      const answer = await bill(t, owner, id)
      expect(answer.body.data).toMatchObject({ amount: small + more })
      await payAt(t, linkOf(answer))
      expect(await supplements(t, owner, id)).toMatchObject([{ payment_status: 'paid' }, { payment_status: 'paid' }])
    })
  }

  test('that are left of a bill that was paid a moment ago wait too, when they are below the minimum', async ({
    t,
  }) => {
    const { owner, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 10)
    t.pay(String((await t.call('POST', linkOf(await bill(t, owner, id)))).headers.location))
    await addSupplement(t, owner, id, 'b', 0.2)
    expect((await bill(t, owner, id)).status).toBe(409)
    expect(await supplements(t, owner, id)).toMatchObject([{ payment_status: 'paid' }, { payment_status: null }])
    await addSupplement(t, owner, id, 'c', 5)
    expect((await bill(t, owner, id)).body.data.amount).toBe(5.2)
  })

  alone('paid while the stay is given up go back in full', async ({ t }) => {
    const { owner, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 30)
    const opened = await t.call('POST', linkOf(await bill(t, owner, id)))
    const events = t.pay(String(opened.headers.location))
    await t.call('POST', `/reservations/change-status-reservation-by-proprio/${id}/cancelled`, undefined, owner)
    await t.deliver(events)
    await t.deliver(takeEvents(t))
    const amounts = refundsMade(t).map(({ amount }) => Number(amount))
    expect(amounts.toSorted((a, b) => a - b)).toEqual([3_000, 30_000])
    expect(await t.db`select from payments where status <> 'refunded'`).toHaveLength(0)
  })

  alone('fifty bills at once are one payment', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    await addSupplement(t, owner, id, 'a', 10)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => bill(t, index % 2 ? owner : guest, id)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    expect(await t.db`select from payments where kind = 'supplement'`).toHaveLength(1)
  })

  test('are the owner’s to add, and strangers know nothing of them', async ({ t }) => {
    const { guest, id } = await paid(t)
    const path = `/reservations/${id}/supplements`
    expect((await addSupplement(t, guest, id, 'x', 1)).status).toBe(403)
    expect((await addSupplement(t, await t.user(), id, 'x', 1)).status).toBe(404)
    expect((await t.call('GET', path, undefined, await t.user())).status).toBe(404)
    expect((await t.call('GET', path)).status).toBe(401)
  })

  test('have an amount and a label', async ({ t }) => {
    const { owner, id } = await paid(t)
    for (const amount of [0, -5, 0.001, '5', null, undefined])
      expect((await addSupplement(t, owner, id, 'x', amount)).status, String(amount)).toBe(400)
    for (const label of ['', ' ', 'x'.repeat(256)])
      expect((await addSupplement(t, owner, id, label, 1)).status).toBe(400)
  })

  test('are the owner’s to delete until they are billed', async ({ t }) => {
    const { owner, guest, id } = await paid(t)
    const path = `/reservations/${id}/supplements`
    const { id: one } = (await addSupplement(t, await t.user({ role: 'support' }), id, 'x', 1)).body.data
    const { id: billed } = (await addSupplement(t, owner, id, 'y', 1)).body.data
    expect((await t.call('DELETE', `${path}/${one}`, undefined, guest)).status).toBe(403)
    expect((await t.call('DELETE', `${path}/${one}`, undefined, owner)).status).toBe(200)
    expect((await t.call('DELETE', `${path}/${one}`, undefined, owner)).status).toBe(404)
    expect(await supplements(t, owner, id)).toMatchObject([{ id: billed }])
    await bill(t, owner, id)
    expect((await t.call('DELETE', `${path}/${billed}`, undefined, owner)).status).toBe(409)
  })

  test('come to a stay that is paid', async ({ t }) => {
    const open = await reserved(t)
    expect((await addSupplement(t, open.owner, open.id, 'x', 1)).status).toBe(409)
    expect((await addSupplement(t, open.owner, 999_999, 'x', 1)).status).toBe(404)
  })
})
