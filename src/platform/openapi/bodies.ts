import { nameOf, type OpenApiDocument, type Operation, type Schema } from './document.ts'
import type { Reference } from './reference.ts'

const isFile = ({ format, anyOf = [] }: Schema): boolean => format === 'binary' || anyOf.some(isFile)

/** Gives the fields of request bodies their meaning, also those of fields of fields. */
export function describeFields(
  { requestBody }: Operation,
  { components }: OpenApiDocument,
  meanings: Reference['fields'],
): void {
  const seen = new Set<Schema>()
  const visit = (given: Schema): void => {
    const schema = components.schemas[nameOf(given.$ref)] ?? given
    if (seen.has(schema)) return
    seen.add(schema)
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const named = components.schemas[nameOf(field.$ref)]
      if (!named?.description) field.description ??= meanings[name]
      visit(field)
    }
    for (const part of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      if (part) visit(part)
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) visit(schema)
}

/** JSON has no files: where a form takes one, a JSON body has the other fields, and null where that removes the file. */
export function leaveFilesToForms({ requestBody }: Operation, { components }: OpenApiDocument): void {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  if (!json?.schema || !form) return
  const name = nameOf(json.schema.$ref)
  const whole = components.schemas[name] ?? json.schema
  const fields = Object.entries(whole.properties ?? {})
  if (!fields.some(([, field]) => isFile(field))) return
  const kept = fields.flatMap(([field, schema]): [string, Schema][] => {
    if (!isFile(schema)) return [[field, schema]]
    return field === 'avatar'
      ? [[field, { type: 'null', description: 'null removes it; a picture comes in a form' }]]
      : []
  })
  form.schema = structuredClone(whole)
  const plain = { ...whole, properties: Object.fromEntries(kept) }
  if (name in components.schemas) {
    components.schemas[`${name}Form`] = form.schema
    form.schema = { $ref: `#/components/schemas/${name}Form` }
    components.schemas[name] = plain
  } else json.schema = plain
}
