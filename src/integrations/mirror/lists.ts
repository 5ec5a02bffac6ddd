import type { z } from 'zod'
import { propertyEvents } from '../../homes/properties/events.ts'
import { invoiceEvents } from '../../money/invoices/events.ts'
import { paymentEvents } from '../../money/payments/events.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { type MirrorPart, queries } from '../../platform/db/queries.ts'
import type { EventSubject } from '../../platform/events/subject.ts'
import { calendarEvents, MAX_NIGHTS } from '../../stays/calendars/events.ts'
import { MAX_SHOWN_DAYS } from '../../stays/calendars/schemas.ts'
import { reservationEvents } from '../../stays/reservations/events.ts'
import type { IntegrationsContext } from '../context.ts'
import type { Place } from './place.ts'

/** A row of a list, before it is shown. */
interface Key {
  property_id: string
  subject_id: string
  reservation_id?: number
  id?: number
  from_day?: string
  to_day?: string
}

/** What was told of since a moment: ids of the subject, and of homes. */
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
  subject: EventSubject<z.ZodObject, IntegrationsContext>
  /** How many rows a page has at most. */
  maximum: number
  /** The part of its statement that keeps to what was told of. */
  changedPart: MirrorPart
  /** The rows of a page; with `changed` and that part of those only. */
  listKeys(tx: Transaction, parts: Set<MirrorPart>, page: Page, changed: Changed | undefined): Promise<Key[]>
}

const MAX_ROWS = 100
/** Of calendars a row has half a year. */
const MAX_RANGES = 20

/** Messages and reviews are not among them: what may still be done with one changes with the time alone, and nobody tells of that. */
export const LISTS: MirrorList[] = [
  {
    path: 'reservations',
    operationId: 'mirrorReservations',
    summary: 'All stays in my homes as events have them, or of all homes for the staff',
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
    summary: 'All payments of stays in my homes as events have them, or of all homes for the staff',
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
    summary: 'All documents of stays in my homes as events have them, or of all homes for the staff',
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
    summary: 'All nights of my homes from today on as events have them, or of all homes for the staff',
    subject: calendarEvents,
    maximum: MAX_RANGES,
    changedPart: 'changed-homes',
    listKeys: (tx, parts, page, changed) =>
      queries.mirror.listCalendars(tx, parts, {
        ...page,
        nights: MAX_NIGHTS,
        days: MAX_SHOWN_DAYS,
        changed: changed?.subjects,
      }),
  },
  {
    path: 'properties',
    operationId: 'mirrorProperties',
    summary: 'All my homes as events have them, or those of everybody for the staff',
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
