import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '../../src/db/client.ts'
import { compileStatement } from '../../src/db/query.ts'

/** The parameters of a search, as far as nothing else is asked for. */
export const SEARCH = {
  adults: 2,
  children: 0,
  whole: false,
  facets: false,
  fuzzy: false,
  sort: 'popular',
  limit: 20,
  offset: 0,
}

/** The plan of an SQL file for these parameters with sequential scans disabled, which shows whether an index fits. */
export async function planOf(db: Database, file: string, params: Record<string, unknown>): Promise<string> {
  const { text, names } = compileStatement(
    readFileSync(path.resolve(import.meta.dirname, `../../sql/${file}.sql`), 'utf8'),
  )
  const rows = await db.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain ${text}`,
      names.map((name) => params[name] ?? null) as never[],
    )
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
