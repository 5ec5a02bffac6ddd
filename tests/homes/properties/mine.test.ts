import { expect } from 'vitest'
import { PARIS, test } from '../../support/app.ts'

const LYON = '2996944'

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

test('an owner lists the own homes by title, by place, or the last changed first', async ({ t }) => {
  const owner = await t.user()
  for (const [title, city_id] of [
    ['Écluse', PARIS],
    ['Abri', PARIS],
    ['zinc', LYON],
    ['Dune', LYON],
  ] as const)
    await t.home(owner, { title, city_id })
  const titles = async (query: string) =>
    (await t.call('GET', `/properties/mine${query}`, undefined, owner)).body.data.map(
      ({ title }: { title: string }) => title,
    )
  expect(await titles('?sort=title')).toEqual(['Abri', 'Dune', 'Écluse', 'zinc'])
  expect(await titles('?sort=place')).toEqual(['Dune', 'zinc', 'Abri', 'Écluse'])
  expect(await titles('?sort=place&per_page=1&page=3')).toEqual(['Abri'])
  expect(await titles('?sort=-changed')).toEqual(await titles(''))
  expect(await titles('?sort=title&q=ECL')).toEqual(['Écluse'])
  expect(await titles('?sort=title&q=lyon')).toEqual(['Dune', 'zinc'])
  expect(await titles('?sort=title&q=lyon&status=draft')).toEqual([])
  expect((await t.call('GET', '/properties/mine?sort=size', undefined, owner)).status).toBe(400)
})
