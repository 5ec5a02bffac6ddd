import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '../http/envelope.ts'
import { DEFAULT_LOCALE, texts } from '../locales/locales.ts'
import { describeFields, leaveFilesToForms } from './bodies.ts'
import {
  documentSchema,
  EXAMPLE,
  nameOf,
  type OpenApiDocument,
  type Operation,
  type Response,
  ROOT_PATH,
  type Schema,
} from './document.ts'
import { type Compose, composer } from './examples.ts'
import { declareHeaders } from './headers.ts'
import { withoutExamples } from './json-schema.ts'
import { nameWhatIsRepeated } from './names.ts'
import { writeOneWay } from './one-way.ts'
import type { Reference } from './reference.ts'
import { isRefusal, shareRefusals } from './refusals.ts'
import { describeWebhooks, type Webhook } from './webhooks.ts'

/** Text of the generator for a schema that does not describe itself. */
const UNDESCRIBED = 'Default Response'

/**
 * Completes a generated document: adds descriptions, and examples of bodies and answers, writes each refusal once, and drops
 * unused components.
 */
export function finish(generated: unknown, webhooks: readonly Webhook[], reference: Reference): OpenApiDocument {
  const document = addWebhooks(mergeInputs(documentSchema.parse(generated)), webhooks, reference.values)
  const compose = composer(document.components.schemas, reference.values)
  shareRefusals(document, compose)
  discriminate(document)
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    operation.description = describe(operation)
    operation['x-demo-account'] ??= needsToken(operation) ? reference.demoAccount : undefined
    leaveFilesToForms(operation, document)
    allowNulls(operation, document)
    describeParameters(operation, document)
    addRequestExamples(operation, compose, reference.values)
    for (const [status, response] of Object.entries(operation.responses)) {
      if (isRefusal(status)) continue
      addResponseExamples(operation, response, compose)
      if (response.description === UNDESCRIBED) response.description = STATUS_CODES[status]
    }
    delete operation['x-message']
  }
  declareHeaders(document, (status) => !isRefusal(status))
  const named = writeOneWay(nameWhatIsRepeated(withoutExamples(document), reference.enumNames))
  for (const operation of Object.values(named.paths).flatMap((methods) => Object.values(methods)))
    describeFields(operation, named, reference.fields)
  // Descriptions make components of requests and answers alike that were not.
  const merged = mergeInputs(named)
  dropUnused(merged)
  return merged
}

/** Outgoing requests of the service, with examples. */
function addWebhooks(
  document: OpenApiDocument,
  given: readonly Webhook[],
  values: Reference['values'],
): OpenApiDocument {
  const { components, webhooks } = describeWebhooks(given)
  const schemas = { ...document.components.schemas, ...components }
  const compose = composer(schemas, values)
  for (const [type, { post }] of Object.entries(webhooks))
    for (const media of Object.values(post.requestBody?.content ?? {}))
      media.example = { ...Object(compose(media.schema ?? {}, [post.operationId ?? ''], 'body')), type }
  return { ...document, webhooks, components: { ...document.components, schemas } }
}

