import { expect } from 'vitest'
import { test } from '../../support/app.ts'

test('an owner lists the own homes with drafts and states, and nobody else does', async ({ t }) => {
  const owner = await t.user()
  const published = await t.home(owner, { title: 'Casa' })
  const draft = await t.home(owner, { title: 'Esquisse', status: 'draft' })
  const gone = await t.home(owner)
  await t.call('DELETE', `/properties/${gone}`, undefined, owner)
  await t.home(await t.user())
  const mine = async (query = '') => (await t.call('GET', `/properties/mine${query}`, undefined, owner)).body
  const all = await mine()
  expect(all.meta.total).toBe(2)
  expect(all.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([draft, published].toSorted())
  expect((await mine('?status=draft')).data).toMatchObject([
    { id: draft, title: 'Esquisse', status: 'draft', city: 'Paris', cover: null, base_price: 100 },
  ])
  expect((await mine('?status=published')).data).toMatchObject([{ id: published, title: 'Casa' }])
  expect((await t.call('GET', '/properties/mine?status=archived', undefined, owner)).status).toBe(400)
  expect((await t.call('GET', '/properties/mine')).status).toBe(401)
  expect((await t.call('GET', '/properties/mine', undefined, await t.user())).body.data).toEqual([])
})
