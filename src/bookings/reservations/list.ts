import type { z } from 'zod'
import type { Queryable } from '../../platform/db/client.ts'
import { queries, type ReservationsPart } from '../../platform/db/queries.ts'
import { integerId } from '../../platform/http/fields.ts'
import type { reservationList } from './schemas.ts'

type Query = z.output<typeof reservationList>

type ListFilters = Parameters<typeof queries.reservations.listOfOwner>[2] &
  Parameters<typeof queries.reservations.list>[2]

/** The reader of a list. */
interface Reader {
  as: NonNullable<Query['as']>
  user_id: number
  /** The person who reads: the account, or a member of its team. */
  person_id: number
  /** undefined: all homes. */
  homes?: string[] | undefined
  /** True if they see how guests are reached. */
  seesGuests: boolean
}

const ORDERS = {
  '-created': 'newest-first',
  created: 'oldest-first',
  arrival: 'by-arrival',
  departure: 'by-departure',
} as const satisfies Record<Query['sort'], ReservationsPart>

/** Fewer digits are in too many telephone numbers. */
const DIGITS_OF_PHONE = 4

/**
 * Parameters of a search. `reach` has the address, an empty line and the telephone number. An address has no spaces. A telephone number is found by its digits, however they are grouped and whatever
 * its country writes in front. Pure.
 */
function searched(q: string, seesGuests: boolean) {
  const digits = /^[+\d(][\d\s().\-/]*$/.test(q) ? q.replaceAll(/\D/g, '').replace(/^0+/, '') : ''
  return {
    q,
    number: integerId.safeParse(q).data,
    address: seesGuests && !/\s/.test(q) ? `%${q.toLowerCase().replaceAll(/[%_\\]/g, '\\$&')}%\n%` : undefined,
    digits: seesGuests && digits.length >= DIGITS_OF_PHONE ? `%\n%${digits}%` : undefined,
  }
}

/** The parts of a list that a request needs, and their parameters (sql/bookings/reservations/filters.sql). */
export function planList({ as, seesGuests, ...reader }: Reader, query: Query) {
  const { q, status, property_id, from, to, open, when, label, sort } = query
  const { arrives_from, arrives_to, departs_from, departs_to } = query
  const owner_id = as === 'owner' ? reader.user_id : null
  const asked: [part: ReservationsPart, isAsked: boolean][] = [
    ['as-owner', as === 'owner'],
    ['as-guest', as === 'guest'],
    ['as-staff', as === 'all'],
    ['in-status', status !== undefined],
    ['of-home', property_id !== undefined],
    ['on-homes', reader.homes !== undefined],
    ['from', from !== undefined],
    ['to', to !== undefined],
    ['arriving', (arrives_from ?? arrives_to) !== undefined],
    ['departing', (departs_from ?? departs_to) !== undefined],
    ['open-unpaid', open === 'unpaid'],
    ['open-balance', open === 'balance'],
    ['overdue', open === 'overdue'],
    ['disputed', open === 'disputed'],
    ['refund-failed', open === 'refund_failed'],
    ['in-house', when === 'in_house'],
    ['past', when === 'past'],
    ['coming', when === 'coming'],
    ['labelled', label !== undefined],
    ['named-for-guest', as === 'guest' && q !== undefined],
    ['named', as !== 'guest' && q !== undefined],
    [ORDERS[sort], true],
  ]
  return {
    parts: new Set(asked.flatMap(([part, isAsked]) => (isAsked ? [part] : []))),
    filters: {
      ...reader,
      ...{ owner_id, status, property_id, from, to, arrives_from, arrives_to, departs_from, departs_to, label },
      ...(q !== undefined && searched(q, seesGuests)),
    },
  }
}

/** Filters that name the few stays that they find, and need no index of homes. */
const NAMING: ReservationsPart[] = [
  'open-unpaid',
  'open-balance',
  'overdue',
  'disputed',
  'refund-failed',
  'expired-lately',
  'sold-twice',
  'inquiring',
  'named',
]

type Found = Awaited<ReturnType<typeof queries.reservations.list>>[number]
export type ListedStay = Awaited<ReturnType<typeof queries.reservations.listShown>>[number] & { total: number }

/** Finds a page of stays, an owner's home by home unless a filter names its stays. `total`: how many there are in all. */
export const findStays = (
  db: Queryable,
  parts: ReadonlySet<ReservationsPart>,
  filters: ListFilters,
): Promise<Found[]> =>
  parts.has('as-owner') && !NAMING.some((part) => parts.has(part))
    ? queries.reservations.listOfOwner(db, parts, filters)
    : queries.reservations.list(db, parts, filters)

/** Reads what lists show of the stays of several pages, with one statement. A page that is null stays so. */
export async function readShown<Name extends string, Page extends Found[] | null>(
  db: Queryable,
  pages: Record<Name, Page>,
): Promise<Record<Name, ListedStay[] | Extract<Page, null>>> {
  const named = Object.entries<Found[] | null>(pages)
  const ids = new Set(named.flatMap(([, page]) => page?.map(({ id }) => id) ?? []))
  const rows = ids.size === 0 ? [] : await queries.reservations.listShown(db, { reservation_ids: [...ids] })
  const stays = new Map(rows.map((row) => [row.id, row]))
  const show = ({ id, total }: Found) => {
    const stay = stays.get(id)
    return stay ? [{ ...stay, total }] : []
  }
  return Object.fromEntries(named.map(([name, page]) => [name, page?.flatMap(show) ?? null])) as Record<
    Name,
    ListedStay[] | Extract<Page, null>
  >
}

/** Reads a page of stays as a list shows them. */
export async function readList(
  db: Queryable,
  parts: ReadonlySet<ReservationsPart>,
  filters: ListFilters,
): Promise<ListedStay[]> {
  const { page } = await readShown(db, { page: await findStays(db, parts, filters) })
  return page
}
