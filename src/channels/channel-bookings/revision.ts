import { z } from 'zod'
import type { ChannelGuest, SoldStay } from '../../bookings/reservations/channel.ts'
import { MAX_NIGHTS } from '../../homes/rates/price-schemas.ts'
import type { Line } from '../../homes/rates/priced-stay.ts'
import { daysBetween, isDay } from '../../platform/lib/days.ts'
import { toCents } from '../../platform/lib/money.ts'
import { oneLine } from '../../platform/lib/text.ts'

/** A revision of a booking as a channel manager sends it, in the service's own words. */
export interface Revision extends ChannelGuest {
  booking_id: string
  revision_id: string
  is_cancelled: boolean
  /** Newer revisions replace older ones. */
  version_at: string
  /** A first revision without a time of its own: it may come after later ones, and replaces none. */
  yields: boolean
  /** The rooms, as far as they can be read; those of a cancellation too. */
  rooms: Room[]
  /** Fee and commission of a cancellation, as far as the channel names them. */
  cancellation: Cancellation
  currency: string | undefined
  /** True if it was sold before its home was mapped. */
  is_earlier: boolean
  /** Values that could not be read and were replaced. */
  notes: string[]
}

/** Amounts in cents; undefined: the channel does not say. */
interface Cancellation {
  fee_cents: number | undefined
  commission_cents: number | undefined
}

interface Room extends Omit<SoldStay, keyof ChannelGuest | 'property_id' | 'currency' | 'is_earlier'> {
  /** True if this room is cancelled. The booking may go on. */
  is_cancelled: boolean
  room_type_id: string | undefined
}

/** Facts that only the envelope of a revision has. */
export interface Envelope {
  event: string
  /** Id for a body that names no revision. */
  fallback_id: string
  timestamp: unknown
  received_at: string
  /** True if it comes from the list of what was sold before the home was mapped. */
  is_earlier?: boolean
}

const MAX_ROOMS = 50
const MAX_PARTS = 50
const MAX_CENTS = 10_000_000_000
const DAY_MS = 86_400_000

/** Text of a sender: on one line, without control characters, cut to a length. Anything else is no text. */
const text = (maximum: number) =>
  z
    .union([z.string(), z.number().transform(String)])
    .transform((value) => {
      const clean = value.replace(/[\p{C}\s]+/gu, ' ').trim()
      return clean === '' ? undefined : [...clean.slice(0, maximum * 2)].slice(0, maximum).join('')
    })
    .optional()
    .catch(undefined)

/** An id without characters that PostgreSQL cannot store. */
const id = z.union([
  z
    .string()
    .min(1)
    .max(100)
    .transform((value) => value.replace(/\p{C}/gu, '\ufffd')),
  z.int().transform(String),
])
const named = z.looseObject({
  revision_id: id.optional().catch(undefined),
  booking_revision_id: id.optional().catch(undefined),
})

/** The revision that a payload names: `booking` has it as `revision_id`, the other events as `booking_revision_id`. */
export function revisionIdOf(payload: unknown): string | undefined {
  const given = named.safeParse(payload)
  return given.success ? (given.data.revision_id ?? given.data.booking_revision_id) : undefined
}

/** The key of an event in the inbox. It starts with the subscription, so that nobody can use up the revision of another. */
export const eventId = (subscription_id: string, type: string, key: string): string =>
  `${subscription_id}:${type}:${key}`

const dayText = z.string().refine(isDay).optional()
const count = z.coerce.number().int().min(0).catch(0)

const occupancy = z.looseObject({ adults: count, children: count, infants: count }).optional().catch(undefined)

/** A service or a tax, which a price includes unless it says otherwise. */
const part = z.looseObject({
  name: text(100),
  type: text(100),
  total_price: z.unknown().optional(),
  is_inclusive: z.boolean().optional().catch(undefined),
  is_withheld: z.boolean().optional().catch(undefined),
})
const parts = z.array(part).max(MAX_PARTS).nullish().catch(undefined)

const room = z.looseObject({
  room_type_id: text(100),
  checkin_date: dayText,
  checkout_date: dayText,
  amount: z.unknown().optional(),
  services: parts,
  taxes: parts,
  collected_taxes: parts,
  is_cancelled: z.boolean().optional().catch(undefined),
  occupancy,
})