/** Adds a discriminator to unions of components with a `type`: many client generators need it. */
function discriminate({ components: { schemas } }: OpenApiDocument): void {
  for (const union of Object.values(schemas)) {
    const mapping = Object.fromEntries(
      (union.oneOf ?? []).flatMap(({ $ref = '' }) => {
        const type = schemas[nameOf($ref)]?.properties?.type
        const types = (schemas[nameOf(type?.$ref ?? '')] ?? type)?.enum ?? []
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

/** True if an operation takes no caller without a token. */
const needsToken = ({ security = [] }: Operation): boolean =>
  security.some((way) => 'bearer' in way) && security.every((way) => Object.keys(way).length > 0)

const codes = (names: readonly string[], separator: string): string =>
  names.map((name) => `\`${name}\``).join(separator)

/** The description of an operation, with the scopes that a key or a member of a team needs for it, and its events. */
function describe({ description: given, ...operation }: Operation): string | undefined {
  const description = given?.replaceAll(/\s+/g, ' ')
  if (description === undefined) return undefined
  const { 'x-scopes': ofGrants, 'x-team-scopes': ofMembers, 'x-events': events, [ROOT_PATH]: root } = operation
  const scopes = ofGrants ?? ofMembers
  const who = ofGrants ? 'A key, or a member of a team,' : 'A member of a team'
  return [
    description,
    ...(scopes ? [`${who} needs ${codes(scopes, ' and ')}.`] : []),
    ...(root ? [`Also served without the prefix: \`${root}\`.`] : []),
    ...(events ? [`It can cause ${codes(events, ', ')}; its jobs can cause more.`] : []),
  ].join(' ')
}

/** A parameter whose schema is a component takes the component's description. */
function describeParameters({ parameters = [] }: Operation, { components }: OpenApiDocument): void {
  for (const parameter of parameters)
    parameter.description ??= components.schemas[nameOf(parameter.schema?.$ref)]?.description
}

/**
 * Bodies have an example, and parameters that are required or have a value for this operation. /docs fills in every parameter
 * with an example, so a search would otherwise use all its filters at once.
 */
function addRequestExamples(
  { operationId = '', parameters = [], requestBody }: Operation,
  compose: Compose,
  values: Reference['values'],
): void {
  for (const parameter of parameters) {
    const { name, required, schema } = parameter
    const isShown = required || schema?.[EXAMPLE] !== undefined || Object.hasOwn(values, `${operationId}.${name}`)
    parameter.example = isShown && schema ? compose(schema, [operationId], name) : undefined
  }
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    // The body is the file itself, which a form has as a field.
    if (type === 'text/csv') {
      media.example = Object(compose(media.schema ?? {}, [operationId], 'body')).file
      media.schema = { type: 'string' }
    }
    media.example ??= media.schema && compose(media.schema, [operationId], 'body')
  }
}

function addResponseExamples(operation: Operation, { content = {} }: Response, compose: Compose): void {
  const { operationId = '' } = operation
  const message = texts(DEFAULT_LOCALE).answers[messageOf(operation)]
  for (const [type, media] of Object.entries(content)) {
    if (!media.schema) continue
    media.example ??=
      type === 'application/json'
        ? withMessage(compose(media.schema, [operationId]), message)
        : compose(media.schema, [operationId], type)
  }
}

/** An envelope's example with the text that the operation answers. */
function withMessage(example: unknown, message: string): unknown {
  if (typeof example !== 'object' || example === null || !('success' in example)) return example
  const { success, ...rest } = example
  return { success, message, ...rest }
}

/** The generator names a component of requests `XInput`. It is X here, unless answers have an X that differs. */
function mergeInputs({ paths, components, ...rest }: OpenApiDocument): OpenApiDocument {
  const { schemas } = components
  const used = usedBy([paths], schemas)
  const inputs = [...used].filter((name) => {
    const plain = name.replace(/Input$/, '')
    return plain !== name && (!used.has(plain) || isDeepStrictEqual(schemas[plain], schemas[name]))
  })
  const merged = {
    ...schemas,
    ...Object.fromEntries(inputs.map((name) => [name.replace(/Input$/, ''), schemas[name]])),
  }
  const renamed = JSON.stringify({ paths, schemas: merged }).replaceAll(
    /"#\/components\/schemas\/(\w+)Input"/g,
    (ref, name: string) => (inputs.includes(`${name}Input`) ? `"#/components/schemas/${name}"` : ref),
  )
  const { schemas: kept, ...found } = JSON.parse(renamed)
  return documentSchema.parse({ ...rest, ...found, components: { ...components, schemas: kept } })
}

/** The generator writes every component twice, as input and as output; most are used as one of them only. */
function dropUnused({ paths, webhooks, components }: OpenApiDocument): void {
  const used = usedBy([paths, webhooks, components.responses], components.schemas)
  components.schemas = Object.fromEntries(
    Object.entries(components.schemas).filter(([name]: [string, Schema]) => used.has(name)),
  )
}

/** The names of the schemas that parts of a document refer to, also through each other. */
function usedBy(parts: unknown[], schemas: Record<string, Schema>): Set<string> {
  const used = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name] ?? {})
    }
  }
  visit(parts)
  return used
}
