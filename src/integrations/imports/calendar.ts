import type { z } from 'zod'
import { runBulk } from '../../bookings/calendars/closures.ts'
import { bulkOperation } from '../../bookings/calendars/schemas.ts'
import { lockCalendars } from '../../homes/properties/calendar-lock.ts'
import { lockOwn } from '../../homes/properties/write.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { fieldProblem, tooLarge } from '../../platform/http/errors.ts'
import { uuid } from '../../platform/http/fields.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { problemsOf } from '../../platform/http/issues.ts'
import { addDays, daysOf } from '../../platform/lib/days.ts'
import { shareLoop } from '../../platform/lib/share-loop.ts'
import type { IntegrationsContext } from '../context.ts'
import { checkAmounts, fieldsOf, type Kind } from './cells.ts'
import { impossibleDays, type PresentDay, stepsTo, type WantedDay } from './days.ts'
import { Report } from './report.ts'
import { readSheet, type SheetFile, type SheetRow } from './sheet.ts'
import { allOrNothing } from './trial.ts'

const MAX_ROWS = 20_000
/** All days of a file, and those of one home: ten years. */
const MAX_DAYS = 100_000
const MAX_DAYS_OF_HOME = 3_653

const KINDS = {
  price: 'amount',
  cleaning_fee: 'amount',
  extra_guest_fee: 'amount',
  min_stay: 'number',
  max_stay: 'number',
  closed_to_arrival: 'flag',
  closed_to_departure: 'flag',
  closed: 'flag',
} as const satisfies Record<string, Kind>

const CALENDAR_COLUMNS: readonly string[] = [
  ...['external_id', 'property_id', 'date', 'from', 'to'],
  ...Object.keys(KINDS),
  'reason',
]

/** Columns of an exported calendar that say nothing to an import. */
const EXPORTED_COLUMNS = ['property_title', 'status', 'discounted_price', 'currency', 'reservation_id', 'closure_kind']

type Operation = z.infer<typeof bulkOperation>
type Days = Map<string, WantedDay>
interface Home {
  property_id: string
  min_stay: number
  max_stay: number
}

/** Changes of a row for its days, by the rules of a bulk call. Problems are reported. */
function readRow(sheetRow: SheetRow, report: Report): (Operation & { closed?: boolean }) | undefined {
  const { row, cells } = sheetRow
  const {
    external_id: _name,
    property_id: _id,
    price,
    closed,
    date,
    from = date,
    to = date,
    reason,
    ...fields
  } = fieldsOf(sheetRow, KINDS)
  checkAmounts(sheetRow, KINDS, report)
  if (date !== undefined && (cells.has('from') || cells.has('to')))
    report.add({ row, column: 'date', value: cells.get('date'), problem: fieldProblem('dayOrDays') })
  if (closed !== undefined && typeof closed !== 'boolean')
    report.add({ row, column: 'closed', value: cells.get('closed'), problem: fieldProblem('notBoolean') })
  const day = { ...fields, price_per_night: price }
  const isOnlyClosed = closed !== undefined && Object.values(day).every((value) => value === undefined)
  const action = !isOnlyClosed ? 'set_price' : closed ? 'block' : 'unblock'
  const asked = { ...day, action, start_date: from, end_date: to, reason }
  const parsed = bulkOperation.safeParse(asked, { reportInput: true })
  const single = date === undefined ? {} : { start_date: 'date', end_date: 'date' }
  const columns: Record<string, string> = { start_date: 'from', end_date: 'to', ...single, price_per_night: 'price' }
  if (!parsed.success) report.addFields(sheetRow, problemsOf(parsed.error.issues), (field) => columns[field] ?? field)
  if (report.isWrong(row) || !parsed.success) return undefined
  return { ...parsed.data, ...(typeof closed === 'boolean' && { closed }) }
}

/** Finds the home that a row names; undefined: none of the owner's, which is reported. */
function homeOf({ row, cells }: SheetRow, homes: ReadonlyMap<string, Home>, report: Report): Home | undefined {
  const external_id = cells.get('external_id')
  const property_id = cells.get('property_id')
  const column = external_id === undefined ? 'property_id' : 'external_id'
  const value = external_id ?? property_id
  const byId = property_id && homes.get(`property_id ${property_id.toLowerCase()}`)
  const byName = external_id && homes.get(`external_id ${external_id}`)
  const home = (external_id === undefined ? byId : byName) || undefined
  // An exported calendar has both.
  const isOne = property_id === undefined ? external_id !== undefined : external_id === undefined || byId === byName
  if (!isOne) report.add({ row, column, value, problem: fieldProblem('whichHome') })
  else if (home === undefined) report.add({ row, column, value, problem: fieldProblem('unknown') })
  return isOne ? home : undefined
}

