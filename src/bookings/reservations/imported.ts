import { createHash } from 'node:crypto'
import { z } from 'zod'
import { payLink } from '../../money/payments/pay-link.ts'
import { pipeline, type Transaction } from '../../platform/db/client.ts'
import type { MoneyMethod, ReservationSource } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, type FieldMessageKey, type FieldProblem, fieldProblem, invalid } from '../../platform/http/errors.ts'
import { giveWay } from '../calendars/closures.ts'
import type { BookingsContext } from '../context.ts'
import { payElsewhere } from '../settlement/elsewhere.ts'
import { splitPayment } from '../settlement/replace.ts'
import { insertBookingPayment } from '../settlement/stay-payment.ts'
import { notifyGuest, stayNotice } from '../states/notices.ts'
import { priceOf } from './channel.ts'

/** Days, price and status of a stay as a file has them. Amounts in cents. */
interface Facts {
  status: 'confirmed' | 'cancelled' | 'no_show'
  source: ReservationSource
  channel?: string | undefined
  channel_code?: string | undefined
  check_in: string
  check_out: string
  adults: number
  children: number
  infants: number
  total: number
  cleaning: number
  tourist_tax: number
  commission?: number | undefined
  /** Received elsewhere, with its method. */
  paid: number
  paid_by?: MoneyMethod | undefined
  /** True if the guest is asked for the rest by a link. */
  collect: boolean
}

/** A stay that a company brings from elsewhere. */
export interface ImportedStay extends Facts {
  /** Its name in the files of the company. */
  external_id: string
  guest_name: string
  guest_email?: string | undefined
  guest_phone?: string | undefined
  note?: string | undefined
}

type Stay = Omit<ImportedStay, 'external_id'>

/** The home of an imported stay, and today there. */
export interface ImportHome {
  property_id: string
  title: string
  currency: string
  today: string
}

/** A row, its home, the company that imports it, and the person who acts for it, in a transaction. */
interface Importing<Row extends Stay = ImportedStay> {
  tx: Transaction
  company: { owner_id: number; actor_id: number }
  home: ImportHome
  row: Row
  /** True if it takes its nights; by default when it is confirmed. A guest who did not come may have them still. */
  takesNights?: boolean
}

export interface Imported {
  reservation_id: number
  outcome: 'created' | 'updated' | 'unchanged'
}

type Known = Awaited<ReturnType<typeof queries.states.listImported>>[number]

/**
 * Writes a stay that a company brings from elsewhere (docs/design/domain.md, "Imported stays"). The caller holds the locks of the account and
 * of the calendar of the home.
 * @param known the stay as an earlier file has brought it.
 * @throws NightsTakenError naming the stay that takes one of the nights.
 * @throws AppError 400 a guest or note that was changed here, other days, price or status than those that were imported, or a code of another
 * stay, 409 nights that the company has closed.
 */
export async function importStay(
  context: BookingsContext,
  importing: Importing,
  known: Known | undefined,
): Promise<Imported> {
  if (known) return changeImported(importing, known)
  const sold = await findSold(importing)
  if (sold) return joinSold(importing, sold)
  const { tx, home, row, takesNights = row.status === 'confirmed' } = importing
  if (takesNights) await freeNights(importing)
  const reservation_id = await insertStay(importing)
  await pipeline({
    name: remember(importing, reservation_id),
    nights: takesNights && queries.states.takeNights(tx, { reservation_id }),
    money: writeMoney(context, importing, reservation_id),
  })
  if (takesNights) await context.freedNights.closeTaken(tx, { ...home, ...row })
  await context.departureTasks.followStay(tx, reservation_id)
  return { reservation_id, outcome: 'created' }
}

/**
 * Writes the stay of an event in a feed, whose money stays with its platform. The caller holds the lock of the calendar of the home.
 * @throws AppError 409 nights of another stay, or that the company has closed.
 */
