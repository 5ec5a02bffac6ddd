import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { z } from 'zod'

/** Paths at the root are old ones, and take what they always took. */
const PREFIX = '/api/v1/'

/** True if a route refuses fields and query parameters that it does not know. Pure. */
export const refusesUnknown = ({ url, config = {} }: { url: string; config?: FastifyContextConfig }): boolean =>
  url.startsWith(PREFIX) && !config.specified && !config.takesMore

/** Declares all routes of a group as operations of the specification. */
export function ofSpecification(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, specified: true }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An operation of the specification: it ignores fields that it does not know, and an empty text of a number is null, as its clients may expect. */
    specified?: boolean
    /** An address that people open from mails, that other programs call in their own words, or that is signed: it ignores fields that it does not know. */
    takesMore?: boolean
  }
}

type Issue = z.core.$ZodIssue

/**
 * Yields an issue for each field of a value, at any depth, that its schema does not have. A signed address keeps what others add to it.
 * Pure.
 */
export function* unknownFields(schema: unknown, value: unknown, path: PropertyKey[] = []): Generator<Issue> {
  if (Array.isArray(value)) {
    const element = elementOf(schema)
    if (element !== undefined)
      for (const [index, item] of value.entries()) yield* unknownFields(element, item, [...path, index])
    return
  }
  const shapes = shapesOf(schema)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || shapes.length === 0) return
  const isSigned =
    path.length === 0 && 'signature' in value && shapes.some((shape) => Object.hasOwn(shape, 'signature'))
  if (isSigned) return
  for (const [name, field] of Object.entries(value)) {
    const [known, ...others] = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name]] : []))
    if (known === undefined) yield { code: 'custom', message: 'unknownField', path: [...path, name], input: field }
    else if (others.length === 0) yield* unknownFields(known, field, [...path, name])
  }
}

function inner(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return schema.in
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable)
    return schema.unwrap()
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodCatch)
    return schema.unwrap()
  return undefined
}

function elementOf(schema: unknown): unknown {
  if (schema instanceof z.ZodArray) return schema.element
  const next = inner(schema)
  return next === undefined ? undefined : elementOf(next)
}

/** The fields of an object, of each of its variants; none of a schema that takes any field, or no object. */
function shapesOf(schema: unknown): Record<string, unknown>[] {
  if (schema instanceof z.ZodObject) return schema._zod.def.catchall === undefined ? [schema.shape] : []
  if (schema instanceof z.ZodUnion) {
    const variants = schema.options.map(shapesOf)
    return variants.some(({ length }) => length === 0) ? [] : variants.flat()
  }
  const next = inner(schema)
  return next === undefined ? [] : shapesOf(next)
}
