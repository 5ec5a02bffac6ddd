import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { partOf, type Slot, slotsOf } from '../platform/db/fragments.ts'
import { type CompiledStatement, compileStatement, readShape, readWhole } from '../platform/db/query.ts'
import { isFunction } from '../platform/schema/functions.ts'

const SQL = path.resolve(import.meta.dirname, '../../sql')

/** The first part of each place that needs one, with these instead of those that stand for the same. */
function around(slots: Slot[], parts: string[]): string[] {
  const needed = slots.flatMap(({ kind, names }) =>
    kind === 'one' && !parts.some((part) => names.includes(part)) ? names.slice(0, 1) : [],
  )
  return [...new Set([...needed, ...parts])]
}

/** These parts of a statement, and the first of each place that needs one and has none of them. */
export const completeShape = (source: string, parts: string[]): string[] => around(slotsOf(source), parts)

/** Two parts that are offered for one place of one cannot be wanted together. */
const exclude = (slots: Slot[], a: string, b: string): boolean =>
  slots.some(({ kind, names }) => kind === 'one' && names.includes(a) && names.includes(b))

/**
 * The shapes of a composed statement that stand for all: with none of its parts, with each, with each pair, and with all.
 * A whole statement without places for parts has one shape. Pure.
 */
export function shapesOf(source: string): string[][] {
  const slots = slotsOf(source)
  const parts = [...new Set(slots.flatMap(({ names }) => names))]
  const pairs = parts.flatMap((a, index) =>
    parts.slice(index + 1).flatMap((b) => (exclude(slots, a, b) ? [] : [[a, b]])),
  )
  const any = slots.flatMap(({ kind, names }) => (kind === 'any' ? names : []))
  const shapes = [[], ...parts.map((part) => [part]), ...pairs, any].map((wanted) => around(slots, wanted))
  return [...new Map(shapes.map((shape) => [shape.toSorted().join(), shape])).values()]
}

/** A statement under sql/. */
export interface Statement {
  /** `payments/insert`. */
  name: string
  source: string
  /** With the parts that it always has. */
  whole: string
  isComposed: boolean
  /** Text sent to PostgreSQL, for a composed statement in each of its shapes. */
  texts(): CompiledStatement[]
}

/** The files under sql/, by the names of their statements. */
export const listSources = (): { name: string; source: string }[] =>
  globSync('**/*.sql', { cwd: SQL })
    .filter((file) => !isFunction(file))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), source: readFileSync(path.join(SQL, file), 'utf8') }))

/** The files under sql/ that are parts of composed statements. */
export const listParts = (): string[] =>
  listSources()
    .filter(({ source }) => partOf(source).length > 0)
    .map(({ name }) => name)

/** All statements under sql/. */
export const listStatements = (): Statement[] =>
  listSources()
    .filter(({ source }) => partOf(source).length === 0)
    .map(({ name, source }) => {
      const whole = readWhole(name)
      const texts = () => shapesOf(whole).map((wanted) => compileStatement(readShape(name, wanted)))
      return { name, source, whole, isComposed: slotsOf(whole).length > 0, texts }
    })