export async function importEvent(
  context: BookingsContext,
  { tx, company, home }: Omit<Importing, 'row'>,
  event: Pick<ImportedStay, 'channel' | 'check_in' | 'check_out' | 'adults' | 'children' | 'infants' | 'total'> & Guest,
): Promise<{ reservation_id: number }> {
  const { name, email, phone, note, ...stay } = event
  const row: Stay = {
    ...stay,
    ...{ status: 'confirmed', source: 'channel', cleaning: 0, tourist_tax: 0, paid: 0, collect: false },
    guest_name: name,
    guest_email: email ?? undefined,
    guest_phone: phone ?? undefined,
    note: note ?? undefined,
  }
  try {
    await freeNights({ tx, company, home, row })
    const reservation_id = await insertStay({ tx, company, home, row })
    await queries.states.takeNights(tx, { reservation_id })
    await context.freedNights.closeTaken(tx, { ...home, ...row })
    await context.departureTasks.followStay(tx, reservation_id)
    return { reservation_id }
  } catch (error) {
    throw error instanceof NightsTakenError ? new AppError('taken') : error
  }
}

/** The part of the price that is paid here: all of it, or only what was paid elsewhere before. Pure. */
const payableOf = ({ collect, total, paid }: Facts): number => (collect ? total : paid)

const byId = (key: FieldMessageKey, id: number): FieldProblem => fieldProblem(key, { values: [String(id)] })

const storedFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

/** The facts of a row as they are stored. Pure. */
function factsOf(
  { property_id }: ImportHome,
  {
    external_id: _id,
    guest_name: _name,
    guest_email: _email,
    guest_phone: _phone,
    note: _note,
    ...facts
  }: ImportedStay,
) {
  const given = Object.entries({ ...facts, property: property_id }).filter(([, value]) => value !== undefined)
  return storedFacts.parse(Object.fromEntries(given))
}

interface Guest {
  name: string
  email?: string | null | undefined
  phone?: string | null | undefined
  note?: string | null | undefined
}

const guestOf = ({ guest_name, guest_email, guest_phone, note }: Stay): Guest => ({
  name: guest_name,
  email: guest_email,
  phone: guest_phone,
  note,
})

/** Tells whether guest or note differ, without keeping them a second time. Pure. */
const hashOf = ({ name, email = null, phone = null, note = null }: Guest): string =>
  createHash('sha256')
    .update(JSON.stringify([name, email, phone, note]))
    .digest('base64url')

/** Follows a row in guest and note. @throws AppError 400 for other facts, and for a guest or note that was changed here. */
async function changeImported({ tx, home, row }: Importing, known: Known): Promise<Imported> {
  const { reservation_id } = known
  const [before, facts] = [storedFacts.parse(known.facts), factsOf(home, row)]
  const changed = [...new Set([...Object.keys(before), ...Object.keys(facts)])].filter(
    (name) => before[name] !== facts[name],
  )
  if (changed.length > 0)
    throw invalid(Object.fromEntries(changed.map((name) => [name, byId('changeHere', reservation_id)])))
  const guest = guestOf(row)
  const guest_hash = hashOf(guest)
  if (guest_hash === known.guest_hash) return { reservation_id, outcome: 'unchanged' }
  const notes = await queries.states.lockNotes(tx, { reservation_id })
  const contact_id = notes?.contact_id ?? undefined
  const contact = contact_id === undefined ? undefined : await queries.states.lockContact(tx, { contact_id })
  if (!notes || !contact || hashOf({ ...contact, note: notes.note }) !== known.guest_hash)
    throw invalid({ guest_name: byId('changedHere', reservation_id) })
  const { name, email, phone, note } = guest
  await queries.states.updateNotes(tx, { ...notes, note })
  await queries.states.updateContact(tx, { ...contact, name, email, phone })
  await queries.states.updateImport(tx, { reservation_id, guest_hash })
  return { reservation_id, outcome: 'updated' }
}

type Sold = NonNullable<Awaited<ReturnType<typeof queries.states.findOfChannel>>>

async function findSold({ tx, home, row }: Importing): Promise<Sold | undefined> {
  const { source, channel: ota_name, channel_code: ota_reservation_code } = row
  if (source !== 'channel' || ota_name === undefined || ota_reservation_code === undefined) return undefined
  return queries.states.findOfChannel(tx, { property_id: home.property_id, ota_name, ota_reservation_code })
}

