import type { TestApp } from './app.ts'

/** The columns of all tables that have a text in some row, or its bytes. */
export async function columnsWith(t: TestApp, needle: string): Promise<string[]> {
  const tables = await t.db<{ schema: string; table: string }[]>`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`
  const hex = Buffer.from(needle).toString('hex')
  const found = new Set<string>()
  for (const { schema, table } of tables) {
    const rows = await t.db<{ row: Record<string, unknown> }[]>`
      select to_jsonb(x) as row from ${t.db(schema)}.${t.db(table)} x
      where strpos(lower(x::text), ${needle}) > 0 or strpos(x::text, ${hex}) > 0`
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        const text = JSON.stringify(value)?.toLowerCase() ?? ''
        if (text.includes(needle) || text.includes(hex)) found.add(`${table}.${column}`)
      }
    }
  }
  return [...found].sort()
}
