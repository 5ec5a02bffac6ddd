import type { FastifyContextConfig, RouteShorthandOptions } from 'fastify'

/** Options of a route, or some of them. */
type Part = Omit<RouteShorthandOptions, 'config'> & { config?: FastifyContextConfig }

/** The parts of a route's options that are merged field by field. */
const NESTED = new Set(['config', 'schema'])

/** Hooks, which run in the order of the parts. */
const HOOKS = new Set(['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend'])

/**
 * Merges parts of a route's options, so that no part hides the limit or the right that another one declares. Lists of hooks are copies,
 * because the rate limiter adds to them. Pure.
 * @throws Error if two parts set the same field
 */
export function merged<A extends Part, B extends Part>(first: A, second: B): A & B
export function merged<A extends Part, B extends Part, C extends Part>(first: A, second: B, third: C): A & B & C
export function merged(...parts: Part[]): object {
  const options: Record<string, unknown> = {}
  for (const [name, value] of parts.flatMap(Object.entries)) {
    const given = options[name]
    if (HOOKS.has(name)) options[name] = [given ?? [], value].flat()
    else if (given === undefined) options[name] = value
    else if (NESTED.has(name)) options[name] = union(Object(given), Object(value), name)
    else throw new Error(`Two parts of a route's options set ${name}`)
  }
  return options
}

function union(first: object, second: object, part: string): object {
  const both = Object.keys(second).find((name) => Object.hasOwn(first, name))
  if (both !== undefined) throw new Error(`Two parts of a route's options set ${part}.${both}`)
  return { ...first, ...second }
}
