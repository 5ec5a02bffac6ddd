import { describe, expect } from 'vitest'
import { askForOwed } from '../../../src/bookings/settlement/collected.jobs.ts'
import { followOwed } from '../../../src/bookings/settlement/collected.ts'
import { admin } from '../../support/admin.ts'
import { alone, inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { cancelled, channelScene, daysPass, eventOf, modified, sold, stays } from '../../support/channels.ts'
import { moneyShown, record } from '../../support/elsewhere.ts'
import { bill } from '../../support/invoices.ts'
import { expectLedger, show } from '../../support/payments.ts'
import { linksOf, read } from '../../support/stay-page.ts'

const AT_PROPERTY = { payment_collect: 'property' }
const city = { name: 'City tax', type: 'city_tax', total_price: '12.00', is_inclusive: false }

/** A stay that a channel has sold, of 410.88. */
async function soldStay(t: TestApp, fields: object = {}, [from, to]: readonly [number, number] = [30, 33]) {
  const scene = await channelScene(t)
  await scene.deliver(eventOf(sold(from, to, { ...fields })))
  return { ...scene, id: (await stays(t)).at(-1)?.id ?? 0 }
}

const patch = (t: TestApp, user: TestUser, id: number, collected_by: string) =>
  t.call('PATCH', `/reservations/${id}`, { collected_by }, user)

/** Takes back what an operator has enabled, as in a database that was upgraded. */
const upgraded = (t: TestApp) => t.db`delete from enabled_releases`

const HERE = { payment_status: 'scheduled', amount_open: 410.88 }
const THERE = { payment_status: 'collected_by_channel', amount_open: null }
const ELSEWHERE = { payment_status: null, amount_open: null }

describe('the price of a stay of a channel', () => {
  test.for([
    ['property', HERE, { collected_by: 'property', collector_assumed: false }],
    ['Property', HERE, { collected_by: 'property', collector_assumed: false }],
    [null, HERE, { collected_by: 'property', collector_assumed: true }],
    [undefined, HERE, { collected_by: 'property', collector_assumed: true }],
    ['nobody', HERE, { collected_by: 'property', collector_assumed: true }],
    ['ota', THERE, { collected_by: 'channel', collector_assumed: false }],
  ] as const)('with payment_collect %s', async ([payment_collect, money, collector], { t }) => {
    const { owner, id } = await soldStay(t, { payment_collect })
    expect(await show(t, owner, id)).toMatchObject({
      ...money,
      ...collector,
      price: { total: 410.88 },
    })
    const { data } = (await t.call('GET', '/reservations?as=owner', undefined, owner)).body
    expect(data).toMatchObject([{ ...money, ...collector }])
  })

  test('is due from the day of arrival, and late from the day after', async ({ t }) => {
    const { owner, id, deliver } = await soldStay(t, AT_PROPERTY, [1, 4])
    expect([await moneyShown(t, owner, id), (await desk(t, owner)).unpaid.total]).toMatchObject([{ due: 0 }, 0])
    await deliver(eventOf(modified(0, 4, 10, AT_PROPERTY)))
    expect(await show(t, owner, id)).toMatchObject({ payment_status: 'unpaid', amount_open: 410.88 })
    expect([await moneyShown(t, owner, id), (await desk(t, owner)).unpaid.total]).toMatchObject([{ due: 410.88 }, 0])
    await t.db`update payments set due_on = due_on - 1 where reservation_id = ${id}`
    expect((await desk(t, owner)).unpaid).toMatchObject({ total: 1, items: [{ id }] })
  })

  test('can be recorded in parts, and has its invoice with the taxes that it does not include', async ({ t }) => {
    const { owner, id } = await soldStay(t, { ...AT_PROPERTY, rooms: [{ amount: '410.88', taxes: [city] }] })
    expect(await show(t, owner, id)).toMatchObject({
      amount_open: 422.88,
      price: { total: 410.88, excluded: [{ code: 'tourist_tax', amount: 12 }] },
    })
    expect((await record(t, owner, id, 22.88)).status).toBe(201)
    expect((await record(t, owner, id, 400.01)).body.code).toBe('more_than_due')
    expect((await record(t, owner, id, 400)).status).toBe(201)
    expect(await show(t, owner, id)).toMatchObject({ payment_status: 'paid', amount_open: 0 })
    expect((await bill(t, owner, id, false)).status).toBe(200)
    await t.drain()
    const [invoiced] = await t.db<{ cents: number }[]>`
      select sum(total_cents)::integer as cents from invoices where reservation_id = ${id}`
    expect(invoiced).toEqual({ cents: 42_288 })
    await expectLedger(t)
  })

  test('is invoiced line by line when it is paid at once', async ({ t }) => {
    const { owner, id } = await soldStay(t, { ...AT_PROPERTY, rooms: [{ amount: '410.88', taxes: [city] }] })
    await record(t, owner, id, 422.88)
    await t.drain()
    const [invoice] = await t.db<{ lines: { amount_cents: number; vat_hundredths: number }[] }[]>`
      select lines from invoices where reservation_id = ${id}`
    expect(invoice?.lines.map(({ amount_cents, vat_hundredths }) => [amount_cents, vat_hundredths])).toEqual([
      [41_088, 0],
      [1_200, 0],
    ])
  })

  test('can be asked for: the company has its link', async ({ t }) => {
    const { owner, id } = await soldStay(t, AT_PROPERTY)
    const { payments } = await show(t, owner, id)
    expect(payments).toMatchObject([{ kind: 'booking', amount: 410.88, status: 'unpaid', due_on: inDays(30) }])
    const { money } = await read(t, (await linksOf(t, owner, id)).link)
    expect(money).toMatchObject({ paid: 0, open: 410.88, payments: [{ payment_url: payments[0].payment_url }] })
    expect((await t.call('GET', payments[0].payment_url.replace('http://sejour.test/api/v1', ''))).status).toBeLessThan(
      400,
    )
  })

  test.for([
    ['dearer', 500, 500],
    ['cheaper', 300, 300],
    ['nothing', 0, 0],
  ] as const)('follows the channel, which makes it %s', async ([, amount, open], { t }) => {
    const { owner, id, deliver } = await soldStay(t, AT_PROPERTY)
    await deliver(eventOf(modified(31, 34, 10, { ...AT_PROPERTY, amount })))
    expect(await show(t, owner, id)).toMatchObject({ amount_open: open === 0 ? null : open })
    const due = await t.db`
      select due_on, amount_cents::integer from payments where reservation_id = ${id} and payment_is_due(status)`
    expect(due).toEqual(open === 0 ? [] : [{ due_on: inDays(31), amount_cents: open * 100 }])
    await deliver(eventOf(modified(31, 34, 20, { ...AT_PROPERTY, amount: 450 })))
    expect(await show(t, owner, id)).toMatchObject({ amount_open: 450, payment_status: 'scheduled' })
  })

  test('that was paid, and refunded since, is asked for again only where it grows', async ({ t }) => {
    const { owner, id, deliver } = await soldStay(t, AT_PROPERTY)
    await record(t, owner, id, 410.88)
    await record(t, owner, id, -50)
    const change = async (minute: number, amount: number) => {
      await deliver(eventOf(modified(30, 33, minute, { ...AT_PROPERTY, amount })))
      return (await show(t, owner, id)).amount_open
    }
    expect([await change(10, 410.88), await change(20, 400), await change(30, 430.88)]).toEqual([0, 0, 20])
  })

  test('is asked for no more when the channel cancels, and again when it sells the stay again', async ({ t }) => {
    const { owner, id, deliver } = await soldStay(t, AT_PROPERTY)
    await deliver(eventOf(cancelled(10), 'booking_cancellation'))
    expect(await show(t, owner, id)).toMatchObject({ status: 'cancelled', amount_open: 0 })
    await deliver(eventOf(modified(30, 33, 20, { ...AT_PROPERTY, amount: 420 })))
    expect(await show(t, owner, id)).toMatchObject({ ...HERE, amount_open: 420 })
  })

  test('that went back because the stay was cancelled, or became cheaper, is asked for again', async ({ t }) => {
    const { owner, id, deliver } = await soldStay(t, AT_PROPERTY)
    await record(t, owner, id, 410.88)
    await deliver(eventOf(cancelled(10), 'booking_cancellation'))
    await record(t, owner, id, -410.88)
    await deliver(eventOf(modified(30, 33, 20, { ...AT_PROPERTY, amount: 410.88 })))
    expect((await show(t, owner, id)).amount_open).toBe(410.88)
    expect((await record(t, owner, id, 410.88)).status).toBe(201)
    await deliver(eventOf(modified(30, 33, 30, { ...AT_PROPERTY, amount: 300 })))
    await record(t, owner, id, -110.88)
    await deliver(eventOf(modified(30, 33, 40, { ...AT_PROPERTY, amount: 410.88 })))
    expect((await show(t, owner, id)).amount_open).toBe(110.88)
    await expectLedger(t)
  })

  test('is asked for once, whoever asks at the same time', async ({ t }) => {
    const { owner, id } = await soldStay(t, { payment_collect: 'ota' })
    await t.db`update reservations set collected_by = 'property' where id = ${id}`
    await Promise.all([1, 2, 3, 4].map(() => followOwed(t.app, id)))
    await Promise.all([followOwed(t.app, id), record(t, owner, id, 100), followOwed(t.app, id)])
    expect(await show(t, owner, id)).toMatchObject({ amount_open: 310.88 })
    await expectLedger(t)
  })

  test('that only is assumed to be collected by the property is asked of no guest', async ({ t }) => {
    const { owner, id } = await soldStay(t)
    const money = async () => (await read(t, (await linksOf(t, owner, id)).link)).money
    expect(await money()).toMatchObject({ paid: null, open: null, payments: [] })
    await patch(t, owner, id, 'property')
    expect(await money()).toMatchObject({ open: 410.88, payments: [{ amount: 410.88 }] })
  })

  test('guaranteed by a card of the channel without a day is paid by the guest', async ({ t }) => {
    const { owner, id } = await soldStay(t, { ...AT_PROPERTY, guarantee: { is_virtual: true } })
    expect((await show(t, owner, id)).virtual_card).toEqual({ charge_from: null })
    expect((await read(t, (await linksOf(t, owner, id)).link)).money).toMatchObject({ open: 410.88 })
  })

  test('paid with a card of the channel is asked of no guest, and no card is stored', async ({ t }) => {
    const guarantee = {
      ...{ card_number: '411111******1111', cardholder_name: 'Bookingcom Agent', cvv: '***', is_virtual: true },
      meta: { virtual_card_current_balance: '6755', virtual_card_effective_date: inDays(29) },
    }
    const { owner, id } = await soldStay(t, { ...AT_PROPERTY, guarantee })
    expect(await show(t, owner, id)).toMatchObject({ ...HERE, virtual_card: { charge_from: inDays(29) } })
    expect((await read(t, (await linksOf(t, owner, id)).link)).money).toMatchObject({
      paid: null,
      open: null,
      payments: [],
    })
    const [stored] = await t.db<{ text: string }[]>`
      select string_agg(payload::text || coalesce(convert_from(body, 'UTF8'), ''), '') as text from inbound_events where provider = 'channel'`
    expect(stored?.text).not.toMatch(/4111|Bookingcom|6755/)
  })
})

const desk = async (t: TestApp, user: TestUser) => (await t.call('GET', '/desk', undefined, user)).body.data

describe('who collects is confirmed by the company', () => {
  test('either way, in the audit, and the channel does not change it', async ({ t }) => {
    const { owner, id, deliver } = await soldStay(t)
    expect((await patch(t, owner, id, 'channel')).body.data).toMatchObject({
      collected_by: 'channel',
      collector_assumed: false,
    })
    await t.drain()
    expect(await show(t, owner, id)).toMatchObject(THERE)
    await deliver(eventOf(modified(30, 33, 10, AT_PROPERTY)))
    expect(await show(t, owner, id)).toMatchObject({ ...THERE, collected_by: 'channel' })
    await patch(t, owner, id, 'property')
    await t.drain()
    expect(await show(t, owner, id)).toMatchObject({ ...HERE, collected_by: 'property' })
    const { data } = (await t.call('GET', `/audit?action=reservation.collector`, undefined, owner)).body
    expect(data.filter(({ object_id }: { object_id: string }) => object_id === String(id))).toHaveLength(2)
  })

  test('with the scope of payments, by no guest, and only of a stay of a channel', async ({ t }) => {
    const { owner, home, id } = await soldStay(t)
    const member = await t.user()
    expect((await patch(t, member, id, 'channel')).status).toBe(404)
    expect((await patch(t, owner, id, 'somebody')).body.errors).toHaveProperty('collected_by')
    const guest = await t.user()
    const stay = { property_id: home, check_in: inDays(50), check_out: inDays(53) }
    const booked = (await t.call('POST', '/reservations', stay, guest)).body.data.reservation_id
    expect((await patch(t, owner, booked, 'channel')).body.errors).toHaveProperty('collected_by')
    expect((await patch(t, guest, booked, 'channel')).status).toBe(403)
  })
})

describe('an upgraded database', () => {
  alone('asks nobody for money before 0.3 is enabled, and for arrivals after that day then', async ({ t }) => {
    await upgraded(t)
    const { owner, id, deliver } = await soldStay(t, AT_PROPERTY)
    await deliver(eventOf(sold(-1, 3, { ...AT_PROPERTY, booking_id: 'begins' })))
    await deliver(eventOf(sold(40, 43, { payment_collect: 'ota', booking_id: 'there' })))
    const ask = async () => {
      await t.app.jobs.enqueue(t.db, askForOwed, {})
      await t.drain()
      return Promise.all((await stays(t)).map(async (stay) => (await show(t, owner, stay.id)).amount_open))
    }
    expect(await ask()).toEqual([null, null, null])
    expect(await show(t, owner, id)).toMatchObject(ELSEWHERE)
    expect(await admin(t, 'enable', '0.3')).toContain('No node of 0.2 is connected')
    expect(await ask()).toEqual([410.88, null, null])
    expect(await ask()).toEqual([410.88, null, null])
    // Enabled again later, the first day counts.
    await t.db`update enabled_releases set enabled_on = enabled_on - 10`
    await admin(t, 'enable', '0.3')
    expect(await ask()).toEqual([410.88, 410.88, null])
    await daysPass(t, 1)
  })
})
