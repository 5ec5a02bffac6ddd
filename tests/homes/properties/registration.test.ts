import { expect } from 'vitest'
import { test } from '../../support/app.ts'
import { feed } from '../../support/feed.ts'
import { importFile, problemsIn } from '../../support/imports.ts'

const NUMBER = '13201-000001-AB'

test('a registration number is set with the home and shown to everybody', async ({ t }) => {
  const owner = await t.user()
  const id = await t.home(owner, { registration_number: ` ${NUMBER} ` })
  expect((await t.call('GET', `/properties/${id}`)).body.data.registration_number).toBe(NUMBER)
  const lists = await Promise.all([
    t.call('GET', '/properties/mine', undefined, owner),
    t.call('GET', '/properties/public'),
    t.call('GET', '/mirror/properties', undefined, owner),
  ])
  const shown = lists.map(({ body }) => body.data.find((home: { id: string }) => home.id === id)?.registration_number)
  expect(shown).toEqual([NUMBER, NUMBER, NUMBER])

  const { next } = await feed(t, owner, 'latest')
  await t.call('PUT', `/properties/${id}`, { registration_number: null }, owner)
  const { events } = await feed(t, owner, next)
  expect(events).toMatchObject([
    { type: 'property.updated', data: { registration_number: null }, previous: { registration_number: NUMBER } },
  ])
  const { body } = await t.call('GET', '/audit', undefined, owner)
  expect(body.data[0]).toMatchObject({ action: 'property.texts', changes: { registration_number: [NUMBER, null] } })
})

test('a registration number has 1 to 60 visible characters', async ({ t }) => {
  const owner = await t.user()
  const id = await t.home(owner)
  const put = (registration_number: unknown) => t.call('PUT', `/properties/${id}`, { registration_number }, owner)
  for (const wrong of ['', ' ', 'x'.repeat(61), 12, '\u200b']) {
    const { status, body } = await put(wrong)
    expect([wrong, status, Object.keys(body.data)]).toEqual([wrong, 400, ['registration_number']])
  }
  expect((await put('x'.repeat(60))).status).toBe(200)
})

test('a file of homes has a column for it', async ({ t }) => {
  const owner = await t.user()
  const id = await t.home(owner)
  await t.db`insert into imported_homes ${t.db({ owner_id: owner.id, external_id: 'A', property_id: id })}`
  const rows = (number: string) => ['external_id,registration_number', `A,${number}`]
  expect((await importFile(t, owner, 'properties', rows(NUMBER))).body.data).toMatchObject({ updated: 1 })
  expect((await t.call('GET', `/properties/${id}`)).body.data.registration_number).toBe(NUMBER)
  const wrong = await importFile(t, owner, 'properties', rows('x'.repeat(61)))
  expect(problemsIn(wrong.body.data)).toEqual([[2, 'registration_number', 'too_long']])
})
