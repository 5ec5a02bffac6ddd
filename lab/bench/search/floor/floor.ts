import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from '../../../../src/platform/db/client.ts'
import { compileStatement } from '../../../../src/platform/db/query.ts'
import { daysBetween, isoWeekday } from '../../../../src/platform/lib/days.ts'

const source = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** Fills what the search is compared with: the wide rows of 449a785, and the tables of the prototype. */
export async function buildFloors(url: string): Promise<void> {
  const db = connect(url, { max: 1, patient: true })
  // One by one: `vacuum` cannot run in a transaction. The bodies of functions have no semicolon at the end of a line.
  for (const file of ['wide.sql', 'prototype.sql'])
    for (const statement of source(file)
      .replaceAll(/--[^\n]*/g, '')
      .split(/;\s*\n/))
      if (statement.trim()) await db.unsafe(statement)
  await db.end()
}

interface FloorRow {
  id: string | null
  price_total_cents: number | null
  total: number
  facets: { property_types: unknown; prices: unknown }
}

export interface StaySearch {
  city_id: string
  check_in: string
  check_out: string
}

/** The statement of 449a785, on its wide rows, planned for each search as it was. */
export async function openFloor(url: string) {
  const db = connect(url, { max: 1, patient: true })
  await db`set search_path = floor, public`
  const { text, names } = compileStatement(source('search.sql'))
  const same = {
    adults: 2,
    children: 0,
    whole: false,
    facets: false,
    fuzzy: false,
    sort: 'popular',
    limit: 20,
    offset: 0,
  }
  return {
    search: (params: Record<string, unknown>): Promise<FloorRow[]> =>
      db.unsafe(text, names.map((name) => ({ ...same, ...params })[name as 'sort'] ?? null) as never[]),
    close: () => db.end(),
  }
}

/** The prototype, each answer with what its hits show. Two adults. */
export async function openPrototype(url: string) {
  const db = connect(url, { max: 1, patient: true })
  await db`set search_path = prototype, floor, public`
  await db.unsafe(source('prototype-statements.sql'))
  const days = `(select array_agg((now() at time zone name)::date order by no) from search_timezones)`
  const [{ today } = { today: [] as string[] }] = await db.unsafe<{ today: string[] }[]>(
    `select ${days}::text[] as today`,
  )
  const run = async (statement: string): Promise<{ id: string | null; total: number }[]> => {
    const rows = await db.unsafe<{ id: string | null; total: number }[]>(`execute ${statement}`)
    const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]))
    await db.unsafe(`execute details ('{${ids.join()}}')`)
    return rows
  }
  const stay = ({ city_id, check_in, check_out }: StaySearch) => {
    const ahead = daysBetween(today[0] ?? check_in, check_in)
    const nights = daysBetween(check_in, check_out)
    return `'${check_in}', '${check_out}', ${nights}, '${city_id}', 2::smallint, ${ahead}, '{${today.join()}}', 20, 0, 2`
  }
  const week = ({ check_in }: StaySearch) => `${isoWeekday(check_in) - 1}, 0, 2`
  return {
    plain: (city_id: string) => run(`plain_page ('${city_id}', 2::smallint, 20, 0)`),
    dated: (search: StaySearch) => run(`dated_page (${stay(search)}, ${week(search)})`),
    byTotal: (search: StaySearch, from: number, to: number) =>
      run(`dated_by_total (${stay(search)}, ${from}, ${to}, ${week(search)})`),
    withFacets: (search: StaySearch) => run(`dated_with_facets (${stay(search)}, ${week(search)})`),
    close: () => db.end(),
  }
}