const virtualCard = z.object({ virtual_card_effective_date: dayText.catch(undefined) })

/** A card that guarantees a booking: only whether it is one of the channel, and the day from which that can be charged. */
const card = z.object({ is_virtual: z.boolean().catch(false), meta: virtualCard.optional().catch(undefined) })

/**
 * Names under which payloads have payment cards, at whatever depth: `guarantee` of bookings with its parts and the objects of card forms
 * (docs.channex.io, "Bookings Collection" and "Card API", read on 2026-11-28).
 */
const CARDS =
  /^(guarantee|cards?|(credit|payment|virtual)_?cards?|card_?(number|holder|holder_?name|token|type)|cvv2?|cvc2?|service_code|expiration_(date|month|year))$/i

/** A payload without payment cards. A guarantee only says whether it is a card of the channel, and from when. Pure. */
export function withoutCards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCards)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (!CARDS.test(name)) return [[name, withoutCards(part)]]
      const known = name === 'guarantee' ? card.safeParse(part).data : undefined
      return known?.is_virtual ? [[name, known]] : []
    }),
  )
}

const details = z.looseObject({
  booking_id: id.optional(),
  unique_id: id.optional(),
  status: z.string().optional().catch(undefined),
  arrival_date: dayText,
  departure_date: dayText,
  amount: z.unknown().optional(),
  currency: text(3),
  ota_name: text(100),
  ota_reservation_code: text(100),
  ota_commission: z.unknown().optional(),
  payment_collect: text(20),
  arrival_hour: text(20),
  notes: text(2_000),
  services: parts,
  taxes: parts,
  collected_taxes: parts,
  customer: z
    .looseObject({
      name: text(255),
      surname: text(255),
      mail: text(254),
      phone: text(50),
      country: text(100),
      language: text(35),
    })
    .optional()
    .catch(undefined),
  occupancy,
  guarantee: card.optional().catch(undefined),
  rooms: z.array(room).max(MAX_ROOMS).nullish(),
  inserted_at: z.unknown().optional(),
})
type Details = z.output<typeof details>

/** Details of a booking that cannot be read, and why. */
export interface Unreadable {
  kind: 'unreadable'
  reason: string
}

export const unreadable = (reason: string): Unreadable => ({ kind: 'unreadable', reason })

export const isUnreadable = (outcome: object): outcome is Unreadable =>
  'kind' in outcome && outcome.kind === 'unreadable'

/**
 * Reads the details of a booking. Nights that a channel has sold are kept although an amount, a name or a count is
 * absurd; they cannot be kept without sound dates. Pure, except for the present time, which bounds versions.
 */
export function readRevision(payload: unknown, envelope: Envelope): Revision | Unreadable {
  const parsed = details.safeParse(payload)
  if (!parsed.success)
    return unreadable(`unreadable: ${parsed.error.issues.map(({ path }) => path.join('.') || 'payload')[0]}`)
  const given = parsed.data
  const booking_id = given.booking_id ?? given.unique_id
  if (booking_id === undefined) return unreadable('booking_id is missing')
  const status = given.status?.trim().toLowerCase()
  const isWhole = /^cancell?ed$/.test(status ?? '') || envelope.event === 'booking_cancellation'
  const isFirst = status === 'new' || (status === undefined && envelope.event === 'booking_new')
  const version_at = versionOf([given.inserted_at, envelope.timestamp])
  const notes: string[] = []
  const read = readRooms(given, isWhole ? [] : notes)
  if (isUnreadable(read) && !isWhole) return read
  const rooms = isUnreadable(read) ? [] : read.map((one) => ({ ...one, is_cancelled: one.is_cancelled || isWhole }))
  const is_cancelled = rooms.every((one) => one.is_cancelled)
  const { customer, guarantee } = given
  const currency = given.currency?.toUpperCase()
  const isCurrency = currency !== undefined && /^[A-Z]{3}$/.test(currency)
  if (!is_cancelled && !isCurrency) notes.push('currency: taken from the home')
  return {
    booking_id,
    revision_id: revisionIdOf(payload) ?? envelope.fallback_id,
    is_cancelled,
    version_at: version_at ?? envelope.received_at,
    yields: version_at === undefined && isFirst && !is_cancelled,
    rooms,
    cancellation: is_cancelled ? cancellationOf(given) : { fee_cents: undefined, commission_cents: undefined },
    currency: isCurrency ? currency : undefined,
    name: oneLine([customer?.name, customer?.surname].filter(Boolean).join(' ')) || (given.ota_name ?? 'Channel'),
    first_name: customer?.name,
    last_name: customer?.surname,
    language: /^[a-z]{2,3}\b/i.exec(customer?.language ?? '')?.[0].toLowerCase(),
    email: customer?.mail,
    phone: customer?.phone,
    country_id: /^[A-Za-z]{2}$/.exec(customer?.country ?? '')?.[0].toUpperCase(),
    ota_name: given.ota_name,
    ota_reservation_code: given.ota_reservation_code,
    expected_arrival: hourOf(given.arrival_hour),
    remarks: given.notes,
    collected_by: COLLECTORS.get(given.payment_collect?.toLowerCase() ?? ''),
    has_virtual_card: guarantee?.is_virtual ?? false,
    virtual_card_from: guarantee?.is_virtual ? guarantee.meta?.virtual_card_effective_date : undefined,
    is_earlier: envelope.is_earlier ?? false,
    notes,
  }
}

