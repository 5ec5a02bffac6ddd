import { beforeAll, expect } from 'vitest'
import { documentSchema, nameOf, type OpenApiDocument, type Schema } from '../../../src/platform/openapi/document.ts'
import { test } from '../../support/app.ts'
import { documentsOfRun } from '../../support/openapi.ts'

/** Rules of all request bodies in the document, and what the service takes. */

let document: OpenApiDocument

beforeAll(async () => {
  document = documentSchema.parse((await documentsOfRun()).openapi)
})

const resolved = (schema: Schema): Schema => document.components.schemas[nameOf(schema.$ref)] ?? schema

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  )

const contents = () =>
  operations().flatMap(({ operationId = '', requestBody }) =>
    Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => ({ operationId, type, schema })),
  )

/** Each field of a body, also those of fields, by its path. */
function* fieldsOf(given: Schema, at: string, above: Schema[] = []): Generator<[at: string, field: Schema]> {
  const schema = resolved(given)
  if (above.includes(schema)) return
  const inner = [...above, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [`${at}.${name}`, field]
    yield* fieldsOf(field, `${at}.${name}`, inner)
  }
  for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    if (part) yield* fieldsOf(part, at, inner)
}

const fields = () =>
  contents().flatMap(({ operationId, type, schema }) =>
    [...fieldsOf(schema, operationId)].map(([at, field]) => ({ type, at, field })),
  )

test('every field of a body says what it is', () => {
  const all = fields()
  expect(all.length).toBeGreaterThan(300)
  const silent = all.filter(({ field }) => !(field.description ?? resolved(field).description))
  expect(silent.map(({ at }) => at)).toEqual([])
})

test('files stand in forms alone', () => {
  const isFile = (schema: Schema): boolean => schema.format === 'binary' || (schema.anyOf ?? []).some(isFile)
  const types = new Set(fields().flatMap(({ type, field }) => (isFile(resolved(field)) ? [type] : [])))
  expect([...types]).toEqual(['multipart/form-data'])
})

test('no body is null: one that may be left out is an object without required fields', () => {
  const isNull = (schema: Schema): boolean => [schema.type].flat().includes('null') || (schema.anyOf ?? []).some(isNull)
  const found = contents().filter(({ schema }) => isNull(resolved(schema)))
  expect(found.map(({ operationId }) => operationId)).toEqual([])
})

test('a form is declared exactly where one is taken, and JSON beside it where that is taken too', async ({ t }) => {
  const admin = await t.user({ role: 'admin' })
  const path = (given: string) =>
    given.replaceAll(/{\w*[uU]uid}/g, crypto.randomUUID()).replaceAll(/{\w+}/g, '2000000000')
  const text = new FormData()
  text.set('x', '1')
  const encoded = new Response(text)
  const form = Buffer.from(await encoded.arrayBuffer())
  const type = encoded.headers.get('content-type') ?? ''
  const wrong: string[] = []
  for (const { method, path: given, operationId, requestBody } of operations().filter((one) => one.requestBody)) {
    const declared = Object.keys(requestBody?.content ?? {})
    const url = `//${path(given).slice(1)}`
    const asForm = await t.call(method, url, form, { ...admin, headers: { 'content-type': type } })
    const asJson = await t.call(method, url, { x: 1 }, admin)
    // An operation that takes no form reads none of its parts.
    if (declared.includes('multipart/form-data') && asForm.status === 415) wrong.push(`${operationId} form`)
    if ((asJson.status !== 415) !== declared.includes('application/json'))
      wrong.push(`${operationId} json ${asJson.status}`)
  }
  expect(wrong).toEqual([])
})
