import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOneWay } from '../../../src/platform/openapi/one-way.ts'
import { isObject, readDocuments, walk } from '../../support/openapi.ts'

const formats = ajvFormats.default

let documents: Record<'openapi' | 'asyncapi', unknown>

beforeAll(async () => {
  documents = await readDocuments()
})

type Part = Record<string, unknown>

const isNull = (part: unknown): boolean => isObject(part) && part.type === 'null'
const typesOf = ({ type }: Part): unknown[] => [type].flat()

/** Rules of both documents: each finds the schemas that break it. */
const RULES: [rule: string, isBroken: (schema: Part) => boolean][] = [
  [
    'null is a second type, and a choice only beside components and further choices',
    ({ anyOf }) => {
      if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return false
      const choices = anyOf.filter((one) => !isNull(one))
      return choices.some(({ anyOf: within }) => within) || (choices.length === 1 && !choices[0].$ref)
    },
  ],
  ['an array says what its items are', (schema) => typesOf(schema).includes('array') && schema.items === undefined],
  ['no number is a multiple of a fraction', ({ multipleOf }) => typeof multipleOf === 'number' && multipleOf < 1],
  ['an enumeration has several values', ({ enum: values }) => Array.isArray(values) && values.length < 2],
  [
    'what has a format has no pattern',
    ({ format, pattern }) => typeof format === 'string' && typeof pattern === 'string',
  ],
]

/** A part of each document that breaks the rules, in their order. */
const BROKEN: Part[] = [
  { anyOf: [{ type: 'string' }, { type: 'null' }] },
  { type: ['array', 'null'] },
  { type: 'number', multipleOf: 0.01 },
  { type: 'string', enum: ['one'] },
  { type: 'string', format: 'date-time', pattern: '^2' },
]

describe.for(['openapi', 'asyncapi'] as const)('in /%s.json', (name) => {
  test.for(RULES)('%s', ([, isBroken]) => {
    const broken = [...walk(documents[name])].filter(([part]) => isBroken(part)).map(([, at]) => at.join(' '))
    expect(broken).toEqual([])
  })
})

test('the rules find what breaks them', () => {
  expect(RULES.map(([, isBroken], index) => isBroken(BROKEN[index] ?? {}))).toEqual(RULES.map(() => true))
})

const operations = (): [at: string, operation: Part][] =>
  [...walk(documents.openapi)].flatMap(([part, at]) => (isObject(part.responses) ? [[at.join(' '), part]] : []))

test('a form stands before a file as the body, and JSON before a form', () => {
  const order = ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded', 'text/csv']
  const bodies = operations().flatMap(([at, { requestBody }]) =>
    isObject(requestBody) ? [[at, Object.keys(requestBody.content ?? {})] as const] : [],
  )
  expect(bodies.filter(([, types]) => types.length > 1).length).toBeGreaterThan(3)
  for (const [at, types] of bodies)
    expect(types, at).toEqual(types.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
})

test('the token of a person stands before other ways to call an operation, and before none', () => {
  const ways = operations().map(([at, { security }]) => [at, JSON.stringify(security ?? [])] as const)
  expect(ways.filter(([, way]) => way.includes('bearer')).length).toBeGreaterThan(100)
  expect(ways.filter(([, way]) => way.includes('bearer') && !way.startsWith('[{"bearer"'))).toEqual([])
})

/** An ajv that knows the components of the document. */
function validator() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats(ajv)
  return ajv.addSchema({ $id: 'openapi', ...(documents.openapi as object) })
}

/** The schema with references into the document that the validator knows. */
const within = (schema: unknown): object => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/'))

test('examples of all bodies and answers fit their schemas', () => {
  const ajv = validator()
  const failed: string[] = []
  let tried = 0
  for (const [part, at] of walk(documents.openapi)) {
    if (!isObject(part.schema) || part.example === undefined || !at.includes('content')) continue
    tried++
    if (!ajv.validate(within(part.schema), part.example)) failed.push(`${at.join(' ')}: ${ajv.errorsText()}`)
  }
  expect(tried).toBeGreaterThan(300)
  expect(failed).toEqual([])
})

test('every amount with two decimals fits the schemas of amounts', () => {
  const ajv = validator()
  const amounts = [...walk(documents.openapi)].filter(([{ description }]) =>
    String(description).includes('At most two decimals'),
  )
  expect(amounts.length).toBeGreaterThan(10)
  const fits = ajv.compile(within(amounts.find(([{ type }]) => type === 'number')?.[0]))
  const refused = Array.from({ length: 10_000 }, (_, cents) => (cents + 1) / 100).filter((amount) => !fits(amount))
  expect(refused).toEqual([])
})

describe('a schema is written in one way', () => {
  test.for<[given: Part, written: Part]>([
    [
      { description: 'x', anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
      { description: 'x', type: ['string', 'null'], maxLength: 3 },
    ],
    [{ anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      { anyOf: [{ anyOf: [{ type: 'string' }, { $ref: '#/x' }] }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { $ref: '#/x' }, { type: 'null' }] },
    ],
    [{ anyOf: [{ $ref: '#/x' }, { type: 'null' }] }, { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
    [
      { type: 'number', multipleOf: 0.01 },
      { type: 'number', description: 'At most two decimals' },
    ],
    [
      { type: 'integer', multipleOf: 5 },
      { type: 'integer', multipleOf: 5 },
    ],
    [{ properties: { format: { enum: [1] }, pattern: {} } }, { properties: { format: { const: 1 }, pattern: {} } }],
    [{ example: { enum: ['a'] } }, { example: { enum: ['a'] } }],
  ])('%j', ([given, written]) => expect(writeOneWay(given)).toEqual(written))
})
