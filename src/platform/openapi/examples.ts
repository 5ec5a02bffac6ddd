import { EXAMPLE, nameOf, type Schema } from './document.ts'
import type { Reference } from './reference.ts'

/**
 * Builds the example of a schema from the values of its fields. A field is looked up by its name, in the innermost scope first
 * (the field that contains it, the component, the operation), and at last by its name alone. undefined: there is no example.
 */
export type Compose = (schema: Schema, scopes: string[], name?: string) => unknown

/** @param components what the schemas may refer to. */
export function composer(components: Record<string, Schema>, values: Reference['values']): Compose {
  return function compose(schema: Schema, scopes: string[], name?: string): unknown {
    if (schema[EXAMPLE] !== undefined) return schema[EXAMPLE]
    const named = name === undefined ? undefined : namedValue(values, scopes, name)
    if (named !== undefined) return named
    const inner = name === undefined ? scopes : [...scopes, name]
    if (schema.$ref !== undefined) {
      const component = nameOf(schema.$ref)
      return compose(components[component] ?? {}, [...inner, component])
    }
    const [given] = schema.examples ?? []
    if (given !== undefined) return given
    if (schema.default !== undefined) return schema.default
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    if (schema.anyOf) return compose(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, inner)
    if (schema.oneOf?.[0]) return compose(schema.oneOf[0], inner)
    if (schema.properties) {
      return Object.fromEntries(
        Object.entries(schema.properties)
          .map(([field, of]) => [field, compose(of, inner, field)])
          .filter(([, value]) => value !== undefined),
      )
    }
    if (schema.items) {
      const item = compose(schema.items, inner)
      return item === undefined ? undefined : [item]
    }
    return ofType(values, schema)
  }
}

/** A value of a field that has none of its own. */
function ofType(values: Reference['values'], { type = [], format, minimum }: Schema): unknown {
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('boolean')) return true
  if (types.includes('integer')) return minimum ?? 1
  return format === undefined ? undefined : values[format]
}

function namedValue(values: Reference['values'], scopes: string[], name: string): unknown {
  const key = [...scopes.toReversed().map((scope) => `${scope}.${name}`), name].find((key) =>
    Object.hasOwn(values, key),
  )
  return key === undefined ? undefined : values[key]
}
