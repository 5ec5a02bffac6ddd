import { parse, parsePlPgSQL } from 'libpg-query'
import type { Statement } from './shapes.ts'

/** Effects of a statement or a function on tables, by PostgreSQL's own grammar. Names of other schemas carry theirs: `pgboss.job`. */
export interface Effects {
  reads: Set<string>
  writes: Set<string>
  /** Those of the written tables that get new rows. */
  inserts: Set<string>
  /** True if it takes locks of rows: `for update` and the like. */
  locks: boolean
  /** The functions that it calls. */
  calls: Set<string>
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Nothing is read, written, locked or called. */
export const noEffects = (): Effects => ({
  reads: new Set(),
  writes: new Set(),
  inserts: new Set(),
  locks: false,
  calls: new Set(),
})

/** Adds what the second does to the first. */
export function addEffects(all: Effects, more: Effects): void {
  for (const table of more.reads) all.reads.add(table)
  for (const table of more.writes) all.writes.add(table)
  for (const table of more.inserts) all.inserts.add(table)
  for (const name of more.calls) all.calls.add(name)
  all.locks ||= more.locks
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The last part of a name: `count` of `pg_catalog.count`. */
function calledName(funcname: unknown): string {
  const last: unknown = Array.isArray(funcname) ? funcname.at(-1) : undefined
  return isNode(last) && isNode(last.String) ? text(last.String.sval) : ''
}

const tableOf = (range: Record<string, unknown>): string =>
  [text(range.schemaname), text(range.relname)].filter(Boolean).join('.')

/** The names that the `with` of a statement gives to its parts. */
function namesOfParts(statement: Record<string, unknown>): string[] {
  const ctes = isNode(statement.withClause) && Array.isArray(statement.withClause.ctes) ? statement.withClause.ctes : []
  return ctes.flatMap((cte: unknown) =>
    isNode(cte) && isNode(cte.CommonTableExpr) ? [text(cte.CommonTableExpr.ctename)] : [],
  )
}

const WRITING = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

function visit(node: unknown, parts: ReadonlySet<string>, effects: Effects): void {
  if (Array.isArray(node)) for (const member of node) visit(member, parts, effects)
  if (!isNode(node) || Array.isArray(node)) return
  for (const [kind, value] of Object.entries(node)) {
    if (!isNode(value)) continue
    const known = new Set([...parts, ...namesOfParts(value)])
    if (kind === 'RangeVar') {
      const table = tableOf(value)
      if (!known.has(table)) effects.reads.add(table)
      continue
    }
    // The grammar reads the body of a block as a text, which may do anything.
    if (kind === 'DoStmt') effects.locks = true
    if (kind === 'FuncCall') effects.calls.add(calledName(value.funcname))
    if (kind === 'LockingClause') {
      // The tables that it names are aliases of those that the statement reads.
      effects.locks = true
      continue
    }
    if (WRITING.has(kind) && isNode(value.relation)) {
      effects.writes.add(tableOf(value.relation))
      if (kind === 'InsertStmt' || kind === 'MergeStmt') effects.inserts.add(tableOf(value.relation))
      // The table that is written is no read of its own, however many of its rows are looked at.
      const { relation: _, ...rest } = value
      visit(rest, known, effects)
    } else visit(value, known, effects)
  }
}

/** Effects of an SQL statement, without the functions that it calls. */
export async function effectsOf(statement: string): Promise<Effects> {
  const effects = noEffects()
  visit(await parse(statement), new Set(), effects)
  return effects
}

/** Reading of a text in a PL/pgSQL body: as a statement, an expression, or `target := expression`. */
const STATEMENT = 0
const EXPRESSION = 2

/** The statements and expressions in the body of a function in PL/pgSQL. */
async function queriesOf(definition: string): Promise<string[]> {
  const found: string[] = []
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) for (const member of node) collect(member)
    if (!isNode(node) || Array.isArray(node)) return
    const { PLpgSQL_expr: expression } = node
    if (isNode(expression)) {
      const { query, parseMode = STATEMENT } = expression
      if (parseMode === STATEMENT) found.push(text(query))
      else if (parseMode === EXPRESSION) found.push(`select ${text(query)}`)
      else found.push(text(query).replace(/^.*?:?=/s, 'select '))
    }
    for (const value of Object.values(node)) collect(value)
  }
  collect(await parsePlPgSQL(definition))
  return found
}

/** Effects of the body of a function. `definition`: that of `pg_get_functiondef`. */
export async function effectsOfFunction(definition: string): Promise<Effects> {
  const effects = await effectsOf(definition)
  // A body in quotes is a text to the grammar.
  const [, , body] = /\bAS \$(\w*)\$([\s\S]*)\$\1\$/.exec(definition) ?? []
  const queries = /\bLANGUAGE plpgsql\b/i.test(definition) ? await queriesOf(definition) : body ? [body] : []
  for (const query of queries) addEffects(effects, await effectsOf(query))
  return effects
}

/** Effects of a statement in any of its shapes, without the functions that it calls. */
export async function effectsOfStatement({ texts }: Statement): Promise<Effects> {
  const effects = noEffects()
  for (const { text } of texts()) addEffects(effects, await effectsOf(text))
  return effects
}
