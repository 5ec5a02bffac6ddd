import * as enums from '../db/enums.ts'
import { pascalCase } from '../lib/text.ts'
import { documentSchema, type OpenApiDocument } from './document.ts'
import { isPart, type Part } from './one-way.ts'
import type { Reference } from './reference.ts'

/**
 * Names for what many operations have, so that a generated client has one type for it: enumerations of the database, and the
 * envelopes of components. Objects that are repeated otherwise have an id where they are declared; tests/platform/plugins/openapi-schemas.pure.test.ts
 * finds those that lack one.
 */

/** POLICY_TYPE becomes PolicyType. */
const nameOf = (constant: string): string => pascalCase(constant.toLowerCase())

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values.filter((value) => value !== null))

/** Names of enumerations of the database, by their values. */
const NAMES = Object.entries(enums).map(([constant, values]) => [keyOf(values), nameOf(constant)] as const)

const PREFIX = '#/components/schemas/'

/** The name of a component that a schema refers to. */
const nameIn = (schema: unknown): string | undefined =>
  isPart(schema) && typeof schema.$ref === 'string' && schema.$ref.startsWith(PREFIX)
    ? schema.$ref.slice(PREFIX.length)
    : undefined

/** `CityAnswer`, `CityList` or `CityPage` for an envelope of cities. */
function nameOfEnvelope({ success, data, meta }: Part): string | undefined {
  if (!success || !isPart(data)) return undefined
  const [one, each] = [nameIn(data), nameIn(data.items)]
  if (one !== undefined) return `${one}Answer`
  return each && each + (meta ? 'Page' : 'List')
}

/** The document with references in place of what has a name. */
export function nameWhatIsRepeated(document: OpenApiDocument, others: Reference['enumNames']): OpenApiDocument {
  const names = new Map([...NAMES, ...others.map(([values, name]) => [keyOf(values), name] as const)])
  const named: Part = {}

  const shared = (name: string, schema: Part): Part => {
    named[name] = schema
    return { $ref: PREFIX + name }
  }

  function replaceIn(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(replaceIn)
    if (!isPart(part)) return part
    return replaceEnum(part) ?? replaceEnvelope(replaceWithin(part))
  }

  const replaceWithin = (part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, /^examples?$/.test(key) ? value : replaceIn(value)]),
    )

  function replaceEnum({ enum: values, type: _, ...rest }: Part): Part | undefined {
    const name = Array.isArray(values) ? names.get(keyOf(values)) : undefined
    if (!Array.isArray(values) || name === undefined) return undefined
    const ref = shared(name, { type: 'string', enum: values.filter((value) => value !== null) })
    return values.includes(null) ? { ...rest, anyOf: [ref, { type: 'null' }] } : { ...rest, ...ref }
  }

  function replaceEnvelope(schema: Part): Part {
    const name = isPart(schema.properties) ? nameOfEnvelope(schema.properties) : undefined
    // Another list of the same things may say more of them.
    const isOther = name !== undefined && named[name] && JSON.stringify(named[name]) !== JSON.stringify(schema)
    return name === undefined || isOther ? schema : shared(name, schema)
  }

  const { paths, webhooks, components } = document
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, replaceWithin(schema)])
  return documentSchema.parse({
    ...document,
    paths: replaceIn(paths),
    webhooks: replaceIn(webhooks),
    components: { ...components, schemas: { ...Object.fromEntries(schemas), ...named } },
  })
}
