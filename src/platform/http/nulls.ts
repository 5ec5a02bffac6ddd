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

/**
 * A body in which `""` is null for an optional number, day, choice or id: frameworks of clients send it for a field of a form that was left
 * empty. Texts keep it. Pure.
 */
export function withEmptyAsNull(schema: unknown, value: unknown): unknown {
  const object = objectOf(schema)
  if (!object || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const shape = object.shape[name]
      return [name, field === '' && isEmptied(shape) ? null : withEmptyAsNull(shape, field)]
    }),
  )
}

/** True if `""` can only be a field that was left empty. */
const isEmptied = (field: unknown): boolean =>
  field instanceof z.ZodType &&
  (field._zod.optin !== undefined || field.safeParse(null).success) &&
  isNoText(field) &&
  !field.safeParse('').success

const FORMATS = new Set(['date', 'date-time', 'uuid'])
const NO_TEXTS = [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodISODateTime]

/** True for values that programs write: a number, a choice, or a text with a format such as a day's. */
function isNoText(schema: unknown): boolean {
  if (schema instanceof z.ZodUnion) return schema.options.some(isNoText)
  if (schema instanceof z.ZodPipe) return isNoText(schema.in)
  if (schema instanceof z.ZodNullable || isOptional(schema)) return isNoText(schema.unwrap())
  if (schema instanceof z.ZodString) return FORMATS.has(String(z.globalRegistry.get(schema)?.format))
  return NO_TEXTS.some((kind) => schema instanceof kind)
}

/** True if null is no value of a field that may be left out. Pure. */
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
  return schema instanceof z.ZodNullable || isOptional(schema) ? objectOf(schema.unwrap()) : undefined
}

const isOptional = (schema: unknown): schema is z.ZodOptional | z.ZodExactOptional | z.ZodDefault =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault
