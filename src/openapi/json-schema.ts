import { globalRegistry } from 'zod'
import type { RegistryToJSONSchemaParams } from 'zod/v4/core'

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
  // Answers get fields without a new version (docs/versions.md).
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  if (def.type === 'default' && typeof def.defaultValue !== 'object') jsonSchema.default ??= def.defaultValue
  const examples = globalRegistry.get(zodSchema)?.examples
  if (Array.isArray(examples)) jsonSchema.examples ??= examples
}

/** How zod schemas become those of the document. */
export const zodToJsonConfig = { override: asClientsSendIt }
