import { z } from 'zod'
import { LINE_CODES } from '../../homes/rates/lines.ts'
import type { Database } from '../../platform/db/client.ts'
import { type ExportsPart, queries } from '../../platform/db/queries.ts'
import { hasScope, type Scope } from '../../platform/http/scopes.ts'
import { daysBetween } from '../../platform/lib/days.ts'
import { divideHalfUp } from '../../platform/lib/money.ts'
import { type Cell, writeAmount } from './csv.ts'
import type { Reader } from './reader.ts'
import type { ExportFilter } from './schemas.ts'

/** The rows of a page: some milliseconds of the processor. */
export const PAGE_ROWS = 500

/** The names of the columns, and the rows in pages. Each page is a statement of its own, and nothing is held between two of them. */
export interface Export {
  columns: readonly string[]
  /** Scope that a grant needs to read it, beside `exports.read`. */
  scope: Scope
  pages(db: Database, reader: Reader, filter: ExportFilter): AsyncGenerator<Cell[][]>
}

/** Before every home, stay and payment. */
const NO_HOME = '00000000-0000-0000-0000-000000000000'
export const BEGIN = { after_home: NO_HOME, after_day: '0001-01-01', after_reservation: 0, after_id: 0 }
type Place = typeof BEGIN

/** A stay, or something of one, such as a payment. */
interface Placed {
  property_id: string
  check_in: string
  reservation_id?: number
  id: number
}

/** The place after a row. Pure. */
export const placeOf = ({ property_id, check_in, reservation_id = 0, id }: Placed): Place => ({
  after_home: property_id,
  after_day: check_in,
  after_reservation: reservation_id,
  after_id: id,
})

/** The parts of the statements that a reader needs. Pure. */
export const partsFor = (reader: Reader, filter: ExportFilter, from: ExportsPart, to: ExportsPart): Set<ExportsPart> =>
  new Set([
    reader.user_id === undefined ? 'as-staff' : 'as-owner',
    ...(filter.property_id === undefined ? [] : (['of-home'] as const)),
    ...(reader.homes === undefined ? [] : (['on-homes'] as const)),
    ...(filter.from === undefined ? [] : [from]),
    ...(filter.to === undefined ? [] : [to]),
  ])

/** Returns the homes that are asked for. Pure. */
export const askedBy = ({ user_id, homes }: Reader, filter: ExportFilter) => ({ ...filter, user_id, homes })

/** Columns by name, in the order of the file, and what each says of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

export const cellsOf =
  <Row>(columns: Columns<Row>) =>
  (row: Row): Cell[] =>
    Object.values(columns).map((cell) => cell(row))

/** Reads pages until one is not full. */
export async function* inPages<Row extends Placed, Shown>(
  read: (after: Place) => Promise<Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  let after = BEGIN
  for (;;) {
    const rows = await read(after)
    yield rows.map(show)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = placeOf(last)
  }
}

export type Rows<Query extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Query>>[number]

type StayRow = Rows<typeof queries.exports.listReservations>

/** Parts of a price in cents; channels and imports may name none. */
const linesOf = z.partialRecord(z.enum(LINE_CODES), z.int())

const RESERVATIONS: Columns<StayRow> = {
  id: ({ id }) => id,
  property_id: ({ property_id }) => property_id,
  property_title: ({ title }) => title,
  status: ({ status }) => status,
  source: ({ source }) => source,
  ota_name: ({ ota_name }) => ota_name,
  ota_reservation_code: ({ ota_reservation_code }) => ota_reservation_code,
  check_in: ({ check_in }) => check_in,
  check_out: ({ check_out }) => check_out,
  nights: ({ check_in, check_out }) => daysBetween(check_in, check_out),
  adults: ({ adults }) => adults,
  children: ({ children }) => children,
  infants: ({ infants }) => infants,
  guests: ({ guests }) => guests,
  guest_id: ({ guest_id }) => guest_id,
  guest_name: ({ guest_name }) => guest_name,
  currency: ({ currency }) => currency,
  total: ({ total_cents }) => writeAmount(total_cents),
  amount_open: ({ open_cents }) => (open_cents === null ? null : writeAmount(open_cents)),
  payment_status: ({ payment_status }) => payment_status,
  cancelled_by: ({ cancelled_by }) => cancelled_by,
  cancelled_at: ({ cancelled_at }) => cancelled_at,
  created_at: ({ created_at }) => created_at,
  external_id: ({ external_id }) => external_id,
  guest_email: ({ email }) => email,
  guest_phone: ({ phone }) => phone,
  guest_language: ({ language }) => language,
  guest_country: ({ country }) => country,
  expected_arrival: ({ expected_arrival }) => expected_arrival,
  labels: ({ labels }) => labels.join(', '),
  commission: ({ commission_cents }) => (commission_cents === null ? null : writeAmount(commission_cents)),
  collected_by: ({ collected_by }) => collected_by,
  ...Object.fromEntries(
    LINE_CODES.map((code) => [code, ({ lines }: StayRow) => writeAmount(linesOf.parse(lines)[code] ?? 0)]),
  ),
  refunded: ({ refunded_cents }) => writeAmount(refunded_cents),
  paid: ({ paid_cents }) => writeAmount(paid_cents),
  continues: ({ continues }) => continues,
}

/** A stay without the contact of its guest, for readers without that right. Pure. */
const withoutContact = <Row extends object>(row: Row) => ({
  ...row,
  email: null,
  phone: null,
  language: null,
  country: null,
})