/**
 * Joins a row to the booking that the channel has brought already, which keeps its days, price and guest. A note is added where it has none.
 * @throws AppError 400 when it has another name in the files of the company.
 */
async function joinSold(importing: Importing, { id: reservation_id, external_id, note }: Sold): Promise<Imported> {
  const { tx, row } = importing
  if (external_id !== null) throw invalid({ channel_code: byId('codeOfStay', reservation_id) })
  await remember(importing, reservation_id)
  if (row.note === undefined || note !== null) return { reservation_id, outcome: 'unchanged' }
  const notes = await queries.states.lockNotes(tx, { reservation_id })
  if (notes) await queries.states.updateNotes(tx, { ...notes, note: row.note })
  return { reservation_id, outcome: 'updated' }
}

const remember = ({ tx, company, home, row }: Importing, reservation_id: number) =>
  queries.states.insertImport(tx, {
    owner_id: company.owner_id,
    external_id: row.external_id,
    reservation_id,
    facts: factsOf(home, row),
    guest_hash: hashOf(guestOf(row)),
  })

/** Opens nights that feeds have closed. @throws NightsTakenError, and AppError 409 for closures of the company. */
async function freeNights({ tx, home, row }: Importing<Stay>) {
  const nights = { property_id: home.property_id, check_in: row.check_in, check_out: row.check_out }
  const taking = await queries.states.findTaking(tx, nights)
  if (taking) throw new NightsTakenError(taking.reservation_id)
  await giveWay(tx, nights, false)
}

/** Nights of another stay. */
export class NightsTakenError extends Error {
  readonly reservation_id: number

  constructor(reservation_id: number) {
    super('nights taken')
    this.reservation_id = reservation_id
  }
}

async function insertStay({ tx, company, home, row }: Importing<Stay>): Promise<number> {
  const { total: total_cents, cleaning: cleaning_cents, tourist_tax: tourist_tax_cents, ...stay } = row
  const due_now_cents = payableOf(row)
  const { currency, property_id, today } = home
  const price = priceOf({ ...stay, total_cents, cleaning_cents, tourist_tax_cents, currency })
  const { id } = await queries.states.insertImported(tx, {
    ...stay,
    ...guestOf(row),
    property_id,
    actor_id: company.actor_id,
    status: row.status === 'confirmed' && row.check_out < today ? 'completed' : row.status,
    quote: { ...price, due_now_cents },
    total_cents,
    due_now_cents,
    currency,
    ota_name: row.channel,
    ota_reservation_code: row.channel_code,
    commission_cents: row.commission,
  })
  return id
}

/** Records money that was paid elsewhere, without a document, and asks the guest for the rest by a link, once. */
async function writeMoney(context: BookingsContext, importing: Importing, id: number): Promise<void> {
  const { tx, row } = importing
  const { actor_id: created_by, owner_id } = importing.company
  const { property_id, title: home, currency, today } = importing.home
  const { check_in, check_out, total: total_cents, paid: amount_cents, paid_by: method } = row
  const due_now_cents = payableOf(row)
  if (due_now_cents === 0) return
  const stay = { id, property_id, owner_id, guest_id: null, home, check_in, check_out }
  const price = { total_cents, due_now_cents, balance_due_on: null, currency }
  const { id: whole_id, key } = await insertBookingPayment(tx, stay, price, null)
  const rest_cents = due_now_cents - amount_cents
  if (method !== undefined && amount_cents > 0) {
    const parts = { part_cents: amount_cents, rest_cents }
    const payment_id = rest_cents === 0 ? whole_id : (await splitPayment(context, tx, whole_id, parts)).id
    // The file does not say the day.
    await payElsewhere(tx, { payment_id, method, received_on: today, created_by, is_documented: false })
  }
  if (rest_cents === 0) return
  // The link of a payment leads to its successor.
  const link = payLink(context, key)
  await notifyGuest(context, tx, stay, { ...stayNotice('reservation_confirmed', stay, 'imported'), link })
}
