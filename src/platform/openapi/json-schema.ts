import { globalRegistry, z } from 'zod'
import type { RegistryToJSONSchemaParams } from 'zod/v4/core'
import { EXAMPLE, type Schema } from './document.ts'

type Override = NonNullable<RegistryToJSONSchemaParams['override']>

/**
 * Corrects zod's JSON schemas. Many parameters are read from text and transformed: what a client sends is the type in their
 * `.meta()`, not the union that is accepted, and zod drops the default and the examples of what is transformed.
 */
const asClientsSendIt: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod
  // The generator takes `null` for an answer without a body.
  if (def.type === 'undefined') jsonSchema.type = 'null'
  if (jsonSchema.type !== undefined) delete jsonSchema.anyOf
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  // Ids and counts may pass 2^31.
  if (jsonSchema.type === 'integer' && jsonSchema.maximum === undefined) jsonSchema.format ??= 'int64'
  // Answers get fields without a new version (docs/upgrading.md, "What clients may rely on").
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  if (def.type === 'default' && typeof def.defaultValue !== 'object') jsonSchema.default ??= def.defaultValue
  const examples = globalRegistry.get(zodSchema)?.examples
  if (Array.isArray(examples)) jsonSchema.examples ??= examples
  if (jsonSchema.example !== undefined) jsonSchema[EXAMPLE] = jsonSchema.example
  delete jsonSchema.example
}

/** A document without the examples of fields. In draft 7 a reference that has one is wrapped, and is bare again. */
export const withoutExamples = <T>(document: T): T =>
  JSON.parse(
    JSON.stringify(document, (_, value) => {
      if (value?.[EXAMPLE] === undefined) return value
      const { [EXAMPLE]: _example, ...schema } = value
      return Object.keys(schema).join() === 'allOf' && schema.allOf.length === 1 ? schema.allOf[0] : schema
    }),
  )

/** Settings that turn zod schemas into those of the document. */
export const zodToJsonConfig = { override: asClientsSendIt }

const PLACES = { 'draft-7': 'definitions', 'draft-2020-12': '$defs' }

/** Schemas by name as JSON schemas, and the components that they refer to: those that have an id. Pure. */
export function jsonSchemasOf(
  schemas: Readonly<Record<string, z.ZodType>>,
  target: keyof typeof PLACES,
): { schemas: Record<string, Schema>; components: Record<string, Schema> } {
  const place = PLACES[target]
  const generated = JSON.stringify(z.toJSONSchema(z.object(schemas), { target, ...zodToJsonConfig }))
  const { [place]: components = {}, properties } = JSON.parse(
    generated.replaceAll(`#/${place}/`, '#/components/schemas/'),
  )
  return { schemas: properties, components }
}
