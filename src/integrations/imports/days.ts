import type { BulkOperation } from '../../bookings/calendars/schemas.ts'
import { addDays } from '../../platform/lib/days.ts'

/** The fields of a day as a bulk call names them, and as its row has them; amounts are cents. */
const FIELDS = {
  price_per_night: 'price_cents',
  cleaning_fee: 'cleaning_fee_cents',
  extra_guest_fee: 'extra_guest_fee_cents',
  min_stay: 'min_stay',
  max_stay: 'max_stay',
  closed_to_arrival: 'closed_to_arrival',
  closed_to_departure: 'closed_to_departure',
} as const

type Field = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as Field[]
type DayFields = Pick<BulkOperation, Field>

/** Changes of a file for a day, and the last row that said so. */
export interface WantedDay {
  row: number
  fields: DayFields
  closed?: boolean
  reason?: string | undefined
}

/** Current own values of a day. */
export type PresentDay = { [name in (typeof FIELDS)[Field]]?: DayFields[Field] } & { isClosed: boolean }

/** A bulk operation of days that follow each other, with the rows that it comes from. */
export interface Step {
  operation: BulkOperation
  rows: Set<number>
}

/** The fields that differ. Pure. */
const differing = (wanted: DayFields, present: PresentDay): DayFields =>
  Object.fromEntries(
    NAMES.filter((name) => wanted[name] !== undefined && wanted[name] !== (present[FIELDS[name]] ?? null)).map(
      (name) => [name, wanted[name]],
    ),
  )

/** Action for a day. */
function actionsOf(wanted: WantedDay, present: PresentDay): Omit<BulkOperation, 'start_date' | 'end_date'>[] {
  const fields = differing(wanted.fields, present)
  const { closed = present.isClosed, reason } = wanted
  return [
    ...(Object.keys(fields).length > 0 ? [{ action: 'set_price' as const, ...fields }] : []),
    ...(closed && !present.isClosed ? [{ action: 'block' as const, reason }] : []),
    ...(!closed && present.isClosed ? [{ action: 'unblock' as const }] : []),
  ]
}

/**
 * The fewest bulk operations that make days as they are wanted: days that follow each other and need the same are one. Days that are
 * so already are in none. Pure.
 */
export function stepsTo(
  wanted: ReadonlyMap<string, WantedDay>,
  presentOf: (day: string) => PresentDay,
): { steps: Step[]; changed: number } {
  const open = new Map<string, Step>()
  const steps: Step[] = []
  let changed = 0
  for (const [day, want] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const actions = actionsOf(want, presentOf(day))
    if (actions.length > 0) changed++
    for (const action of actions) {
      const key = JSON.stringify(action)
      const step = open.get(key)
      if (step !== undefined && addDays(step.operation.end_date, 1) === day) {
        step.operation.end_date = day
        step.rows.add(want.row)
        continue
      }
      const next: Step = { operation: { ...action, start_date: day, end_date: day }, rows: new Set([want.row]) }
      open.set(key, next)
      steps.push(next)
    }
  }
  return { steps, changed }
}

/** The days whose shortest stay would exceed the longest, with the field that says so. Pure. */
export function impossibleDays(
  wanted: ReadonlyMap<string, WantedDay>,
  presentOf: (day: string) => PresentDay,
  home: { min_stay: number; max_stay: number },
): { row: number; column: 'min_stay' | 'max_stay' }[] {
  return [...wanted].flatMap(([day, { row, fields }]) => {
    if (fields.min_stay === undefined && fields.max_stay === undefined) return []
    const present = presentOf(day)
    const least = fields.min_stay ?? present.min_stay ?? home.min_stay
    const most = fields.max_stay ?? present.max_stay ?? home.max_stay
    return Number(least) > Number(most)
      ? [{ row, column: fields.min_stay === undefined ? ('max_stay' as const) : ('min_stay' as const) }]
      : []
  })
}
