import { describe, expect } from 'vitest'
import { documentSchema, nameOf, type Schema } from '../../../src/platform/openapi/document.ts'
import { operationsOf } from '../../support/access.ts'
import { alone, inDays, test } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'

describe('an empty text for an optional number, day, amount or choice of the specification', () => {
  // It writes to whoever has the numbers of the examples.
  alone('is refused in no operation, unless null is', async ({ t }) => {
    const { paths, components } = documentSchema.parse((await t.call('GET', '//openapi.json')).body)
    const admin = await t.user({ role: 'admin' })
    const resolved = (schema: Schema): Schema => components.schemas[nameOf(schema.$ref)] ?? schema
    const isTyped = (schema: Schema): boolean => {
      const { type, format = '', enum: values, const: only, anyOf = [] } = resolved(schema)
      const isNoText = [type].flat().some((one) => ['integer', 'number', 'boolean'].includes(`${one}`))
      return isNoText || ['date', 'date-time', 'uuid'].includes(format) || !!(values ?? only) || anyOf.some(isTyped)
    }
    const specified = new Set(operationsOf(t).flatMap(({ name, config }) => (config.specified ? [name] : [])))
    const tried: string[] = []
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const { schema, example } = requestBody?.content['application/json'] ?? {}
        if (!schema || !specified.has(`${method.toUpperCase()} ${path.replace('/api/v1', '')}`)) continue
        const url = `/${path.replaceAll(/\{\w+\}/g, '01980000-0000-7000-8000-000000000000')}`
        const { properties = {}, required = [] } = resolved(schema)
        for (const [field, of] of Object.entries(properties)) {
          if (required.includes(field) || !isTyped(of)) continue
          const refusal = async (value: unknown) => {
            const answer = await t.call(method.toUpperCase(), url, { ...Object(example), [field]: value }, admin)
            return answer.status === 400 ? answer.body.data?.[field] : undefined
          }
          expect(await refusal(''), `${method} ${path} ${field}`).toEqual(await refusal(null))
          tried.push(`${method} ${path} ${field}`)
        }
      }
    }
    expect(tried.length).toBeGreaterThan(20)
  })

  test('counts as absent where something is made, and clears in a change what may be null', async ({ t }) => {
    const { owner, home } = await scene(t)
    const season = {
      property_id: home,
      season_libelle: 'Été',
      season_start_date: inDays(1),
      season_end_date: inDays(9),
    }
    const made = await t.call(
      'POST',
      '/seasons-test',
      { ...season, season_reduction_percent: 10, season_min_stay: 3, season_max_stay: '', season_status: '' },
      owner,
    )
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { season_min_stay: 3, season_max_stay: null, season_status: 'active' },
    ])
    const change = { season_min_stay: '', season_reduction_percent: '', season_end_date: '', season_status: '' }
    const changed = await t.call('PATCH', `/seasons-test/${made.body.data.id}`, change, owner)
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { season_min_stay: null, season_reduction_percent: 10, season_end_date: inDays(9), season_status: 'active' },
    ])
  })

  test('is refused where the field is required, and by operations beyond the specification', async ({ t }) => {
    const { owner, home } = await scene(t)
    const closure = { start_date: '', end_date: inDays(50) }
    const refused = await t.call('POST', `/calendars/properties/${home}/close`, closure, owner)
    expect([refused.status, refused.body.errors]).toEqual([400, { start_date: [{ code: 'invalid_date' }] }])
    expect((await t.call('PUT', `/properties/${home}`, { weekend_price: '' }, owner)).status).toBe(400)
  })
})

test('prices of days name the fields of which one is required', async ({ t }) => {
  const { owner, home } = await scene(t)
  const body = { action: 'set_price', start_date: inDays(40), end_date: inDays(41) }
  const refused = await t.call('POST', `/calendars/properties/${home}/bulk`, body, { ...owner, locale: 'en' })
  const [problem] = refused.body.errors.price_per_night
  expect([refused.status, problem.code]).toEqual([400, 'one_required'])
  expect(problem.values).toContain('min_stay')
  for (const field of problem.values) expect(refused.body.data.price_per_night[0]).toContain(field)
  const emptied = await t.call('POST', `/calendars/properties/${home}/bulk`, { ...body, cleaning_fee: '' }, owner)
  expect(emptied.status).toBe(200)
})
