import { expect } from 'vitest'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { cancelled, channelScene, eventOf, sold, stays } from '../../support/channels.ts'
import { addSupplement, bill, linkOf, payAt, supplements } from '../../support/invoices.ts'
import { cancel, expectLedger, refundsMade, settle } from '../../support/payments.ts'

/** A stay of 300.00 that begins so many days from today under the strict policy, paid as far as is due. */
async function strictStay(t: TestApp, days: number, fields: Record<string, unknown>) {
  const [owner, guest] = [await t.user(), await t.user({ locale: 'en' })]
  const property_id = await t.home(owner, { cancellation_policy: 'strict', ...fields })
  const stay = { property_id, check_in: inDays(days), check_out: inDays(days + 3), adults: 2 }
  const { data } = (await t.call('POST', '/reservations', stay, guest)).body
  await t.deliver(t.pay(data.payment_url))
  return { owner, guest, id: Number(data.reservation_id) }
}

async function paySupplement(t: TestApp, owner: TestUser, id: number, amount: number) {
  expect((await addSupplement(t, owner, id, 'Boat', amount)).status).toBe(201)
  await payAt(t, linkOf(await bill(t, owner, id)))
}

const openCheckouts = (t: TestApp) => t.standin.store.list('checkout.session', ({ status }) => status === 'open')

const credited = (t: TestApp) =>
  t.db<{ kind: string; cents: number }[]>`
    select p.kind, -i.total_cents as cents from invoices i join payments p on p.id = i.payment_id
    where i.kind = 'credit_note' order by p.id`

alone('a penalty for a balance that was never paid is not taken from a supplement', async ({ t }) => {
  const { owner, guest, id } = await strictStay(t, 5, { deposit_percent: 30, balance_due_days: 1 })
  await paySupplement(t, owner, id, 200)
  const preview = await t.call('POST', `/reservations/${id}/cancel?dry_run=true`, {}, guest)
  expect(preview.body.data.refund).toBe(200)
  expect((await cancel(t, guest, id)).body.data.refund).toBe(200)
  await settle(t)
  expect(refundsMade(t).map(({ amount }) => amount)).toEqual([20_000])
  expect(await credited(t)).toEqual([{ kind: 'supplement', cents: 20_000 }])
  await expectLedger(t)
})

alone('what goes back by the terms is credited to the stay, and a supplement by itself', async ({ t }) => {
  const { owner, guest, id } = await strictStay(t, 15, {})
  await paySupplement(t, owner, id, 40)
  expect((await cancel(t, guest, id)).body.data.refund).toBe(190)
  await settle(t)
  expect(await credited(t)).toEqual([
    { kind: 'booking', cents: 15_000 },
    { kind: 'supplement', cents: 4_000 },
  ])
  await expectLedger(t)
})

test('a supplement that nobody has paid is void when the stay is cancelled', async ({ t }) => {
  const { owner, guest, id } = await strictStay(t, 15, {})
  await addSupplement(t, owner, id, 'Boat', 40)
  const link = linkOf(await bill(t, owner, id))
  expect(String((await t.call('POST', link)).headers.location)).toContain('cs_test_')
  await cancel(t, guest, id)
  await t.drain()
  expect((await supplements(t, guest, id))[0].payment_status).toBe('cancelled')
  expect(openCheckouts(t)).toEqual([])
  expect((await t.call('GET', link)).body).toContain('n’est plus possible')
})

alone(
  'a stay that its channel cancels gives the guest a paid supplement back, and closes an open one',
  async ({ t }) => {
    const { owner, deliver } = await channelScene(t)
    await deliver(eventOf(sold(20, 22)))
    const [stay] = await stays(t)
    const id = stay?.id ?? 0
    await paySupplement(t, owner, id, 25)
    await addSupplement(t, owner, id, 'Wine', 30)
    const link = linkOf(await bill(t, owner, id))
    await t.call('POST', link)
    await deliver(eventOf(cancelled(30)))
    await settle(t)
    expect(refundsMade(t).map(({ amount }) => amount)).toEqual([2_500])
    expect(await credited(t)).toEqual([{ kind: 'supplement', cents: 2_500 }])
    expect(openCheckouts(t)).toEqual([])
    expect((await t.call('GET', link)).body).toContain('n’est plus possible')
    await expectLedger(t)
  },
)