function readRooms(given: Details, notes: string[]): Room[] | Unreadable {
  const listed = given.rooms ?? []
  const total = centsOf(given.amount)
  const one: z.output<typeof room>[] = listed.length > 0 ? listed : [{ room_type_id: undefined }]
  const beside = besideRooms(given, total, one.map(ownOf))
  const rooms: Room[] = []
  for (const [index, entry] of one.entries()) {
    const check_in = entry.checkin_date ?? given.arrival_date
    const check_out = entry.checkout_date ?? given.departure_date
    if (check_in === undefined || check_out === undefined)
      return unreadable('arrival_date or departure_date is missing')
    const nights = daysBetween(check_in, check_out)
    if (nights < 1) return unreadable('departure_date is not after arrival_date')
    if (nights > MAX_NIGHTS) return unreadable(`the stay has more than ${MAX_NIGHTS} nights`)
    const own = ownOf(entry)
    const shared = total === undefined ? undefined : shareOf(total, index, one.length)
    const total_cents = own === undefined ? shared : own + shareOf(beside, index, one.length)
    if (total_cents === undefined) notes.push('amount: unreadable, kept as 0')
    const guests = entry.occupancy ?? given.occupancy
    const included = one.length === 1 ? [given, entry] : [entry]
    const commission = centsOf(given.ota_commission)
    rooms.push({
      is_cancelled: entry.is_cancelled ?? false,
      room_type_id: entry.room_type_id,
      check_in,
      check_out,
      adults: Math.min(Math.max(guests?.adults ?? 1, 1), 50),
      children: Math.min(guests?.children ?? 0, 50),
      infants: Math.min(guests?.infants ?? 0, 20),
      total_cents: total_cents ?? 0,
      ...partsOf(total_cents ?? 0, included),
      ...taxesBeside(included),
      commission_cents: commission === undefined ? undefined : shareOf(commission, index, one.length),
    })
  }
  return rooms
}

/** `payment_collect` of a revision. */
const COLLECTORS: ReadonlyMap<string, 'channel' | 'property'> = new Map([
  ['ota', 'channel'],
  ['property', 'property'],
])

/** An hour of arrival as platforms write it, `18:00` or `18`. */
function hourOf(written: string | undefined): string | undefined {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})(?::([0-5]\d))?(?::\d\d)?$/.exec(written ?? '') ?? []
  return hours !== '' && Number(hours) < 24 ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}

const CLEANING = /clean|m.nage|reinigung|pulizi|limpieza/i
const TOURIST_TAX = /tourist|city tax|occupancy|lodging|s.jour|kurtaxe|citytax/i

/** Cleaning and tourist tax that a total includes, as far as its services and taxes name them. Together they are at most the total. Pure. */
function partsOf(total: number, sources: Pick<Details, 'services' | 'taxes'>[]) {
  const named = sources.flatMap(({ services, taxes }) => [...(services ?? []), ...(taxes ?? [])])
  const sumOf = (pattern: RegExp) =>
    named
      .filter(({ name = '', type = '', is_inclusive }) => is_inclusive !== false && pattern.test(`${name} ${type}`))
      .reduce((sum, { total_price }) => sum + (centsOf(total_price) ?? 0), 0)
  const parts = { cleaning_cents: sumOf(CLEANING), tourist_tax_cents: sumOf(TOURIST_TAX) }
  return parts.cleaning_cents + parts.tourist_tax_cents <= total ? parts : { cleaning_cents: 0, tourist_tax_cents: 0 }
}

