import { beforeAll, expect, test } from 'vitest'
import { documentSchema, nameOf, type OpenApiDocument, type Schema } from '../../../src/platform/openapi/document.ts'
import { isObject, readDocuments, walk } from '../../support/openapi.ts'

let document: OpenApiDocument

beforeAll(async () => {
  document = documentSchema.parse((await readDocuments()).openapi)
})

/** A schema without what does not make it another type. */
const typeOf = (schema: unknown): string =>
  JSON.stringify(schema, (key, value) => (['description', 'default', 'examples'].includes(key) ? undefined : value))

test('no two inline schemas are alike: what is repeated has a name', () => {
  const found = new Map<string, string[]>()
  for (const [part, at] of walk({ paths: document.paths, components: document.components })) {
    const isComponent = at[0] === 'components' && at.length === 3
    // The codes of a refusal are those of its operation.
    const isRepeatable = isObject(part.properties) || (Array.isArray(part.enum) && part.enum.length > 1)
    if (isComponent || !isRepeatable || at.at(-1) === 'code') continue
    const type = typeOf(part)
    found.set(type, [...(found.get(type) ?? []), at.join(' ')])
  }
  expect(found.size).toBeGreaterThan(50)
  expect([...found.values()].filter((places) => places.length > 1)).toEqual([])
})

test('no two components are alike', () => {
  const types = Object.values(document.components.schemas).map(typeOf)
  expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([])
})

test('no field of a component has a default: generated clients would require it in bodies', () => {
  const found = [...walk(document.components.schemas)].filter(
    ([part, at]) => 'default' in part && at.at(-2) === 'properties',
  )
  expect(found.map(([, at]) => at.join(' '))).toEqual([])
})

const FORMATS: [format: string, pattern: RegExp][] = [
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\dT/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['uri', /^https?:\/\//],
  ['email', /^[^@\s]+@[^@\s]+$/],
]

/** Each text of an example with its schema. */
function* textsOf(schema: Schema, value: unknown, at: string): Generator<[schema: Schema, text: string, at: string]> {
  const component = schema.$ref && nameOf(schema.$ref)
  if (component !== undefined) yield* textsOf(document.components.schemas[component] ?? {}, value, component)
  for (const choice of schema.anyOf ?? []) if (choice.type !== 'null') yield* textsOf(choice, value, at)
  if (Array.isArray(value) && schema.items) for (const item of value) yield* textsOf(schema.items, item, `${at}[]`)
  else if (typeof value === 'string' && schema.type !== undefined) yield [schema, value, at]
  else if (isObject(value))
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      yield* textsOf(field, value[name], `${at}.${name}`)
}

/** Texts that look like what they need not be: what a person signs in with, and the ids of another service. */
const NO_FORMAT = /^login\.login$|^InboundNotification\.id$|\.(remote_property|room_type|rate_plan)_id$/

test('texts that have a format say which', () => {
  const lacking = new Set<string>()
  let formats = 0
  for (const { operationId = '', requestBody, responses } of Object.values(document.paths).flatMap((methods) =>
    Object.values(methods),
  ))
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
      for (const { schema = {}, example } of Object.values(content))
        for (const [given, text, at] of textsOf(schema, example, operationId)) {
          const format = FORMATS.find(([, pattern]) => pattern.test(text))?.[0]
          if (given.format !== undefined) formats++
          else if (format !== undefined && !given.enum && !NO_FORMAT.test(at)) lacking.add(`${at}: ${format}`)
        }
  expect(formats).toBeGreaterThan(100)
  expect([...lacking]).toEqual([])
})

/** Fields that have the name of an enumeration and are none, and why. */
const NO_ENUM: Record<string, string> = {
  'FieldFailure.code': 'the codes of fields are those of docs/design/api.md, and grow',
  'CellProblem.code': 'the same codes, and those of refusals',
  'Failure.code': 'each operation has its own',
  'LawfulRule.source': 'where the rule was read, in words',
  'DocumentLine.code': 'other things than stays are sold too, with lines of their own',
  'SecondFactorProof.code': 'what a person types',
  'AuthenticatorCode.code': 'what a person types',
  'SecondFactorCompletion.code': 'what a person types',
  'MailedCode.code': 'what a person types',
  'AccessCode.code': 'what a door takes',
  'PaymentMethod.type': 'the provider’s',
  'Subscription.status': 'the provider’s',
  'Dispute.status': 'the provider’s',
}

test('a field that is an enumeration in one place is one everywhere', () => {
  const isEnum = ({ $ref, enum: values, const: only, anyOf = [], items }: Schema): boolean =>
    values !== undefined ||
    only !== undefined ||
    document.components.schemas[nameOf($ref)]?.enum !== undefined ||
    [...anyOf, ...(items ? [items] : [])].some(isEnum)
  const isText = ({ type, format, anyOf = [] }: Schema): boolean =>
    ([type].flat().includes('string') && format === undefined) || anyOf.some(isText)
  const fields = Object.entries(document.components.schemas).flatMap(([component, { properties = {} }]) =>
    Object.entries(properties).map(([name, schema]) => ({ name, at: `${component}.${name}`, schema })),
  )
  const enums = new Set(fields.filter(({ schema }) => isEnum(schema)).map(({ name }) => name))
  const plain = fields.filter(
    ({ name, at, schema }) => enums.has(name) && isText(schema) && !isEnum(schema) && !NO_ENUM[at],
  )
  expect(enums.size).toBeGreaterThan(15)
  expect(plain.map(({ at }) => at)).toEqual([])
})
