import { describe, expect } from 'vitest'
import { inDays, isolated, PARIS, type TestApp, type TestUser, test } from '../../support/app.ts'

const URL = `/cities/${PARIS}/tax`
const stay = { check_in: inDays(30), check_out: inDays(32), adults: 2, children: 1 }

const set = (t: TestApp, admin: TestUser, tax: unknown) => t.call('PUT', URL, { tax }, admin)
const quote = async (t: TestApp, property_id: string) =>
  (await t.call('POST', '/quotes', { property_id, ...stay })).body.data
const found = async (t: TestApp) => {
  const query = new URLSearchParams({ ...stay, adults: '2', children: '1' })
  return (await t.call('GET', `/properties/search?${query}`)).body.data[0].price_total
}
const taxOf = ({ lines }: { lines: { code: string; amount: number }[] }) =>
  lines.find(({ code }) => code === 'tourist_tax')?.amount ?? 0

describe('the tourist tax of a city', () => {
  test('is in the next quote and search, per adult and night or as a capped percent, until it is removed', async ({
    t,
  }) => {
    const admin = await t.user({ role: 'admin' })
    const home = await t.home(await t.user(), { base_price: 90 })
    for (const [tax, expected] of [
      [{ per_adult_night: 1.5 }, 6],
      [{ percent: 5 }, 6],
      [{ percent: 12.5, cap: 2.05 }, 8.2],
      [{ per_adult_night: 0 }, 0],
      [null, 0],
    ] as const) {
      const { status, body } = await set(t, admin, tax)
      expect([status, body.data.tax]).toEqual([200, tax && { per_adult_night: null, percent: null, cap: null, ...tax }])
      const priced = await quote(t, home)
      expect(taxOf(priced)).toBe(expected)
      expect(priced.total).toBe(180 + expected)
      expect(await found(t)).toBe(priced.total)
    }
  })

  test('never changes a quote that exists, nor its reservation', async ({ t }) => {
    const [admin, guest] = [await t.user({ role: 'admin' }), await t.user()]
    const home = await t.home(await t.user(), { base_price: 90 })
    await set(t, admin, { per_adult_night: 1.5 })
    const before = await quote(t, home)
    await set(t, admin, { per_adult_night: 10 })
    expect((await quote(t, home)).total).toBe(220)
    const { body } = await t.call('GET', `/quotes/confirm?quote_id=${before.quote_id}`, undefined, guest)
    const reservation = async () =>
      (await t.call('GET', `/reservations/${body.data.reservation_id}`, undefined, guest)).body.data
    expect((await reservation()).price.total).toBe(186)
    await set(t, admin, null)
    expect((await reservation()).price.total).toBe(186)
  })

  isolated('is kept with who changed it, when, before and after; what changes nothing is not', async ({ t }) => {
    const [admin, other] = [await t.user({ role: 'admin' }), await t.user({ role: 'admin' })]
    await set(t, admin, { per_adult_night: 1.5 })
    await set(t, admin, { per_adult_night: 1.5 })
    await set(t, other, { percent: 5, cap: 5.5 })
    const { body } = await t.call('GET', URL, undefined, admin)
    expect(body.data).toEqual({
      city_id: PARIS,
      tax: { per_adult_night: null, percent: 5, cap: 5.5 },
      changes: [
        {
          id: expect.any(Number),
          changed_at: expect.stringMatching(/Z$/),
          changed_by: { id: other.id, username: other.username },
          operator: null,
          before: { per_adult_night: 1.5, percent: null, cap: null },
          after: { per_adult_night: null, percent: 5, cap: 5.5 },
        },
        expect.objectContaining({ changed_by: { id: admin.id, username: admin.username }, before: null }),
      ],
    })
  })

  isolated('of ten changes at once each knows the one before it', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => set(t, admin, { per_adult_night: index + 1 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { tax, changes } = (await t.call('GET', URL, undefined, admin)).body.data
    expect(changes).toHaveLength(10)
    const [newest] = changes
    expect(newest.after).toEqual(tax)
    for (const [index, { before }] of changes.entries()) expect(before).toEqual(changes[index + 1]?.after ?? null)
  })

  isolated('is an administrator’s business, and its fields are checked', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    expect((await t.call('PUT', URL, { tax: null })).status).toBe(401)
    for (const role of ['user', 'owner', 'support'] as const) {
      const user = await t.user({ role })
      expect((await set(t, user, null)).status).toBe(403)
      expect((await t.call('GET', URL, undefined, user)).status).toBe(403)
    }
    expect((await t.call('PUT', '/cities/0/tax', { tax: null }, admin)).status).toBe(404)
    expect((await t.call('GET', '/cities/0/tax', undefined, admin)).status).toBe(404)
    for (const [tax, field] of [
      [undefined, 'tax'],
      ['1.5', 'tax'],
      [{}, 'tax.per_adult_night'],
      [{ per_adult_night: 1, percent: 5 }, 'tax.per_adult_night'],
      [{ per_adult_night: 1, cap: 5 }, 'tax.cap'],
      [{ per_adult_night: '1.005' }, 'tax.per_adult_night'],
      [{ per_adult_night: -1 }, 'tax.per_adult_night'],
      [{ per_adult_night: '1' }, 'tax.per_adult_night'],
      [{ percent: 100.5 }, 'tax.percent'],
      [{ percent: '1.005' }, 'tax.percent'],
    ] as const) {
      const { status, body } = await set(t, admin, tax)
      expect([status, Object.keys(body.data)], JSON.stringify(tax)).toEqual([400, [field]])
    }
    expect((await t.call('GET', URL, undefined, admin)).body.data).toMatchObject({ tax: null, changes: [] })
  })
})
