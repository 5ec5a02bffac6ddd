import { z } from 'zod'

/**
 * A body in which null stands for absence where a field is optional (docs/design/api.md, "Conventions"). A schema that takes null itself
 * gives it a meaning of its own, such as an empty field. Pure.
 */
export function withoutNulls(schema: unknown, value: unknown): unknown {
  const object = objectOf(schema)
  if (!object || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([name, field]) => field !== null || !isAbsence(object.shape[name]))
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutNulls(object.shape[name], field)]))
}

/** Whether null is no value of a field that may be left out. Pure. */
export const isAbsence = (field: unknown): boolean =>
  field instanceof z.ZodType && field._zod.optin !== undefined && !field.safeParse(null).success

/** Parameters of an address without those that are empty: `?city_id=&q=sea` names no city. Pure. */
export function withoutEmpty(parameters: unknown): unknown {
  if (typeof parameters !== 'object' || parameters === null) return parameters
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))
}

function objectOf(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodPipe) return objectOf(schema.in)
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  return isWrapped ? objectOf(schema.unwrap()) : undefined
}
