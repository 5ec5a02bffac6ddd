import type { z } from 'zod'
import { calendarEvents, MAX_NIGHTS_IN_EVENT } from '../../bookings/calendars/events.ts'
import { MAX_SHOWN_DAYS } from '../../bookings/calendars/schemas.ts'
import { reservationEvents } from '../../bookings/reservations/events.ts'
import { propertyEvents } from '../../homes/properties/events.ts'
import { invoiceEvents } from '../../money/invoices/events.ts'
import { paymentEvents } from '../../money/payments/events.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { type EventsPart, type MirrorPart, queries } from '../../platform/db/queries.ts'
import type { EventSubject } from '../../platform/events/subject.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { isDay } from '../../platform/lib/days.ts'
import type { IntegrationsContext } from '../context.ts'

/** A row of a list, before it is shown. */
interface Key {
  property_id: string
  subject_id: string
  reservation_id?: number
  id?: number
  from_day?: string
  to_day?: string
}

/** Changes since a moment: ids of the subject, and of homes. */
export interface Changed {
  subjects: string[]
  homes: string[]
}

interface Page extends Place {
  owner_id: number | undefined
  property_id: string | undefined
  homes: string[] | undefined
  limit: number
}

/** A list that fills a copy of what events are about. */
export interface MirrorList {
  /** The last part of its path. */
  path: string
  operationId: string
  summary: string
  description: string
  subject: EventSubject<z.ZodObject, IntegrationsContext>
  /** Most rows of a page. */
  maximum: number
  /** The part of its statement that selects subjects with events. */
  changedPart: MirrorPart
  /** The rows of a page; with `changed` and that part of those only. */
  listKeys(tx: Transaction, parts: Set<MirrorPart>, page: Page, changed: Changed | undefined): Promise<Key[]>
}

/** The part that all descriptions end with. */
const PAGES = `Follow \`meta.next\` until it is null. All pages cost the same, and new rows shift no page. After 410
  \`cursor_lost\` of the feed, read the whole list and delete rows missing from it. \`updated_since\` is for clients
  that do not follow the feed: pass \`meta.as_of\` of the first page of the previous read. It returns 410
  \`cursor_lost\` if deletions since then may be lost.`

const MAX_ROWS = 100
/** Ranges on a page of calendars; one has half a year. */
const MAX_RANGES = 20

/** Messages and reviews are not among them: what callers may do with them ends with time, without an event. */
export const LISTS: MirrorList[] = [
  {
    path: 'reservations',
    operationId: 'mirrorReservations',
    summary: 'List all stays in my homes, in the format of events',
    description: `Fills a copy that follows the feed, with rows in the format of event \`data\`. ${PAGES}`,
    subject: reservationEvents,
    maximum: MAX_ROWS,
    changedPart: 'changed-reservations',
    listKeys: (tx, parts, page, changed) =>
      queries.mirror.listReservations(tx, parts, {
        ...page,
        changed: changed?.subjects.map(Number),
        changed_homes: changed?.homes,
      }),
  },
  {
    path: 'payments',
    operationId: 'mirrorPayments',
    summary: 'List all payments of stays in my homes, in the format of events',
    description: `Works like \`GET /mirror/reservations\`, for payments with all their states. ${PAGES}`,
    subject: paymentEvents,
    maximum: MAX_ROWS,
    changedPart: 'changed-payments',
    listKeys: (tx, parts, page, changed) =>
      queries.mirror.listPayments(tx, parts, {
        ...page,
        changed: changed?.subjects.map(Number),
      }),
  },
  {
    path: 'invoices',
    operationId: 'mirrorInvoices',
    summary: 'List all invoices of stays in my homes, in the format of events',
    description: `Works like \`GET /mirror/reservations\`, for invoices and credit notes. ${PAGES}`,
    subject: invoiceEvents,
    maximum: MAX_ROWS,
    changedPart: 'changed-invoices',
    listKeys: (tx, parts, page, changed) =>
      queries.mirror.listInvoices(tx, parts, {
        ...page,
        changed: changed?.subjects,
      }),
  },
  {
    path: 'calendars',
    operationId: 'mirrorCalendars',
    summary: 'List all nights of my homes from today on, in the format of events',
    description: `Works like \`GET /mirror/reservations\`, for ranges of at most 180 nights, from today at the home on
      for two years, home by home. A home whose calendar has changed is listed whole. Homes off the market are not
      listed. ${PAGES}`,
    subject: calendarEvents,
    maximum: MAX_RANGES,
    changedPart: 'changed-homes',
    listKeys: (tx, parts, page, changed) =>
      queries.mirror.listCalendars(tx, parts, {
        ...page,
        nights: MAX_NIGHTS_IN_EVENT,
        days: MAX_SHOWN_DAYS,
        changed: changed?.subjects,
      }),
  },
  {
    path: 'properties',
    operationId: 'mirrorProperties',
    summary: 'List all my homes, in the format of events',
    description: `Works like \`GET /mirror/reservations\`, for homes on offer and drafts. A home off the market is not
      listed. ${PAGES}`,
    subject: propertyEvents,
    maximum: MAX_ROWS,
    changedPart: 'changed-homes',
    listKeys: (tx, parts, page, changed) =>
      queries.mirror.listProperties(tx, parts, {
        ...page,
        changed: changed?.subjects,
      }),
  },
]

