import { STATUS_CODES } from 'node:http'
import { documentSchema, nameOf, type OpenApiDocument, type Operation, type Response, type Schema } from './document.ts'
import { type Compose, composer } from './examples.ts'
import { exampleMessage } from './messages.ts'
import { isRefusal, shareRefusals } from './refusals.ts'
import { VALUES } from './values/index.ts'

/** What the generator writes where a schema does not describe itself. */
const UNDESCRIBED = 'Default Response'

/**
 * Completes a generated document: adds descriptions, and examples of bodies and answers, writes each refusal once, and drops
 * unused components.
 */
export function finish(generated: unknown): OpenApiDocument {
  const document = documentSchema.parse(generated)
  const compose = composer(document.components.schemas)
  shareRefusals(document)
  discriminate(document)
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    allowNulls(operation, document)
    addRequestExamples(operation, compose)
    for (const [status, response] of Object.entries(operation.responses)) {
      if (isRefusal(status)) continue
      addResponseExamples(operation, response, compose)
      if (response.description === UNDESCRIBED) response.description = STATUS_CODES[status]
    }
  }
  dropUnused(document)
  return document
}

/** A union of components that their `type` tells apart says so: the types of each, which many generators of clients want. */
function discriminate({ components: { schemas } }: OpenApiDocument): void {
  for (const union of Object.values(schemas)) {
    const mapping = Object.fromEntries(
      (union.oneOf ?? []).flatMap(({ $ref = '' }) => {
        const types = schemas[nameOf($ref)]?.properties?.type?.enum ?? []
        return types.map((type) => [String(type), $ref])
      }),
    )
    if (Object.keys(mapping).length > 0) union.discriminator = { propertyName: 'type', mapping }
  }
}

/** An optional field of a JSON body takes null as its absence (docs/design/api.md, "Conventions"). */
function allowNulls({ requestBody }: Operation, { components }: OpenApiDocument): void {
  const { schema } = requestBody?.content['application/json'] ?? {}
  if (schema) allowNullsIn(schema, components.schemas)
}

function allowNullsIn(given: Schema, known: Record<string, Schema>): void {
  const schema = known[nameOf(given.$ref)] ?? given
  const required = new Set(schema.required)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    allowNullsIn(field, known)
    if (schema.properties && !required.has(name)) schema.properties[name] = nullable(field)
  }
}

/** A schema that null fits as well. Pure. */
function nullable(schema: Schema): Schema {
  if (schema.anyOf?.some(({ type }) => type === 'null') || [schema.type].flat().includes('null')) return schema
  if (schema.type === undefined) return { anyOf: [schema, { type: 'null' }] }
  return {
    ...schema,
    type: [...[schema.type].flat(), 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  }
}

/**
 * Bodies have an example, and parameters that are required or have a value for this operation. /docs fills in every parameter
 * with an example, so a search would otherwise use all its filters at once.
 */
function addRequestExamples({ operationId = '', parameters = [], requestBody }: Operation, compose: Compose): void {
  for (const parameter of parameters) {
    const { name, required, schema } = parameter
    const isShown = required || Object.hasOwn(VALUES, `${operationId}.${name}`)
    parameter.example = isShown && schema ? compose(schema, [operationId], name) : undefined
  }
  for (const media of Object.values(requestBody?.content ?? {})) {
    media.example ??= media.schema && compose(media.schema, [operationId], 'body')
  }
}

function addResponseExamples({ operationId = '' }: Operation, { content = {} }: Response, compose: Compose): void {
  for (const [type, media] of Object.entries(content)) {
    if (!media.schema) continue
    media.example ??=
      type === 'application/json'
        ? withMessage(compose(media.schema, [operationId]), operationId)
        : compose(media.schema, [operationId], type)
  }
}

/** An envelope's example with the text that the operation answers. */
function withMessage(example: unknown, operationId: string): unknown {
  if (typeof example !== 'object' || example === null || !('success' in example)) return example
  const { success, ...rest } = example
  return { success, message: exampleMessage(operationId), ...rest }
}

/** The generator writes every component twice, as input and as output; most are used as one of them only. */
function dropUnused({ paths, components }: OpenApiDocument): void {
  const used = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(components.schemas[name] ?? {})
    }
  }
  visit([paths, components.responses])
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]: [string, Schema]) => used.has(name)),
  )
}
