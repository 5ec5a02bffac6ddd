import { describe, expect } from 'vitest'
import { inDays, type TestApp, type TestUser, test } from '../../support/app.ts'
import { arrivalOf, describeArrival, setCode } from '../../support/arrivals.ts'
import { linksOf } from '../../support/stay-page.ts'
import { joins } from '../../support/team.ts'

/** A stay that begins in some days at a home with a code, and its page. */
async function coded(t: TestApp, { asks_identity, days = 1 }: { asks_identity?: boolean; days?: number } = {}) {
  const owner = await t.user()
  const home = await t.home(owner, { base_price: 100 })
  const arrives = async (from: number) => {
    const body = {
      check_in: inDays(from),
      check_out: inDays(from + 2),
      adults: 1,
      guest: { name: 'Ada' },
      pay: 'later',
    }
    const booked = await t.call('POST', `/properties/${home}/reservations`, body, owner)
    expect(booked.status).toBe(201)
    const id = Number(booked.body.data.reservation_id)
    expect((await setCode(t, owner, id)).status).toBe(200)
    const { link } = await linksOf(t, owner, id)
    return { id, page: async () => (await t.call('GET', link)).body.data.arrival }
  }
  if (asks_identity !== undefined) await describeArrival(t, owner, home, { asks_identity })
  return { owner, home, arrives, ...(await arrives(days)) }
}

const see = (t: TestApp, by: TestUser, id: number, seen: string | null) =>
  t.call('PATCH', `/reservations/${id}/arrival`, { seen }, by)

/** The arrival opened, as time would. */
const opensAfter = (t: TestApp, home: string, hours: number) =>
  t.db`update arrivals set identity_asked_from = now() - make_interval(hours => ${hours}) where property_id = ${home}`

describe('a home that asks for the identity of guests', () => {
  test('shows the code after the guest was seen, and says by whom and how to the company alone', async ({ t }) => {
    const { owner, home, id, page } = await coded(t, { asks_identity: true })
    await opensAfter(t, home, 72)
    expect(await page()).toMatchObject({
      state: 'open',
      wifi: { name: 'Cabanon' },
      identity: { is_awaited: true, seen: null },
      access_code: { state: 'set', code: null, note: null },
    })
    const desk = await joins(t, owner, 'desk')
    const seen = await see(t, desk, id, 'live_video')
    expect([seen.status, seen.body.data.identity]).toEqual([
      200,
      { is_awaited: false, seen: { how: 'live_video', by: desk.id, at: expect.any(String) } },
    ])
    expect(await page()).toMatchObject({
      identity: { is_awaited: false, seen: { how: 'live_video', by: null } },
      access_code: { code: '4711#' },
    })
    await see(t, owner, id, null)
    expect((await page()).access_code.code).toBeNull()
    const cleaner = await joins(t, owner, 'cleaner')
    expect((await see(t, cleaner, id, 'in_person')).status).toBe(403)
    for (const wrong of ['by_photo', 7]) expect((await see(t, owner, id, wrong as string)).status).toBe(400)
    expect((await t.call('PATCH', `/reservations/${id}/arrival`, {}, owner)).status).toBe(400)
  })

  test('does not take a code away that was shown: not from an open arrival, nor after a release', async ({ t }) => {
    const { owner, home, page, arrives } = await coded(t)
    expect((await page()).access_code.code).toBe('4711#')
    const later = await arrives(20)
    await t.call('PATCH', `/reservations/${later.id}/arrival`, { access: 'released' }, owner)
    expect((await later.page()).access_code.code).toBe('4711#')
    await describeArrival(t, owner, home, { asks_identity: true })
    expect((await page()).access_code.code).toBe('4711#')
    expect((await later.page()).access_code.code).toBe('4711#')
    const next = await arrives(40)
    expect((await arrivalOf(t, owner, next.id)).body.data.identity).toEqual({ is_awaited: true, seen: null })
  })

  test('is a new one in Italy, unless its company says otherwise; elsewhere it is asked for', async ({ t }) => {
    const { owner, home, id } = await coded(t, { days: 30 })
    const read = async () =>
      (await t.call('GET', `/properties/${home}/arrival`, undefined, owner)).body.data.asks_identity
    const isAwaited = async () => (await arrivalOf(t, owner, id)).body.data.identity.is_awaited
    expect([await read(), await isAwaited()]).toEqual([false, false])
    await t.db`update properties set country_id = 'IT' where id = ${home}`
    expect([await read(), await isAwaited()]).toEqual([true, true])
    await describeArrival(t, owner, home)
    expect([await read(), await isAwaited()]).toEqual([true, true])
    await describeArrival(t, owner, home, { asks_identity: false })
    expect([await read(), await isAwaited()]).toEqual([false, false])
    await describeArrival(t, owner, home)
    expect(await read()).toBe(false)
  })
})

test('owners of homes in Italy of before are asked at the desk, until they have said yes or no', async ({ t }) => {
  const owner = await t.user()
  const [old, other] = [await t.home(owner, { title: 'Casa' }), await t.home(owner)]
  await t.db`update properties set country_id = 'IT' where id = ${old}`
  // As the migration left homes that existed.
  await t.db`insert into arrivals (property_id, reveal_hours, texts) values (${old}, 48, '{}'), (${other}, 48, '{}')`
  const asked = async () => (await t.call('GET', '/desk', undefined, owner)).body.data.identity
  const decides = (asks_identity?: boolean) => describeArrival(t, owner, old, { asks_identity })
  const asks = async () => (await t.call('GET', `/properties/${old}/arrival`, undefined, owner)).body.data.asks_identity
  expect(await asked()).toEqual({ total: 1, items: [{ id: old, title: 'Casa' }] })
  await decides()
  expect((await asked()).total).toBe(1)
  await decides(false)
  expect([(await asked()).total, await asks()]).toEqual([0, false])
  await decides(true)
  expect([(await asked()).total, await asks()]).toEqual([0, true])
  const desk = await joins(t, owner, 'desk')
  expect((await t.call('GET', '/desk', undefined, desk)).body.data.identity).toBeNull()
})
