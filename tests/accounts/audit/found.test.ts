import { expect } from 'vitest'
import { type TestApp, type TestUser, test } from '../../support/app.ts'
import { joins } from '../../support/team.ts'

const prices = async (t: TestApp, user: Pick<TestUser, 'token'>, query: Record<string, string | number>) => {
  const asked = new URLSearchParams({ action: 'property.prices', ...query } as Record<string, string>).toString()
  const { status, body } = await t.call('GET', `/audit?${asked}`, undefined, user)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data.map(({ changes }: { changes: { base_price_cents: string[] } }) => changes.base_price_cents[1])
}

test('the audit is searched by person and by time, and tells nobody whom they do not see', async ({ t }) => {
  const [owner, admin] = [await t.user({ role: 'owner' }), await t.user({ role: 'admin' })]
  const home = await t.home(owner)
  const manager = await joins(t, owner, 'manager')
  for (const [base_price, by] of [
    [50, owner],
    [60, manager],
    [70, admin],
  ] as const)
    expect((await t.call('PUT', `/properties/${home}`, { base_price }, by)).status).toBe(200)

  expect(await prices(t, owner, {})).toEqual(['7000', '6000', '5000'])
  expect(await prices(t, owner, { person: owner.id })).toEqual(['5000'])
  expect(await prices(t, owner, { person: manager.id })).toEqual(['6000'])
  expect(await prices(t, owner, { person: admin.id })).toEqual([])
  expect(await prices(t, manager, { person: manager.id })).toEqual(['6000'])
  expect(await prices(t, manager, { person: owner.id })).toEqual([])
  expect(await prices(t, admin, { person: admin.id, property_id: home })).toEqual(['7000'])

  const all = (await t.call('GET', '/audit?action=property.prices', undefined, owner)).body.data
  const [, { at }] = all
  expect(await prices(t, owner, { from: at })).toEqual(['7000', '6000'])
  expect(await prices(t, owner, { until: at })).toEqual(['5000'])
  expect(await prices(t, owner, { from: at, until: at })).toEqual([])
  expect(await prices(t, admin, { from: at, until: all[0].at, property_id: home })).toEqual(['6000'])
  const refused = await t.call('GET', '/audit?from=yesterday&person=x', undefined, owner)
  expect(Object.keys(refused.body.errors)).toEqual(['person', 'from'])
})
