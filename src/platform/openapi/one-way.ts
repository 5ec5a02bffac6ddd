/**
 * Writes what JSON Schema can say in several ways in the one that generators of clients and validators read best
 * (docs/front-ends.md, "Generated clients"). tests/platform/openapi/one-way.pure.test.ts has the rules.
 */

export type Part = Record<string, unknown>

export const isPart = (part: unknown): part is Part => typeof part === 'object' && part !== null && !Array.isArray(part)

const isNull = (part: unknown): boolean => isPart(part) && part.type === 'null'

/** Validators divide in floating point: 64.1 is no multiple of 0.01 for them. */
const DECIMALS = 'At most two decimals'

/** A document in which each schema is written in one way. Pure. */
export function writeOneWay<T>(document: T): T {
  return write(document) as T
}

function write(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(write)
  if (!isPart(part)) return part
  const within = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, /^examples?$/.test(key) ? value : write(value)]),
  )
  return withConst(withDecimals(withFormat(withNull(within))))
}

/** `type: [x, "null"]` in place of a choice between x and null; a component stays a choice, because it cannot have a further type. */
function withNull(schema: Part): Part {
  const { anyOf, ...outer } = schema
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema
  const [choice, ...others] = anyOf.filter((one) => !isNull(one))
  if (!isPart(choice) || others.length > 0) return schema
  if (Array.isArray(choice.anyOf)) {
    // A choice among several has null as one more. Fields of components have no default: clients would have to send it.
    const { default: _, ...inner } = choice
    return { ...inner, ...outer, anyOf: [...choice.anyOf, { type: 'null' }] }
  }
  if (typeof choice.type !== 'string') return schema
  const { type, enum: values, const: only, ...inner } = choice
  const listed = only === undefined ? values : [only]
  return { ...inner, ...outer, type: [type, 'null'], ...(Array.isArray(listed) && { enum: [...listed, null] }) }
}

/** A format says more than its pattern, which lacks the flags of the one that the service uses. */
function withFormat(schema: Part): Part {
  const { pattern, ...rest } = schema
  return typeof pattern === 'string' && typeof schema.format === 'string' ? rest : schema
}

/** Words in place of `multipleOf: 0.01`. */
function withDecimals(schema: Part): Part {
  const { multipleOf, ...rest } = schema
  if (typeof multipleOf !== 'number' || multipleOf >= 1) return schema
  const { description } = rest
  return { ...rest, description: typeof description === 'string' ? `${description}. ${DECIMALS}` : DECIMALS }
}

/** `const` in place of an enumeration of one value. */
function withConst(schema: Part): Part {
  const { enum: values, ...rest } = schema
  return Array.isArray(values) && values.length === 1 ? { ...rest, const: values[0] } : schema
}
