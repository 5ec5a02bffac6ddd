import { countOfDay, lockQuota } from '../../accounts/quotas/quotas.ts'
import { type Imported, type ImportHome, importStay, NightsTakenError } from '../../bookings/reservations/imported.ts'
import { lockCalendars } from '../../homes/properties/calendar-lock.ts'
import { lockOwn } from '../../homes/properties/write.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { type FieldProblem, fieldProblem } from '../../platform/http/errors.ts'
import { uuid } from '../../platform/http/fields.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { problemsOf } from '../../platform/http/issues.ts'
import { shareLoop } from '../../platform/lib/share-loop.ts'
import type { IntegrationsContext } from '../context.ts'
import { fieldsOf } from './cells.ts'
import { Report } from './report.ts'
import { readSheet, type SheetFile, type SheetRow } from './sheet.ts'
import { STAY_COLUMNS, STAY_KINDS, type StayRow, stayRow } from './stay-rows.ts'
import { allOrNothing } from './trial.ts'

const MAX_STAYS = 1_000
const REQUIRED = ['external_id', 'property', 'guest_name', 'check_in', 'check_out', 'total']

/** A row that can be read, and its home. */
interface Wanted {
  sheetRow: SheetRow
  home: ImportHome
  stay: StayRow
}

interface ShownStay extends Pick<Imported, 'outcome'> {
  row: number
  external_id: string
  /** null: it would be created. */
  reservation_id: number | null
}

/** The homes of an owner that rows name, by external id or id. */
async function findHomes({ db }: IntegrationsContext, owner_id: number, rows: SheetRow[]) {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.get('property') ?? []))]
  const property_ids = names.filter((name) => uuid.safeParse(name).success)
  const homes = await queries.imports.listHomes(db, { owner_id, external_ids: names, property_ids })
  const byId = new Map(homes.map((home) => [home.property_id, home]))
  const byName = new Map(homes.map((home) => [home.external_id, home]))
  return (name: string): ImportHome | undefined => byName.get(name) ?? byId.get(name.toLowerCase())
}

/** Rows with their homes. What is wrong with a row is reported. */
async function readStays(
  rows: SheetRow[],
  homeOf: (name: string) => ImportHome | undefined,
  report: Report,
): Promise<Wanted[]> {
  const seen = new Set<string>()
  const wanted: Wanted[] = []
  const share = shareLoop()
  for (const sheetRow of rows) {
    await share()
    const { row, cells } = sheetRow
    const external_id = cells.get('external_id') ?? ''
    if (seen.has(external_id) && external_id !== '')
      report.add({ row, column: 'external_id', value: external_id, problem: fieldProblem('duplicate') })
    seen.add(external_id)
    const parsed = stayRow.safeParse(fieldsOf(sheetRow, STAY_KINDS), { reportInput: true })
    if (!parsed.success) report.addFields(sheetRow, problemsOf(parsed.error.issues))
    const property = cells.get('property')
    const home = property === undefined ? undefined : homeOf(property)
    if (property !== undefined && !home)
      report.add({ row, column: 'property', value: property, problem: fieldProblem('unknown') })
    if (home && parsed.success && !report.isWrong(row)) wanted.push({ sheetRow, home, stay: parsed.data })
  }
  return wanted
}

/** Writes the stays of a file whose homes are locked. */
async function writeStays(
  context: IntegrationsContext,
  tx: Transaction,
  identity: Identity,
  wanted: Wanted[],
  { report, isTrial }: { report: Report; isTrial: boolean },
): Promise<ShownStay[]> {
  const company = { owner_id: identity.userId, actor_id: identity.personId }
  // The homes may have changed hands. An import writes only homes of its account, also for staff.
  for (const property_id of new Set(wanted.map(({ home }) => home.property_id)))
    await lockOwn(context, tx, identity, property_id, [])
  const external_ids = wanted.map(({ stay }) => stay.external_id)
  const listed = await queries.states.listImported(tx, { owner_id: company.owner_id, external_ids })
  const known = new Map(listed.map((one) => [one.external_id, one]))
  const limit = context.config.quotas.importedStaysPerDay
  const amount = wanted.length - known.size
  if (amount > 0) await countOfDay(tx, 'imported-stays', company.owner_id, { limit, amount })
  const rowOf = new Map<number, number>()
  const done: ShownStay[] = []
  for (const { sheetRow, home, stay } of wanted) {
    const { external_id } = stay
    try {
      const { reservation_id, outcome } = await transaction(tx, (savepoint) =>
        importStay(context, { tx: savepoint, company, home, row: stay }, known.get(external_id)),
      )
      rowOf.set(reservation_id, sheetRow.row)
      const id = outcome === 'created' && isTrial ? null : reservation_id
      done.push({ row: sheetRow.row, external_id, reservation_id: id, outcome })
    } catch (error) {
      const problem = takenProblem(error, rowOf)
      if (problem) report.add({ row: sheetRow.row, column: 'check_in', value: stay.check_in, problem })
      else report.addRefusal(sheetRow, error)
    }
  }
  return done
}

/** Finds the stay, or the row of the file, that has the nights of a row; undefined for other errors. */
function takenProblem(error: unknown, rowOf: ReadonlyMap<number, number>): FieldProblem | undefined {
  // The constraint of PostgreSQL has the last word.
  if (databaseError(error)?.code === '23P01') return fieldProblem('takenNights')
  if (!(error instanceof NightsTakenError)) return undefined
  const row = rowOf.get(error.reservation_id)
  if (row !== undefined) return fieldProblem('takenByRow', { limit: row })
  return fieldProblem('takenByStay', { values: [String(error.reservation_id)] })
}

/** Imports the stays of a file that its owner has not imported yet, and follows the others in guest and note. @throws AppError 400, 413, 429. */
export async function importStays(context: IntegrationsContext, identity: Identity, file: SheetFile, isTrial: boolean) {
  const report = new Report()
  const rows = await readSheet(file, { columns: STAY_COLUMNS, required: REQUIRED, maxRows: MAX_STAYS }, report)
  // Rows cannot be checked under a wrong header.
  const checkable = report.isWrong(1) ? [] : rows
  const wanted = await readStays(checkable, await findHomes(context, identity.userId, checkable), report)
  const [first, ...others] = wanted.map(({ home }) => home.property_id)
  // Two imports at once follow each other, on all nodes.
  const turn = {
    turn: `imports of ${identity.userId}`,
    take: (tx: Transaction) => lockQuota(tx, identity.userId),
  }
  const stays = await allOrNothing(
    { isTrial, report },
    (tx) => writeStays(context, tx, identity, wanted, { report, isTrial }),
    (each) =>
      first === undefined ? transaction(context.db, each) : lockCalendars(context, [first, ...others], each, turn),
  )
  const count = (outcome: Imported['outcome']) => stays.filter((stay) => stay.outcome === outcome).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
  return { rows: rows.length, ...counts, stays, report }
}
