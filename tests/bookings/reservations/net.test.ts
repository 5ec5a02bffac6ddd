import { expect } from 'vitest'
import { inDays, PARIS, type TestUser, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { channelScene, eventOf, sold } from '../../support/channels.ts'
import { joins } from '../../support/team.ts'

const KEYS = ['check_in', 'check_out', 'currency', 'guest_name', 'id', 'net', 'property_id', 'property_title']

test('an owner in the team gets name, days and net of stays in their homes, and nothing else', async ({ t }) => {
  await t.db`update cities set tax_per_adult_night_cents = 150 where id = ${PARIS}`
  const { owner: company, guest, home } = await scene(t)
  const second = await t.home(company)
  const [rossi, both] = [await joins(t, company, 'owner', [home]), await joins(t, company, 'owner', [home, second])]
  const paid = async (property_id: string, from: number) => {
    const { reservation_id, payment_url } = (await book(t, guest, stay(property_id, from))).body.data
    await t.deliver(t.pay(payment_url))
    await t.drain()
    return Number(reservation_id)
  }
  const [first, later, elsewhere] = [await paid(home, 30), await paid(home, 60), await paid(second, 40)]
  await book(t, guest, stay(home, 90))
  const read = async (user: TestUser, query = '') =>
    (await t.call('GET', `/stays/net${query}`, undefined, user)).body.data.map(({ id }: { id: number }) => id)
  expect(await read(rossi)).toEqual([later, first])
  expect(await read(both)).toEqual([later, elsewhere, first])
  expect(await read(company)).toEqual([later, elsewhere, first])
  expect(await read(rossi, `?from=${inDays(31)}&to=${inDays(59)}`)).toEqual([first])
  expect(await read(rossi, `?from=${inDays(33)}`)).toEqual([later])
  expect(await read(both, `?property_id=${second}`)).toEqual([elsewhere])
  expect(await read(rossi, '?per_page=1&page=2')).toEqual([first])
  expect(await read(await t.user())).toEqual([])

  const shown = (await t.call('GET', `/reservations/${first}`, undefined, company)).body.data
  const lines = shown.price.lines as { code: string; amount: number }[]
  const tax = lines.filter(({ code }) => code === 'tourist_tax').reduce((sum, { amount }) => sum + amount, 0)
  expect(tax).toBeGreaterThan(0)
  const [, net] = (await t.call('GET', '/stays/net', undefined, rossi)).body.data
  expect(Object.keys(net).toSorted()).toEqual(KEYS)
  expect(net).toMatchObject({ check_in: inDays(30), check_out: inDays(33), currency: 'EUR', property_id: home })
  expect(Math.round(net.net * 100)).toBe(Math.round((shown.price.total - tax) * 100))
  expect(net.guest_name).toBe(shown.contact.name)

  for (const [query, status] of [
    [`?property_id=${second}`, 404],
    ['?property_id=1', 400],
    ['?from=2027-02-30', 400],
    ['?per_page=101', 400],
  ] as const)
    expect([query, (await t.call('GET', `/stays/net${query}`, undefined, rossi)).status]).toEqual([query, status])
  expect((await t.call('GET', '/stays/net', undefined, await joins(t, company, 'accountant'))).status).toBe(403)
})

test('the commission of a channel is subtracted where it is known', async ({ t }) => {
  const { owner, home, deliver } = await channelScene(t)
  const rossi = await joins(t, owner, 'owner', [home])
  await deliver(eventOf(sold(30, 33, { ota_commission: '61.63' })))
  await deliver(eventOf(sold(40, 43, { booking_id: 'b2', ota_reservation_code: 'HM2' })))
  const { data } = (await t.call('GET', '/stays/net', undefined, rossi)).body
  expect(data).toMatchObject([
    { guest_name: 'Grace Hopper', check_in: inDays(40), net: 410.88 },
    { guest_name: 'Grace Hopper', check_in: inDays(30), net: 349.25 },
  ])
})