export const reservations: Export = {
  scope: 'reservations.read',
  columns: Object.keys(RESERVATIONS),
  pages(db, reader, filter) {
    const parts =
      filter.by === 'departure'
        ? partsFor(reader, filter, 'left-from', 'left-to')
        : partsFor(reader, filter, 'from', 'to')
    const asked = { ...askedBy(reader, filter), limit: PAGE_ROWS }
    return inPages(async (after) => {
      const rows = await queries.exports.listReservations(db, parts, { ...asked, ...after })
      return hasScope(reader, 'guests.read') ? rows : rows.map(withoutContact)
    }, cellsOf(RESERVATIONS))
  },
}

const PAYMENTS: Columns<Rows<typeof queries.exports.listPayments>> = {
  id: ({ id }) => id,
  reservation_id: ({ reservation_id }) => reservation_id,
  property_id: ({ property_id }) => property_id,
  property_title: ({ title }) => title,
  check_in: ({ check_in }) => check_in,
  check_out: ({ check_out }) => check_out,
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
  currency: ({ currency }) => currency,
  amount: ({ amount_cents }) => writeAmount(amount_cents),
  refunded: ({ refunded_cents }) => writeAmount(refunded_cents),
  due_on: ({ due_on }) => due_on,
  created_at: ({ created_at }) => created_at,
  paid_at: ({ paid_at }) => paid_at,
  dispute_status: ({ dispute_status }) => dispute_status,
  external_id: ({ external_id }) => external_id,
  channel: ({ channel }) => channel,
  seller: ({ seller }) => seller,
  method: ({ method }) => method,
  received_on: ({ received_on }) => received_on,
}

export const payments: Export = {
  scope: 'payments.read',
  columns: Object.keys(PAYMENTS),
  pages(db, reader, filter) {
    const parts = partsFor(reader, filter, 'made-from', 'made-to')
    const asked = { ...askedBy(reader, filter), limit: PAGE_ROWS }
    return inPages((after) => queries.exports.listPayments(db, parts, { ...asked, ...after }), cellsOf(PAYMENTS))
  },
}

type TaxedStay = Rows<typeof queries.exports.listTouristTax>

const TAXED: Columns<TaxedStay> = {
  reservation_id: ({ id }) => id,
  property_id: ({ property_id }) => property_id,
  property_title: ({ title }) => title,
  external_id: ({ external_id }) => external_id,
  city: ({ city }) => city,
  status: ({ status }) => status,
  source: ({ source }) => source,
  ota_name: ({ ota_name }) => ota_name,
  collected_by: ({ collected_by }) => collected_by,
  check_in: ({ check_in }) => check_in,
  check_out: ({ check_out }) => check_out,
  nights: ({ nights }) => nights,
  adults: ({ adults }) => adults,
  exempt: ({ exempt }) => exempt,
  rate: (row) => writeAmount(taxRateOf(row)),
  tourist_tax: ({ tax_cents }) => writeAmount(tax_cents),
  currency: ({ currency }) => currency,
  withheld_by_channel: ({ withheld_cents }) => writeAmount(withheld_cents),
}

/** The tax of an adult and a night, in cents, rounded half up: a channel names a sum. Pure. */
const taxRateOf = ({ tax_cents, adults, nights }: Pick<TaxedStay, 'tax_cents' | 'adults' | 'nights'>): number =>
  divideHalfUp(tax_cents, adults * nights)

/** The stays that take place, by their day of departure, with their tourist tax. */
export const touristTax: Export = {
  scope: 'payments.read',
  columns: Object.keys(TAXED),
  pages(db, reader, filter) {
    const parts = partsFor(reader, filter, 'left-from', 'left-to')
    const asked = { ...askedBy(reader, filter), limit: PAGE_ROWS }
    return inPages((after) => queries.exports.listTouristTax(db, parts, { ...asked, ...after }), cellsOf(TAXED))
  },
}

type Day = Rows<typeof queries.calendars.listDays> & { home: Rows<typeof queries.exports.nextHome> }

const DAYS: Columns<Day> = {
  property_id: ({ home }) => home.id,
  property_title: ({ home }) => home.title,
  date: ({ day }) => day,
  status: ({ status }) => status,
  price: ({ price_cents }) => writeAmount(price_cents),
  discounted_price: ({ discounted_cents }) => writeAmount(discounted_cents),
  currency: ({ home }) => home.currency,
  min_stay: ({ min_stay }) => min_stay,
  max_stay: ({ max_stay }) => max_stay,
  closed_to_arrival: ({ closed_to_arrival }) => closed_to_arrival,
  closed_to_departure: ({ closed_to_departure }) => closed_to_departure,
  cleaning_fee: ({ cleaning_fee_cents }) => writeAmount(cleaning_fee_cents),
  extra_guest_fee: ({ extra_guest_fee_cents }) => writeAmount(extra_guest_fee_cents),
  reason: ({ reason }) => reason,
  reservation_id: ({ reservation_id }) => reservation_id,
  external_id: ({ home }) => home.external_id,
  closure_kind: ({ closure_kind }) => closure_kind,
}

export const calendar: Export = {
  scope: 'calendar.read',
  columns: Object.keys(DAYS),
  async *pages(db, reader, { from = '', to = '', ...filter }) {
    const parts = partsFor(reader, filter, 'from', 'to')
    const asked = askedBy(reader, filter)
    for (let after_home = NO_HOME; ; ) {
      const [home] = await queries.exports.nextHome(db, parts, { ...asked, after_home })
      if (home === undefined) return
      after_home = home.id
      const days = await queries.calendars.listDays(db, { property_id: home.id, from_day: from, to_day: to })
      yield days.map((day) => cellsOf(DAYS)({ ...day, home }))
    }
  },
}
