import { explainPrepared } from '../../src/cli/explain.ts'
import { planSearch, type Search } from '../../src/homes/search/plan.ts'
import { searchQuery } from '../../src/homes/search/schemas.ts'
import type { Database } from '../../src/platform/db/client.ts'
import { compileStatement, readShape } from '../../src/platform/db/query.ts'

async function explain(
  db: Database,
  statement: string,
  values: unknown[],
  without = ['enable_seqscan'],
): Promise<string> {
  const rows = await db.begin(async (tx) => {
    for (const way of without) await tx`select set_config(${way}, 'off', true)`
    return tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${statement}`, values as never[])
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Text sent for an SQL file, of these parts, and the values of its parameters. */
function sentFor(file: string, params: Record<string, unknown>, parts: Iterable<string>) {
  const { text, names } = compileStatement(readShape(file, parts))
  return { text, values: names.map((name) => params[name] ?? null) }
}

/** The plan of an SQL file, of these parts, for these parameters with sequential scans disabled, which shows whether an index fits. */
export function planOf(
  db: Database,
  file: string,
  params: Record<string, unknown>,
  parts: Iterable<string> = [],
): Promise<string> {
  const { text, values } = sentFor(file, params, parts)
  return explain(db, text, values)
}

/** Returns the cost that PostgreSQL expects if it looks at all rows. */
export async function costOfAll(
  db: Database,
  file: string,
  params: Record<string, unknown>,
  parts: Iterable<string>,
): Promise<number> {
  const { text, values } = sentFor(file, params, parts)
  const plan = await explain(db, text, values, ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'])
  return Number(/\.\.([\d.]+) /.exec(plan)?.[1])
}

/** The same plan, and the one for any parameters. */
export async function plansOf(
  db: Database,
  file: string,
  params: Record<string, unknown>,
  parts: Iterable<string> = [],
): Promise<[custom: string, generic: string]> {
  const { text, values } = sentFor(file, params, parts)
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

/** Parameters for PostgreSQL of a query string of the search. */
export const searchOf = (query: string): Search =>
  planSearch(searchQuery.parse(Object.fromEntries(new URLSearchParams(query))), 'popular')

/** The plan of a search, once for the values of its parameters and once for any, with sequential scans disabled. */
export function plansOfSearch(db: Database, query: string): Promise<[custom: string, generic: string]> {
  const { isPriced, parts, params } = searchOf(query)
  return plansOf(
    db,
    isPriced ? 'homes/search/priced-page' : 'homes/search/page',
    { ...params, limit: 20, offset: 0 },
    parts,
  )
}
