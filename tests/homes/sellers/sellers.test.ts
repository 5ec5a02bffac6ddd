import { expect } from 'vitest'
import { createSeller } from '../../../src/homes/sellers/sellers.ts'
import { isolated, PASSWORD, type TestApp, type TestUser, test } from '../../support/app.ts'
import { feed } from '../../support/feed.ts'
import { importFile, problemsIn } from '../../support/imports.ts'

const ROSSI = { name: 'Marco Rossi', address: '3 quai du Port', tax_id: 'FR1', vat_percent: 10, prefix: 'ROSSI' }
const FIRM = { kind: 'business', vat_exempt: false } as const

const create = (t: TestApp, user: TestUser, fields: object = {}) =>
  t.call('POST', '/sellers', { ...ROSSI, ...fields }, user)
const list = async (t: TestApp, user: TestUser) => (await t.call('GET', '/sellers', undefined, user)).body.data

test('an account creates, lists, changes and deletes its sellers', async ({ t }) => {
  const owner = await t.user()
  const { status, body } = await create(t, owner, { prefix: ' rossi ' })
  expect([status, body.data]).toMatchObject([201, ROSSI])
  const { id } = body.data
  expect(await list(t, owner)).toEqual([body.data])
  const change = { name: 'M. Rossi', vat_percent: 5.5 }
  expect((await t.call('PATCH', `/sellers/${id}`, change, owner)).body.data).toEqual({ ...body.data, ...change })
  expect((await t.call('PATCH', `/sellers/${id}`, {}, owner)).body.data).toEqual({ ...body.data, ...change })
  const other = await t.user()
  expect(await list(t, other)).toEqual([])
  for (const [method, fields] of [
    ['PATCH', change],
    ['DELETE', undefined],
  ] as const) {
    expect((await t.call(method, `/sellers/${id}`, fields, other)).status).toBe(404)
    expect((await t.call(method, '/sellers/x', fields, owner)).status).toBe(404)
  }
  expect((await t.call('DELETE', `/sellers/${id}`, undefined, owner)).status).toBe(200)
  expect((await t.call('DELETE', `/sellers/${id}`, undefined, owner)).status).toBe(404)
  const { body: audit } = await t.call('GET', '/audit', undefined, owner)
  expect(audit.data.map(({ action }: { action: string }) => action)).toEqual([
    'seller.deleted',
    'seller.changed',
    'seller.created',
  ])
})

test('wrong fields are named, and a prefix is never changed', async ({ t }) => {
  const owner = await t.user()
  for (const [field, value] of [
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['address', 'x'.repeat(1_001)],
    ['tax_id', 1],
    ['vat_percent', 101],
    ['vat_percent', '10'],
    ['prefix', '2026'],
    ['prefix', 'TOO-LONG'],
    ['prefix', 'A'.repeat(9)],
    ['prefix', 'É'],
    ['owner_id', 1],
  ] as const) {
    const { status, body } = await create(t, owner, { [field]: value })
    expect([field, value, status, Object.keys(body.data)]).toEqual([field, value, 400, [field]])
  }
  const { id } = (await create(t, owner)).body.data
  expect((await t.call('PATCH', `/sellers/${id}`, { prefix: 'B' }, owner)).status).toBe(400)
})

isolated('a prefix is unique in the installation, also when ten ask for it at once', async ({ t }) => {
  const owners = await Promise.all(Array.from({ length: 10 }, () => t.user()))
  const answers = await Promise.all(owners.map((owner) => create(t, owner)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('prefix_taken')
})

test('an account has as many sellers as its limit, also when they are made at once', async ({ t }) => {
  const { id } = await t.user()
  const app = Object.assign(Object.create(t.app), {
    config: { ...t.app.config, quotas: { ...t.app.config.quotas, sellersPerAccount: 3 } },
  }) as typeof t.app
  const made = await Promise.allSettled(
    Array.from({ length: 8 }, (_, count) =>
      createSeller(app, id, { ...ROSSI, ...FIRM, vat_percent: 0, prefix: `S${count}` }),
    ),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
})

isolated('a home has a seller of its own account, which its owner alone sees', async ({ t }) => {
  const [owner, other] = [await t.user(), await t.user()]
  const home = await t.home(owner)
  const { id } = (await create(t, owner)).body.data
  const foreign = (await create(t, other, { prefix: 'OTHER' })).body.data.id
  const put = (seller_id: unknown) => t.call('PUT', `/properties/${home}`, { seller_id }, owner)
  for (const wrong of [foreign, 2_000_000_000]) {
    const { status, body } = await put(wrong)
    expect([status, body.data]).toMatchObject([400, { seller_id: expect.anything() }])
  }
  const { next } = await feed(t, owner, 'latest')
  expect((await put(id)).body.data.seller_id).toBe(id)
  expect((await feed(t, owner, next)).events).toMatchObject([
    { type: 'property.updated', data: { seller_id: id }, previous: { seller_id: null } },
  ])
  const { body } = await t.call('GET', '/audit', undefined, owner)
  expect(body.data[0]).toMatchObject({ action: 'property.seller', changes: { seller_id: [null, String(id)] } })
  expect((await t.call('GET', `/properties/${home}`, undefined, other)).body.data.seller_id).toBeNull()
  const refused = await t.call('DELETE', `/sellers/${id}`, undefined, owner)
  expect([refused.status, refused.body.code]).toEqual([409, 'seller_in_use'])
  await put(null)
  expect((await t.call('DELETE', `/sellers/${id}`, undefined, owner)).status).toBe(200)
})

isolated('a seller that is deleted while homes get it stays with them, or is unknown to all', async ({ t }) => {
  const owner = await t.user()
  const homes = await Promise.all(Array.from({ length: 6 }, () => t.home(owner)))
  const { id } = (await create(t, owner)).body.data
  const [deleted, ...given] = await Promise.all([
    t.call('DELETE', `/sellers/${id}`, undefined, owner),
    ...homes.map((home) => t.call('PUT', `/properties/${home}`, { seller_id: id }, owner)),
  ])
  const statuses = [...new Set(given.map(({ status }) => status))]
  expect([deleted?.status, statuses]).toEqual(
    deleted?.status === 200 ? [200, [400]] : [409, expect.arrayContaining([200])],
  )
  const rows = await t.db`select from properties where seller_id = ${id}`
  expect(rows.length > 0).toBe(deleted?.status === 409)
})

isolated('a file of homes names their seller', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  await t.db`insert into imported_homes ${t.db({ owner_id: owner.id, external_id: 'A', property_id: home })}`
  const { id } = (await create(t, owner)).body.data
  const send = (cell: string) => importFile(t, owner, 'properties', ['external_id,seller_id', `A,${cell}`])
  expect((await send(String(id))).body.data).toMatchObject({ updated: 1 })
  expect(problemsIn((await send('2000000000')).body.data)).toEqual([[2, 'seller_id', 'unknown']])
})

isolated('erasing an account empties its sellers', async ({ t }) => {
  const owner = await t.user()
  const home = await t.home(owner)
  const { id } = (await create(t, owner)).body.data
  await t.call('PUT', `/properties/${home}`, { seller_id: id }, owner)
  expect((await t.call('DELETE', '/user', { current_password: PASSWORD }, owner)).status).toBe(200)
  expect(await t.db`select name, address, tax_id, prefix from sellers where id = ${id}`).toEqual([
    { name: '', address: '', tax_id: '', prefix: 'ROSSI' },
  ])
  expect(await t.db`select from properties where seller_id = ${id}`).toEqual([])
})