type RoomEntry = z.output<typeof room>

/** The amount of a room, as far as it has one that can be read. */
const ownOf = ({ amount }: RoomEntry): number | undefined =>
  amount === undefined || amount === null ? undefined : centsOf(amount)

/** Services of a booking that its total has, and the amounts of its rooms do not. Pure. */
function besideRooms({ services }: Details, total: number | undefined, rooms: (number | undefined)[]): number {
  const ofRooms = rooms.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)
  const ofServices = sumOf(services ?? [])
  return total === undefined || rooms.includes(undefined) ? 0 : Math.max(0, Math.min(total - ofRooms, ofServices))
}

const sumOf = (parts: { total_price?: unknown }[]): number =>
  parts.reduce((sum, { total_price }) => sum + (centsOf(total_price) ?? 0), 0)

const FEE = /(cancell?ation|no.?show) (fee|penalty|charge)/i

/** The fee of a cancellation, which is a service of its booking, and the commission that is left of it. Pure. */
function cancellationOf({ services, rooms, ota_commission }: Details): Cancellation {
  const named = [...(services ?? []), ...(rooms ?? []).flatMap((one) => one.services ?? [])]
  const fees = named.filter(({ name = '', type = '' }) => FEE.test(`${name} ${type}`))
  return { fee_cents: fees.length > 0 ? sumOf(fees) : undefined, commission_cents: centsOf(ota_commission) }
}

/** Taxes and fees that an amount does not include, by the line that they belong to: owed by the guest, or withheld by the channel. Pure. */
function taxesBeside(sources: Pick<Details, 'taxes' | 'collected_taxes'>[]): Pick<Room, 'excluded' | 'withheld'> {
  const beside = sources.flatMap(({ taxes, collected_taxes }) => [
    ...(taxes ?? []),
    ...(collected_taxes ?? []).map((tax) => ({ ...tax, is_withheld: true })),
  ])
  const notIncluded = beside.filter(({ is_inclusive }) => is_inclusive === false)
  return {
    excluded: linesOf(notIncluded.filter(({ is_withheld }) => is_withheld !== true)),
    withheld: linesOf(notIncluded.filter(({ is_withheld }) => is_withheld === true)),
  }
}

function linesOf(taxes: z.output<typeof part>[]): Line[] {
  const sums = new Map<Line['code'], number>()
  for (const { name = '', type = '', total_price } of taxes) {
    const said = `${name} ${type}`.replaceAll('_', ' ')
    const code = TOURIST_TAX.test(said) ? 'tourist_tax' : CLEANING.test(said) ? 'cleaning' : 'accommodation'
    sums.set(code, (sums.get(code) ?? 0) + (centsOf(total_price) ?? 0))
  }
  return [...sums].filter(([, cents]) => cents > 0).map(([code, amount_cents]) => ({ code, amount_cents }))
}

/** An amount in major units, as a number or as decimal digits; undefined for anything else, and beyond 100 million. */
function centsOf(amount: unknown): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,2})?)0*$/.exec(typeof amount === 'number' ? String(amount) : asText(amount))
  const cents = match ? toCents(Number(match[1])) : undefined
  return cents !== undefined && cents <= MAX_CENTS ? cents : undefined
}

const asText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** An equal share of a total; the first takes the rest. */
export const shareOf = (total: number, index: number, count: number): number =>
  Math.floor(total / count) + (index === 0 ? total % count : 0)

/** The time of a revision, in UTC where it names no zone. A time in the future would keep all later revisions out. */
function versionOf(candidates: unknown[]): string | undefined {
  const latest = Date.now() + DAY_MS
  for (const candidate of candidates) {
    const match = /^(20\d\d-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,6})?\d*(Z|[+-]\d\d:\d\d)?$/.exec(asText(candidate))
    const [, day = '', time, fraction = '', zone = 'Z'] = match ?? []
    if (!isDay(day)) continue
    const at = Date.parse(`${day}T${time}${zone}`)
    // Rewritten in UTC: PostgreSQL refuses zones and times that JavaScript reads.
    if (at <= latest) return `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`
  }
  return undefined
}
