/**
 * Stands in for src/platform/db/query.ts in a run of mutants: notes which statements a test runs, and runs a mutant in the place of
 * its statement.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Queryable } from '../../../src/platform/db/client.ts'
import { slotsOf } from '../../../src/platform/db/fragments.ts'
import * as real from '../../../src/platform/db/query.ts'
import type { Kind } from '../../../src/platform/db/sessions.ts'
import { APART, FOUND, present } from './present.ts'

/** Values that a condition may depend on: nothing, yes or no, none or some, and the words of a state. */
function kindOfValue(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return value === 0 ? '0' : '1'
  return typeof value === 'string' && /^[a-z_]+$/.test(value) ? value : 'some'
}

const kindOfRow = (row: object): string => Object.values(row).map(kindOfValue).join()

const rowsOf = (answer: unknown): object[] =>
  Array.isArray(answer) ? answer : typeof answer === 'object' && answer !== null ? [answer] : []

/** Number of rows that a statement has returned or changed: none, one, or several. */
const countOf = (rows: object[]): number => Math.min('count' in rows ? Number(rows.count) : rows.length, 2)

/**
 * Two answers of the same kind are taken to tell a test the same: what is asked belongs to it, because a condition on a
 * parameter depends on whether that is there.
 */
function kindOf(params: object, answer: unknown): string {
  const rows = rowsOf(answer)
  const kinds = [...new Set(rows.slice(0, 20).map(kindOfRow))].sort()
  const kind = createHash('sha256')
    .update([kindOfRow(params), countOf(rows), ...kinds].join(';'))
    .digest('hex')
    .slice(0, 8)
  return countOf(rows) > 0 ? `${FOUND}${kind}` : kind
}

/** Notes what a statement, or a part of one, has answered. */
function note(file: string, params: object, answer: unknown): void {
  const kinds = present.answers.get(file) ?? new Set()
  present.answers.set(file, kinds)
  const found = present.found.get(file) ?? new Map<string, string>()
  present.found.set(file, found)
  kinds.add(kindOf(params, answer))
  const rows = rowsOf(answer)
  if (countOf(rows) > 0) found.set(JSON.stringify(params), rows.length > 0 ? JSON.stringify(rows) : `${found.size}`)
  // The rows that a statement wants show where others have rows that differ.
  if (new Set(found.values()).size > 1 && found.size > 1) kinds.add(APART)
}

function switched<P extends object, R>(file: string, load: (file: string) => (db: Queryable, params: P) => Promise<R>) {
  const original = load(file)
  return async (db: Queryable, params: P): Promise<R> => {
    // Noted before it is known what it answers, because it may fail.
    present.answers.set(file, present.answers.get(file) ?? new Set())
    const { mutant } = present
    const run = mutant?.file === file ? load(mutant.mutated) : original
    const answer = await run(db, params)
    note(file, params, answer)
    return answer
  }
}

export const { numbering } = real

/** A composed statement: what it answers is noted of each of its parts, and a mutant is one of these. */
export function composed<P extends object, R extends object, Part extends string>(file: string, use: Kind) {
  const beside = (name: string) => path.join(path.dirname(file), name)
  const original = real.composed<P, R, Part>(file, use)
  const slots = slotsOf(real.readWhole(file))
  // Offers for a single part always have it.
  const always = slotsOf(real.readSource(file)).filter(({ kind, names }) => kind === 'one' && names.length === 1)
  return async (db: Queryable, wanted: ReadonlySet<Part>, params: P): Promise<R[]> => {
    const here = slots.flatMap(({ names }) => names).filter((name) => (wanted as ReadonlySet<string>).has(name))
    const own = [...new Set([...here, ...always.flatMap(({ names }) => names)])].map(beside)
    const { mutant } = present
    const run =
      mutant && own.includes(mutant.file)
        ? real.composed<P, R, Part>(file, use, (name) => real.readSource(name === mutant.file ? mutant.mutated : name))
        : original
    for (const name of own) present.answers.set(name, present.answers.get(name) ?? new Set())
    const answer = await run(db, wanted, params)
    for (const name of own) note(name, params, answer)
    return answer
  }
}

export const many = <P extends object, R extends object>(file: string, use: Kind) =>
  switched(file, (name) => real.many<P, R>(name, use))
export const optional = <P extends object, R extends object>(file: string, use: Kind) =>
  switched(file, (name) => real.optional<P, R>(name, use))
export const one = <P extends object, R extends object>(file: string, use: Kind) =>
  switched(file, (name) => real.one<P, R>(name, use))
export const nothing = <P extends object>(file: string, use: Kind) =>
  // Without columns the rows are none, but their answer still counts what was changed.
  switched<P, unknown>(file, (name) => real.many<P, object>(name, use)) as (db: Queryable, params: P) => Promise<void>
