import { expect } from 'vitest'
import { documentSchema, nameOf } from '../../../src/platform/openapi/document.ts'
import { test } from '../../support/app.ts'

test('lists say which of their entries a page has', async ({ t }) => {
  const metaOf = async (query: string) => (await t.call('GET', `/get-countries?${query}`)).body.meta
  const metaOfCities = async (query: string) => (await t.call('GET', `/get-cities/FR?${query}`)).body.meta
  expect(await metaOf('')).toBeUndefined()
  const { total, last_page } = await metaOfCities('per_page=3')
  const place = { per_page: 3, total, last_page }
  expect(await metaOfCities('per_page=3')).toEqual({ ...place, page: 1, current_page: 1, from: 1, to: 3 })
  expect(await metaOfCities('per_page=3&page=2')).toEqual({ ...place, page: 2, current_page: 2, from: 4, to: 6 })
  const last = await metaOfCities(`per_page=3&page=${last_page}`)
  expect(last).toMatchObject({ from: (last_page - 1) * 3 + 1, to: total })
  const beyond = { page: last_page + 1, current_page: last_page + 1, from: null, to: null }
  expect(await metaOfCities(`per_page=3&page=${last_page + 1}`)).toEqual({ ...place, ...beyond })
})

test('all lists with pages have the same place, but the plan, whose `from` and `to` are days', async ({ t }) => {
  const { paths, components } = documentSchema.parse((await t.call('GET', '//openapi.json')).body)
  const metas = new Set<string>()
  for (const { parameters = [], responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (!parameters.some(({ name }) => name === 'page')) continue
    const schema = responses[200]?.content?.['application/json']?.schema ?? {}
    const meta = (components.schemas[nameOf(schema.$ref)] ?? schema).properties?.meta
    const { properties = {} } = components.schemas[nameOf(meta?.$ref)] ?? meta ?? {}
    const fields = ['page', 'current_page', 'per_page', 'from', 'to', 'last_page', 'total']
    metas.add(`${nameOf(meta?.$ref)}: ${fields.filter((field) => !properties[field]).join()}`)
  }
  expect(metas.size).toBeGreaterThan(2)
  expect([...metas].filter((meta) => !meta.endsWith(': '))).toEqual(['PlanMeta: current_page'])
})
