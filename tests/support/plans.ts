import { readFileSync } from 'node:fs'
import path from 'node:path'
import { explainPrepared } from '../../src/cli/explain.ts'
import type { Database } from '../../src/db/client.ts'
import { compileStatement, readShape } from '../../src/db/query.ts'
import { planSearch, type Search } from '../../src/search/plan.ts'
import { searchQuery } from '../../src/search/schemas.ts'

async function explain(db: Database, statement: string, values: unknown[]): Promise<string> {
  const rows = await db.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${statement}`, values as never[])
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** The plan of an SQL file for these parameters with sequential scans disabled, which shows whether an index fits. */
export async function planOf(db: Database, file: string, params: Record<string, unknown>): Promise<string> {
  const { text, names } = compileStatement(
    readFileSync(path.resolve(import.meta.dirname, `../../sql/${file}.sql`), 'utf8'),
  )
  return explain(
    db,
    text,
    names.map((name) => params[name] ?? null),
  )
}

/** What a query string of the search asks of PostgreSQL. */
export const searchOf = (query: string): Search =>
  planSearch(searchQuery.parse(Object.fromEntries(new URLSearchParams(query))), 'popular')

/** The plan of a search, once for the values of its parameters and once for any, with sequential scans disabled. */
export async function plansOfSearch(db: Database, query: string): Promise<[custom: string, generic: string]> {
  const { isPriced, parts, params } = searchOf(query)
  const { text, names } = compileStatement(readShape(isPriced ? 'search/priced-page' : 'search/page', parts))
  const values = names.map((name) => ({ ...params, limit: 20, offset: 0 })[name as 'limit'] ?? null)
  const generic = await db.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return explainPrepared(
      tx,
      text,
      values.map(() => undefined),
    )
  })
  return [await explain(db, text, values), generic]
}
