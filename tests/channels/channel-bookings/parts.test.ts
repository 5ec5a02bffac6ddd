import { describe, expect } from 'vitest'
import { inDays, type TestApp, test as unmanaged } from '../../support/app.ts'
import { mapHome, mappedHome, test } from '../../support/channel-manager.ts'
import { cancelled, channelScene, eventOf, modified, range, send, sold, stays } from '../../support/channels.ts'
import { record } from '../../support/elsewhere.ts'
import { payAt } from '../../support/invoices.ts'
import { refundsMade, show } from '../../support/payments.ts'

const AT_PROPERTY = { payment_collect: 'property' }
const tax = (name: string, type: string, total_price: string, fields: object = {}) => ({
  ...{ name, type, total_price, is_inclusive: false },
  ...fields,
})

async function soldStay(t: TestApp, fields: object = {}) {
  const scene = await channelScene(t)
  await scene.deliver(eventOf(sold(30, 33, { ...AT_PROPERTY, ...fields })))
  const id = (await stays(t)).at(-1)?.id ?? 0
  return { ...scene, id, shown: () => show(t, scene.owner, id) }
}

describe('a booking of several rooms', () => {
  const room = (room_type_id: string, fields: object = {}) => ({ room_type_id, amount: '200.00', ...fields })

  test.for([
    ['another home', ['R', 'R2']],
    ['the same home', ['R', 'R']],
  ] as const)('frees one that is cancelled, beside one of %s', async ([, types], { t, manager }) => {
    const { owner, support, secret } = await mappedHome(t)
    await mapHome(t, support, await t.home(owner), '2')
    await t.drain()
    const bring = async (id: string, booking: object) => {
      manager.revisions.push({ ...booking, id, property_id: 'P' })
      await send(t, secret, eventOf({ revision_id: id, property_id: 'P' }))
      await t.drain()
    }
    const rooms = (first: object, second: object) => [room(types[0], first), room(types[1], second)]
    const days = { checkin_date: inDays(34), checkout_date: inDays(36) }
    await bring('r1', sold(30, 33, { rooms: rooms({}, days) }))
    const [kept, given] = (await stays(t)).map(({ id }) => id).toReversed()
    await bring('r2', modified(30, 36, 10, { rooms: rooms({ is_cancelled: true }, days) }))
    expect(await stays(t)).toMatchObject([
      { id: given, status: 'cancelled', stay: null },
      { id: kept, status: 'confirmed', stay: range(34, 36) },
    ])
    await bring('r3', modified(30, 36, 20, { rooms: rooms({ is_cancelled: false }, days) }))
    expect((await stays(t)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    await bring('r4', modified(30, 36, 30, { rooms: rooms({ is_cancelled: true }, { ...days, is_cancelled: true }) }))
    expect((await stays(t)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })
})

describe('services of a booking', () => {
  const breakfast = { type: 'Breakfast', name: 'Breakfast', total_price: '20.00' }

  unmanaged.for([
    ['beside the room', { amount: '220.00', rooms: [{ amount: '200.00' }], services: [breakfast] }, 220],
    ['in the amount of the room', { amount: '200.00', rooms: [{ amount: '200.00', services: [breakfast] }] }, 200],
    [
      'in a total that its room equals',
      { amount: '200.00', rooms: [{ amount: '200.00' }], services: [breakfast] },
      200,
    ],
    ['not in a total that is larger', { amount: '250.00', rooms: [{ amount: '200.00' }], services: [breakfast] }, 220],
    ['without a total', { amount: null, rooms: [{ amount: '200.00' }], services: [breakfast] }, 200],
  ] as const)('%s', async ([, fields, total], { t }) => {
    const { shown } = await soldStay(t, fields)
    expect(await shown()).toMatchObject({ price: { total }, amount_open: total })
  })
})

describe('taxes beside the total', () => {
  unmanaged.for([
    ['owed', { taxes: [tax('City tax', 'city_tax', '12.00')] }, [['tourist_tax', 12]], undefined, [12, 0]],
    [
      'withheld',
      { collected_taxes: [tax('CITY_TAX (Withheld Tax) (7.20%)', 'City Tax', '23.04', { is_withheld: true })] },
      undefined,
      [['tourist_tax', 23.04]],
      [0, 23.04],
    ],
    [
      'withheld, among the others',
      { taxes: [tax('City tax', 'city_tax', '5', { is_withheld: true })] },
      undefined,
      [['tourist_tax', 5]],
      [0, 5],
    ],
    [
      'included',
      { taxes: [tax('City tax', 'city_tax', '12.00', { is_inclusive: true })] },
      undefined,
      undefined,
      [12, 0],
    ],
    [
      'of other kinds',
      { taxes: [tax('Additional Guest Fee', 'fee', '29.57'), tax('Cleaning', 'fee', '40')] },
      [
        ['accommodation', 29.57],
        ['cleaning', 40],
      ],
      undefined,
      [0, 0],
    ],
  ] as const)('%s', async ([, fields, excluded, withheld, [due, by_channels]], { t }) => {
    const { owner, shown } = await soldStay(t, { rooms: [{ amount: '410.88', ...fields }] })
    const { price, amount_open } = await shown()
    const pairs = (lines?: { code: string; amount: number }[]) => lines?.map(({ code, amount }) => [code, amount])
    expect([pairs(price.excluded), pairs(price.withheld)]).toEqual([excluded, withheld])
    const owed = (excluded ?? []).reduce((sum, [, amount]) => sum + amount, 410.88)
    expect([price.total, amount_open]).toEqual([410.88, Math.round(owed * 100) / 100])
    const days = `from=${inDays(30)}&to=${inDays(40)}`
    const { data } = (await t.call('GET', `/exports/tourist-tax?${days}`, undefined, owner)).body
    expect(data.totals).toMatchObject([{ tourist_tax: due, tourist_tax_by_channels: by_channels }])
  })
})

describe('a cancellation of a channel', () => {
  const fee = { services: [{ name: 'Cancellation Fee', type: 'Cancellation Fee', total_price: '76.50' }] }

  unmanaged.for([
    ['with a fee', { ...fee, amount: '76.50', ota_commission: '1.00' }, 76.5, 1],
    ['without one', { amount: '410.88' }, null, 30],
    ['with a service of another kind', { services: [{ name: 'Cancellation protection', total_price: '9' }] }, null, 30],
  ] as const)('%s keeps fee and commission', async ([, fields, cancellation_fee, commission], { t }) => {
    const { deliver, shown } = await soldStay(t, { ota_commission: '30.00' })
    await deliver(eventOf(cancelled(10, fields), 'booking_cancellation'))
    expect(await shown()).toMatchObject({ status: 'cancelled', cancellation_fee, commission, price: { total: 410.88 } })
    await deliver(eventOf(modified(30, 33, 20, AT_PROPERTY)))
    expect(await shown()).toMatchObject({ status: 'confirmed', cancellation_fee: null })
  })

  unmanaged('refunds what was paid by card, but for its fee', async ({ t }) => {
    const { deliver, shown } = await soldStay(t)
    await payAt(t, (await shown()).payments[0].payment_url)
    await t.drain()
    expect(await shown()).toMatchObject({ payment_status: 'paid' })
    await deliver(eventOf(cancelled(10, fee), 'booking_cancellation'))
    expect(refundsMade(t).map((refund) => Object(refund).amount)).toEqual([41_088 - 7_650])
  })

  unmanaged('of which the fee is more than was paid refunds nothing', async ({ t }) => {
    const { owner, id, deliver, shown } = await soldStay(t)
    await record(t, owner, id, 50)
    await deliver(eventOf(cancelled(10, fee), 'booking_cancellation'))
    expect(await shown()).toMatchObject({ cancellation_fee: 76.5, refunds: [] })
  })
})
