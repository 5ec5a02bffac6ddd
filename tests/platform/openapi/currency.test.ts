import { beforeAll, expect } from 'vitest'
import { documentSchema, nameOf, type OpenApiDocument, type Schema } from '../../../src/platform/openapi/document.ts'
import { test } from '../../support/app.ts'
import { documentsOfRun } from '../../support/openapi.ts'

/** Amounts of answers have a currency beside them, or above them: a list of amounts alone cannot be read. */

const AMOUNT = /amount|total|price|refund|paid|open|due|fee|deposit|commission|balance|net|gross|tax|payout|kept/
const NO_AMOUNT = /percent|rate|nights|count/

/** The page of a stay has one currency, in `money`. */
const ELSEWHERE = ['showStayPage.data.cancellation.refund_today', 'showStayPage.data.cancellation.terms.refund']

let document: OpenApiDocument

beforeAll(async () => {
  document = documentSchema.parse((await documentsOfRun()).openapi)
})

const resolved = (schema: Schema): Schema => document.components.schemas[nameOf(schema.$ref)] ?? schema

const isNumber = (field: Schema): boolean => [resolved(field).type].flat().includes('number')

/** Amounts without a currency beside or above them, by their paths. */
function* bareAmounts(given: Schema, at: string, hasCurrency: boolean, above: Schema[] = []): Generator<string> {
  const schema = resolved(given)
  if (above.includes(schema)) return
  const inner = [...above, schema]
  const fields = Object.entries(schema.properties ?? {})
  const isSaid = hasCurrency || fields.some(([name]) => name === 'currency')
  for (const [name, field] of fields) {
    if (!isSaid && isNumber(field) && AMOUNT.test(name) && !NO_AMOUNT.test(name)) yield `${at}.${name}`
    yield* bareAmounts(field, `${at}.${name}`, isSaid, inner)
  }
  for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    if (part) yield* bareAmounts(part, at, isSaid, inner)
}

test('amounts of answers have a currency', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const bare = operations.flatMap(({ operationId = '', responses }) => {
    const { schema = {} } = (responses['200'] ?? responses['201'])?.content?.['application/json'] ?? {}
    return [...bareAmounts(schema, operationId, false)]
  })
  expect([...new Set(bare)].toSorted()).toEqual(ELSEWHERE)
})