/** The homes of an owner that rows name, by column and value. */
async function findHomes(context: IntegrationsContext, owner_id: number, rows: SheetRow[]): Promise<Map<string, Home>> {
  const named = (column: string) => [...new Set(rows.flatMap(({ cells }) => cells.get(column) ?? []))]
  const property_ids = named('property_id').filter((id) => uuid.safeParse(id).success)
  const homes = await queries.imports.listHomes(context.db, {
    owner_id,
    external_ids: named('external_id'),
    property_ids,
  })
  return new Map(
    homes.flatMap((home): [string, Home][] => [
      [`property_id ${home.property_id}`, home],
      ...(home.external_id === null ? [] : [[`external_id ${home.external_id}`, home] as [string, Home]]),
    ]),
  )
}

/** Changes of a file for each home, day by day; later rows prevail. @throws AppError 413. */
async function readWanted(
  rows: SheetRow[],
  homes: ReadonlyMap<string, Home>,
  report: Report,
): Promise<Map<Home, Days>> {
  const wanted = new Map<Home, Days>()
  let count = 0
  const share = shareLoop()
  for (const each of rows) {
    await share()
    const home = homeOf(each, homes, report)
    const asked = readRow(each, report)
    if (home === undefined || asked === undefined) continue
    const { action: _action, start_date, end_date, reason, closed, ...fields } = asked
    const days = wanted.get(home) ?? new Map<string, WantedDay>()
    wanted.set(home, days)
    for (const day of daysOf(start_date, addDays(end_date, 1))) {
      const before = days.get(day)
      const closing = closed === undefined ? {} : { closed, reason }
      days.set(day, { ...before, ...closing, row: each.row, fields: { ...before?.fields, ...fields } })
      count++
    }
    if (count > MAX_DAYS) throw tooLarge(MAX_DAYS, 'days')
    if (days.size > MAX_DAYS_OF_HOME) throw tooLarge(MAX_DAYS_OF_HOME, 'days_of_home')
  }
  return wanted
}

/** Present days of a home. */
async function findPresent(tx: Transaction, property_id: string, wanted: Days): Promise<(day: string) => PresentDay> {
  const days = [...wanted.keys()].toSorted()
  const [start_date = '', end_date = ''] = [days.at(0), days.at(-1)]
  const closures = await queries.imports.listClosures(tx, { property_id, start_date, end_date })
  const own = await queries.rates.listDays(tx, { property_id, check_in: start_date, check_out: end_date })
  const byDay = new Map(own.map((row) => [row.day, row]))
  const closed = new Set<string>()
  let next = 0
  let closedUntil = ''
  for (const day of days) {
    for (let closure = closures[next]; closure && closure.start_date <= day; closure = closures[++next])
      if (closure.end_date > closedUntil) closedUntil = closure.end_date
    if (day <= closedUntil) closed.add(day)
  }
  return (day) => ({ ...byDay.get(day), isClosed: closed.has(day) })
}

/** Makes the days of a home as they are wanted. Returns how many were not. */
async function writeDays(context: IntegrationsContext, tx: Transaction, home: Home, wanted: Days, report: Report) {
  const { property_id } = home
  const presentOf = await findPresent(tx, property_id, wanted)
  for (const { row, column } of impossibleDays(wanted, presentOf, home))
    if (!report.isWrong(row)) report.add({ row, column, problem: fieldProblem('stayRange') })
  const { steps, changed } = stepsTo(wanted, presentOf)
  for (const { operation, rows } of steps) {
    if ([...rows].some((row) => report.isWrong(row))) continue
    try {
      await runBulk(tx, context.config.quotas, property_id, operation)
    } catch (error) {
      // Sold days among those that were closed together.
      const sold = new Set<number>()
      for (const [day, { row }] of wanted) {
        if (day < operation.start_date || day > operation.end_date) continue
        if (await queries.states.findOverlapping(tx, { property_id, start_date: day, end_date: day })) sold.add(row)
      }
      for (const row of sold.size > 0 ? sold : rows) report.addRefusal({ row, cells: new Map() }, error)
    }
  }
  return changed
}

/** Makes the calendars of an owner's homes as a file wants them, by the functions of the bulk call. @throws AppError 400, 413. */
export async function importCalendar(
  context: IntegrationsContext,
  identity: Identity,
  file: SheetFile,
  isTrial: boolean,
) {
  const report = new Report()
  const rows = await readSheet(
    file,
    { columns: CALENDAR_COLUMNS, ignored: EXPORTED_COLUMNS, required: [], maxRows: MAX_ROWS },
    report,
  )
  const checkable = report.isWrong(1) ? [] : rows
  const wanted = await readWanted(checkable, await findHomes(context, identity.userId, checkable), report)
  const [first, ...others] = [...wanted.keys()].map(({ property_id }) => property_id)
  const days = [...wanted.values()].reduce((sum, { size }) => sum + size, 0)
  const work = async (tx: Transaction) => {
    let changed = 0
    for (const [home, of] of wanted) {
      // The home may have changed hands. An import writes only homes of its account, also for staff.
      await lockOwn(context, tx, identity, home.property_id, [])
      changed += await writeDays(context, tx, home, of, report)
    }
    return changed
  }
  const changed = await allOrNothing({ isTrial, report }, work, (each) =>
    first === undefined ? transaction(context.db, each) : lockCalendars(context, [first, ...others], each),
  )
  return { rows: rows.length, days, changed, unchanged: days - changed, report }
}