/** After which row a page of a list begins: a home, and in it a day, or a stay and what belongs to it. */
export interface Place {
  after_home: string
  after_day: string
  after_reservation: number
  after_id: number
}

/** Before every row. */
const BEGIN: Place = {
  after_home: '00000000-0000-0000-0000-000000000000',
  after_day: '1970-01-01',
  after_reservation: 0,
  after_id: 0,
}

const TEXT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{4}-\d\d-\d\d)\.(\d{1,16})\.(\d{1,16})$/

interface Row {
  property_id: string
  to_day?: string
  reservation_id?: number
  id?: number
}

/** The cursor after a row. Readers keep its text as it is. Pure. */
export const writePlace = ({ property_id, to_day, reservation_id, id }: Row): string =>
  [property_id, to_day ?? BEGIN.after_day, reservation_id ?? 0, id ?? 0].join('.')

/** The place of a cursor; the beginning without one. Pure. @throws AppError 400 for what is no cursor. */
export function readPlace(text: string | undefined): Place {
  if (text === undefined || text === '') return BEGIN
  const [, after_home = '', after_day = '', reservation, id] = TEXT.exec(text) ?? []
  const [after_reservation, after_id] = [Number(reservation), Number(id)]
  if (!isDay(after_day) || !Number.isSafeInteger(after_reservation) || !Number.isSafeInteger(after_id))
    throw invalid({ after: 'cursor' })
  return { after_home, after_day, after_reservation, after_id }
}

interface Reach {
  /** The first event that is kept; null: none is. */
  kept_since: string | null
  /** The last time that something was found to be lost. */
  lost_at: string | null
}

/**
 * Subjects with events since a moment; undefined: it may be everything, because the feed does not go back that far.
 * @throws AppError 410 for a moment before a loss: what is gone has no event.
 */
export async function changedSince(
  tx: Transaction,
  { subject, owner_id, since }: { subject: string; owner_id: number | undefined; since: string },
  { kept_since, lost_at }: Reach,
): Promise<Changed | undefined> {
  const moment = Date.parse(since)
  if (lost_at !== null && moment < Date.parse(lost_at)) throw new AppError('cursorLost')
  if (kept_since === null || moment < Date.parse(kept_since)) return undefined
  const parts = new Set<EventsPart>(owner_id === undefined ? [] : ['of-owner'])
  const changed = async (name: string) =>
    (await queries.events.listSubjects(tx, parts, { since, owner_id, subject: name })).map((row) => row.subject_id)
  return { subjects: await changed(subject), homes: await changed('property') }
}
