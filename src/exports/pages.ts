import type { Database } from '../db/client.ts'
import { type ExportsPart, queries } from '../db/queries.ts'
import { nightsBetween } from '../lib/days.ts'
import { type Cell, writeAmount } from './csv.ts'
import type { Reader } from './reader.ts'
import type { ExportFilter } from './schemas.ts'

/** The rows of a page: some milliseconds of the processor. */
const PAGE_ROWS = 500

/** The names of the columns, and the rows in pages. Each page is a statement of its own, and nothing is held between two of them. */
export interface Export {
  columns: readonly string[]
  pages(db: Database, reader: Reader, filter: ExportFilter): AsyncGenerator<Cell[][]>
}

/** Before every home, stay and payment. */
const NO_HOME = '00000000-0000-0000-0000-000000000000'
const BEGIN = { after_home: NO_HOME, after_day: '0001-01-01', after_reservation: 0, after_id: 0 }
type Place = typeof BEGIN

/** The parts of the statements that a reader needs. Pure. */
const partsFor = (reader: Reader, filter: ExportFilter, from: ExportsPart, to: ExportsPart): Set<ExportsPart> =>
  new Set([
    reader.owner_id === undefined ? 'as-staff' : 'as-owner',
    ...(filter.property_id === undefined ? [] : (['of-home'] as const)),
    ...(filter.from === undefined ? [] : [from]),
    ...(filter.to === undefined ? [] : [to]),
  ])

/** Reads pages until one is not full. */
async function* inPages<Row>(
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
  show: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  let after = BEGIN
  for (;;) {
    const rows = await read(after)
    yield rows.map(show)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = placeOf(last)
  }
}

const RESERVATIONS = [
  ...[
    'id',
    'property_id',
    'property_title',
    'status',
    'source',
    'ota_name',
    'ota_reservation_code',
    'check_in',
    'check_out',
  ],
  ...[
    'nights',
    'adults',
    'children',
    'infants',
    'guests',
    'guest_id',
    'guest_name',
    'currency',
    'total',
    'amount_open',
  ],
  ...['payment_status', 'cancelled_by', 'cancelled_at', 'created_at'],
]

export const reservations: Export = {
  columns: RESERVATIONS,
  pages(db, reader, filter) {
    const parts = partsFor(reader, filter, 'from', 'to')
    const asked = { ...filter, owner_id: reader.owner_id, limit: PAGE_ROWS }
    return inPages(
      (after) => queries.exports.listReservations(db, parts, { ...asked, ...after }),
      (row) => ({ ...BEGIN, after_home: row.property_id, after_day: row.check_in, after_id: row.id }),
      (row) => [
        ...[row.id, row.property_id, row.title, row.status, row.source, row.ota_name, row.ota_reservation_code],
        ...[row.check_in, row.check_out, nightsBetween(row.check_in, row.check_out)],
        ...[row.adults, row.children, row.infants, row.guests, row.guest_id, row.guest_name],
        ...[row.currency, writeAmount(row.total_cents), row.open_cents === null ? null : writeAmount(row.open_cents)],
        ...[row.payment_status, row.cancelled_by, row.cancelled_at, row.created_at],
      ],
    )
  },
}

const PAYMENTS = [
  ...['id', 'reservation_id', 'property_id', 'property_title', 'check_in', 'check_out', 'kind', 'status', 'currency'],
  ...['amount', 'refunded', 'due_on', 'created_at', 'paid_at', 'dispute_status'],
]

export const payments: Export = {
  columns: PAYMENTS,
  pages(db, reader, filter) {
    const parts = partsFor(reader, filter, 'made-from', 'made-to')
    const asked = { ...filter, owner_id: reader.owner_id, limit: PAGE_ROWS }
    return inPages(
      (after) => queries.exports.listPayments(db, parts, { ...asked, ...after }),
      (row) => ({
        after_home: row.property_id,
        after_day: row.check_in,
        after_reservation: row.reservation_id,
        after_id: row.id,
      }),
      (row) => [
        ...[row.id, row.reservation_id, row.property_id, row.title, row.check_in, row.check_out, row.kind, row.status],
        ...[row.currency, writeAmount(row.amount_cents), writeAmount(row.refunded_cents)],
        ...[row.due_on, row.created_at, row.paid_at, row.dispute_status],
      ],
    )
  },
}

const DAYS = [
  ...[
    'property_id',
    'property_title',
    'date',
    'status',
    'price',
    'discounted_price',
    'currency',
    'min_stay',
    'max_stay',
  ],
  ...['closed_to_arrival', 'closed_to_departure', 'cleaning_fee', 'extra_guest_fee', 'reason', 'reservation_id'],
]

export const calendar: Export = {
  columns: DAYS,
  async *pages(db, reader, { from = '', to = '', ...filter }) {
    const parts = partsFor(reader, filter, 'from', 'to')
    const asked = { ...filter, owner_id: reader.owner_id }
    for (let after_home = NO_HOME; ; ) {
      const [home] = await queries.exports.nextHome(db, parts, { ...asked, after_home })
      if (home === undefined) return
      after_home = home.id
      const days = await queries.calendars.listDays(db, { property_id: home.id, from_day: from, to_day: to })
      yield days.map((day) => [
        ...[home.id, home.title, day.day, day.status, writeAmount(day.price_cents), writeAmount(day.discounted_cents)],
        ...[home.currency, day.min_stay, day.max_stay, day.closed_to_arrival, day.closed_to_departure],
        ...[
          writeAmount(day.cleaning_fee_cents),
          writeAmount(day.extra_guest_fee_cents),
          day.reason,
          day.reservation_id,
        ],
      ])
    }
  },
}
