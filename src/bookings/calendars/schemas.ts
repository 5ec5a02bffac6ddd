import { z } from 'zod'
import { CALENDAR_CONFLICT_KIND, CLOSURE_KIND } from '../../platform/db/enums.ts'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import type { FieldMessageKey } from '../../platform/http/errors.ts'
import {
  amount,
  day,
  homeId,
  integerId,
  line,
  parseHttpUrl,
  prose,
  roundedMoney,
  shownDay,
  shownUrl,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { oneLine } from '../../platform/lib/text.ts'
import { CALENDAR, CALENDAR_URL, CLOSED, FREE, HOME, inDays, STAY } from '../../reference/examples/demo.ts'
import { FEED_PROBLEMS } from './ical-lines.ts'
import { type AskedDays, checkRange, type ShownDays, shownDays } from './ranges.ts'

/** The path of a home's calendar. */
export const BASE = '/calendars/properties/:property_id'

/** Limits of a bulk call and of an answer, in days (docs/design/api.md, "Calendars, seasons, policies"). */
const MAX_BULK_DAYS = 1_096
/** Ten years, with their leap days. */
const MAX_CLOSURE_DAYS = 3_653
const MAX_OWNER_STAY_DAYS = 366
export const MAX_SHOWN_DAYS = 731
const DEFAULT_DAYS = 90

/** The requested days of an answer, with their defaults. @throws AppError 400 on `to`. */
export const shownRange = (query: AskedDays, today: string): ShownDays =>
  shownDays(query, today, { following: DEFAULT_DAYS, limit: MAX_SHOWN_DAYS })

const reason = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(255))
  .meta({ type: 'string', maxLength: 255 })
  .optional()

export const homeParams = z.object({ property_id: homeId.meta({ example: HOME }) })
export const closureParams = homeParams.extend({ block_id: integerId.describe('Id of the closure') })

export const availabilityRange = z
  .object({
    from: day.optional().describe('First day, by default today'),
    to: day.optional().describe('Last day'),
  })
  .superRefine(({ from, to }, context) => checkRange({ start: from, end: to }, MAX_SHOWN_DAYS, 'to', context))

export const deletedRange = z
  .object({
    from: day.describe('First day').meta({ example: CLOSED.start_date }),
    to: day.describe('Last day').meta({ example: CLOSED.end_date }),
  })
  .superRefine(({ from, to }, context) => checkRange({ start: from, end: to }, Number.MAX_SAFE_INTEGER, 'to', context))

const closedDays = {
  start_date: day.meta({ example: inDays(150) }),
  end_date: day.meta({ description: 'The last night', example: inDays(156) }),
}

const ownerStayFields = {
  name: line().meta({ description: 'Who stays', example: 'Famille Rossi' }),
  guests: z.int().min(1).max(50).meta({ example: 4 }),
  note: prose(2_000).optional().meta({ example: 'Berceau' }),
}

export const newClosure = z
  .object({
    ...closedDays,
    reason: reason.meta({ example: 'Travaux' }),
    kind: z.enum(CLOSURE_KIND).default('closure').meta({ description: 'An `owner_stay` needs `name` and `guests`' }),
    ...z.object(ownerStayFields).partial().shape,
  })
  .superRefine(({ kind, start_date, end_date, name, guests }, context) => {
    const maximum = kind === 'owner_stay' ? MAX_OWNER_STAY_DAYS : MAX_CLOSURE_DAYS
    checkRange({ start: start_date, end: end_date }, maximum, 'end_date', context)
    if (kind !== 'owner_stay') return
    for (const [field, value] of Object.entries({ name, guests }))
      if (value === undefined) context.addIssue({ code: 'custom', path: [field], message: 'required' })
  })
  .transform(({ kind, name, guests, note, ...days }) =>
    kind === 'owner_stay' ? { ...days, kind, name, guests, note } : { ...days, kind },
  )

export const newOwnerStay = z
  .object({ ...closedDays, ...ownerStayFields })
  .superRefine(({ start_date, end_date }, context) =>
    checkRange({ start: start_date, end: end_date }, MAX_OWNER_STAY_DAYS, 'end_date', context),
  )

/** The fields of `set_price`; null removes a field from the day. */
const dayFields = {
  price_per_night: roundedMoney.nullish(),
  cleaning_fee: roundedMoney.nullish(),
  extra_guest_fee: roundedMoney.nullish(),
  min_stay: z.int().min(1).max(365).nullish(),
  max_stay: z.int().min(1).max(1_096).nullish(),
  closed_to_arrival: z.boolean().nullish(),
  closed_to_departure: z.boolean().nullish(),
}
const DAY_FIELDS = Object.keys(dayFields) as (keyof typeof dayFields)[]

const bulkAction = z.enum(['block', 'unblock', 'set_price']).meta({ id: 'BulkAction' })

export const bulkOperation = z
  .object({
    action: bulkAction,
    start_date: day,
    end_date: day,
    reason,
    ...dayFields,
  })
  .superRefine((operation, context) => {
    const maximum = operation.action === 'set_price' ? MAX_BULK_DAYS : MAX_CLOSURE_DAYS
    checkRange({ start: operation.start_date, end: operation.end_date }, maximum, 'end_date', context)
    const problem = (path: string, message: FieldMessageKey) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (operation.action === 'set_price' && DAY_FIELDS.every((field) => operation[field] === undefined))
      context.addIssue({
        ...{ code: 'custom', path: ['price_per_night'], message: 'oneRequired' satisfies FieldMessageKey },
        params: { values: DAY_FIELDS },
      })
    if ((operation.max_stay ?? Number.MAX_SAFE_INTEGER) < (operation.min_stay ?? 1)) problem('max_stay', 'stayRange')
  })

export type BulkOperation = z.infer<typeof bulkOperation>

export const closure = z
  .object({
    id: z.int(),
    start_date: shownDay.meta({ example: inDays(150) }),
    end_date: shownDay.meta({ example: inDays(156) }),
    reason: z.string().nullable().meta({ example: 'Travaux' }),
    kind: z.enum(CLOSURE_KIND).optional().meta({ description: 'Absent: `closure`', example: 'owner_stay' }),
    name: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Who stays; owner’s stays only', example: 'Famille Rossi' }),
    guests: z.int().nullable().optional().meta({ description: 'Owner’s stays only', example: 4 }),
    note: z.string().nullable().optional().meta({ description: 'Owner’s stays only', example: null }),
  })
  .meta({ id: 'Closure' })

const ownerStay = z
  .object({
    id: z.int().meta({ description: 'Id of the closure' }),
    name: z.string().nullable().meta({
      description: 'null without the scope `guests.read` or `stays.net`, and a year after the stay',
      example: 'Famille Rossi',
    }),
    guests: z.int().meta({ example: 4 }),
    note: z.string().nullable().meta({ description: 'As `name`', example: null }),
  })
  .meta({ id: 'OwnerStay' })

const keptNights = z
  .object({
    start_date: shownDay.meta({ example: inDays(200) }),
    end_date: shownDay.meta({ description: 'The last night', example: inDays(202) }),
    reservation_id: z.int().nullable().meta({ description: 'The stay that has them', example: STAY }),
    feed_id: z
      .int()
      .nullable()
      .meta({ description: 'The calendar of another platform that names them', example: null }),
    feed: z.string().nullable().meta({ description: 'Its name', example: null }),
  })
  .meta({ id: 'KeptNights' })

export const bulkResult = z.object({
  action: bulkAction,
  start_date: shownDay,
  end_date: shownDay,
  days: z.int(),
  closures: z.array(closure).meta({ description: 'Closures created by this call' }),
  taken: z.array(keptNights).optional().meta({
    description:
      'Of `unblock` only: nights that a stay has, or that another platform’s calendar closes again at its next reading',
  }),
})

/** States of a day of a calendar. */
export const DAY_STATUS = ['available', 'reserved', 'pending', 'closed', 'past'] as const

export const calendarDay = z
  .object({
    date: shownDay.meta({ example: FREE.check_in }),
    status: z.enum(DAY_STATUS),
    is_available: z.boolean(),
    price: amount.meta({ example: 120 }),
    currency: z.string().meta({ example: 'EUR' }),
    season_id: z.int().nullable().meta({ example: 1 }),
    discounted_price: amount.meta({ example: 108 }),
    min_stay: z.int().meta({ example: 1 }),
    max_stay: z.int().meta({ example: 365 }),
    closed_to_arrival: z.boolean(),
    closed_to_departure: z.boolean(),
    cleaning_fee: amount.meta({ example: 48 }),
    extra_guest_fee: amount.meta({ example: 10 }),
    reason: z.string().nullable().optional().meta({ description: 'For the owner only', example: null }),
    reservation_id: z.int().nullable().optional().meta({ description: 'For the owner only', example: null }),
    owner_stay: ownerStay.nullable().optional().meta({ description: 'For the owner only', example: null }),
  })
  .meta({ id: 'CalendarDay' })

/** The calendar of a home, and the days that are shown of it. */
export const availability = envelopeSchema(z.array(calendarDay)).extend({
  meta: z.object({
    from: shownDay.meta({ example: inDays(0) }),
    to: shownDay.meta({ example: inDays(90) }),
    max_days: z.int().meta({ description: 'Maximum number in one response' }),
  }),
})

/** The address of a calendar of another platform; platforms write `webcal:` for `https:` in their links. */
const calendarUrl = z
  .string({ error: (issue) => (issue.input === undefined ? undefined : 'calendarUrl') })
  .trim()
  .max(2_048)
  .transform((text, context) => {
    const url = parseHttpUrl(text.replace(/^webcals?:/i, 'https:'))
    // Two addresses that differ behind the # are one calendar.
    if (url) return url.href.replace(/#.*$/, '')
    context.addIssue({ code: 'custom', message: 'calendarUrl' })
    return z.NEVER
  })
  .meta({ type: 'string', format: 'uri', examples: ['https://www.airbnb.com/calendar/ical/1234.ics?s=abcd'] })

const stays = z.boolean().meta({
  description:
    'Whether its events are stays: each departure then has a cleaning task, except events that the platform names as closed',
  example: true,
})

const ignoreBlocks = z.boolean().meta({
  description: 'Whether days that the platform names as closed by hand are left out, and only its stays close nights',
  example: false,
})
const ends = z.enum(['departure', 'last_night']).meta({
  id: 'FeedEnds',
  description: 'What the end of an event of whole days is: the day of departure, as RFC 5545 has it, or the last night',
  example: 'departure',
})

export const newFeed = z.object({
  name: line(),
  url: calendarUrl,
  stays: stays.default(false),
  ignore_blocks: ignoreBlocks.default(false),
  ends: ends.default('departure'),
})
export const feedChange = z
  .object({ stays, url: calendarUrl, ignore_blocks: ignoreBlocks, ends })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    path: ['stays'],
    params: { message: 'required' },
  })
export const feedParams = homeParams.extend({ feed_id: integerId.describe('Id of the feed') })
export const exportParams = homeParams.extend({
  token: uuid.describe('Secret of the address').meta({ example: CALENDAR }),
})
export const exportQuery = z.object({
  except: integerId.optional().describe('Id of the feed whose events are left out'),
})

/** Kinds of conflicts that people see; `same` is none. */
export const conflictKind = z.enum(CALENDAR_CONFLICT_KIND).exclude(['same']).meta({ id: 'CalendarConflictKind' })
/** Kinds that people are notified of. */
export const toldConflictKind = z
  .enum(CALENDAR_CONFLICT_KIND)
  .exclude(['same', 'block'])
  .meta({ id: 'ToldConflictKind' })

const conflict = z
  .object({
    id: z.int().meta({ description: 'The `subject_id` of its events; a `block` has none', example: 1 }),
    reservation_id: z.int().meta({ example: STAY }),
    kind: conflictKind.meta({
      description:
        '`certain`: the platform has sold or closed nights of the stay. `possible`: perhaps it only repeats the stay, which it had not read when the event came up. `gone`: the event that the stay was written down for has left its platform. `block`: days that the platform names as closed by hand; nobody is notified',
    }),
    start_date: shownDay.meta({ example: inDays(150) }),
    end_date: shownDay.meta({ description: 'The last night', example: inDays(156) }),
    since: timestamp,
  })
  .meta({ id: 'CalendarConflict' })

/** A conflict of a feed with a stay, or with another feed. */
export const homeConflict = conflict
  .extend({
    feed_id: z.int().meta({ example: 1 }),
    feed: z.string().meta({ description: 'Name of the feed', example: 'Airbnb' }),
    other_feed_id: z.int().nullable().meta({ description: 'The other feed, in place of a stay', example: null }),
    other_feed: z.string().nullable().meta({ example: null }),
    reservation_id: z.int().nullable().meta({ description: 'null: a conflict of two feeds', example: STAY }),
    check_in: shownDay.nullable().meta({ example: inDays(150) }),
    check_out: shownDay.nullable().meta({ example: inDays(157) }),
  })
  .meta({ id: 'HomeConflict' })

export const conflictParams = homeParams.extend({ conflict_id: integerId.describe('Id of the conflict') })
export const dismissal = z.object({
  reason: line().meta({
    description: 'Why it is none; in the audit',
    example: 'Airbnb shows the day of preparation as taken',
  }),
})

/** An event of a feed, named by its nights: UIDs are missing, or doubled, in the wild. */
export const feedEvent = z
  .object({
    check_in: shownDay.meta({ example: FREE.check_in }),
    check_out: shownDay.meta({ description: 'The day of departure', example: FREE.check_out }),
    is_block: z.boolean().meta({ description: 'Days that the platform names as closed by hand' }),
    is_echo: z.boolean().meta({ description: 'Nights that the platform only repeats' }),
    reservation_id: z.int().nullable().meta({ description: 'The stay of exactly these nights', example: null }),
  })
  .meta({ id: 'FeedEvent' })

/** The report of the last import beside its nights, as it is stored. */
export const shownReading = z.object({
  ends,
  problems: z
    .array(
      z
        .object({
          line: z.int().meta({ description: 'The line of the text on which the event begins', example: 12 }),
          problem: z.enum(FEED_PROBLEMS),
        })
        .meta({ id: 'FeedProblem' }),
    )
    .meta({
      description:
        'The first twenty events that the last import could not read in full. An event whose rule is refused closes every night on which it may occur',
      example: [],
    }),
  left_out: z
    .object({
      free: z.int().meta({ description: 'Shown as free by their platform', example: 1 }),
      cancelled: z.int().meta({ example: 0 }),
      past: z.int().meta({ example: 3 }),
      blocks: z.int().meta({ description: 'Left out by `ignore_blocks`', example: 0 }),
    })
    .meta({ id: 'FeedLeftOut', description: 'Events of the last import that closed nothing' }),
})

const feed = z
  .object({
    id: z.int(),
    name: z.string().meta({ example: 'Airbnb' }),
    url: shownUrl.meta({ example: 'https://www.airbnb.com/calendar/ical/1234.ics?s=abcd' }),
    stays,
    ignore_blocks: ignoreBlocks,
    export_url: shownUrl.meta({
      description: 'Calendar address for this platform; leaves out events imported from it',
      example: `${CALENDAR_URL}?except=1`,
    }),
    closures: z.int(),
    skipped: z.int().meta({
      description:
        'Events that the last import could not read in full. Readable dates are closed, and nights closed earlier stay closed',
    }),
    ...shownReading.shape,
    conflicts: z
      .array(conflict)
      .meta({ description: 'Nights from today on that are taken in this calendar and by a stay' }),
    imported_at: timestamp.nullable().meta({ description: 'Time of the last import' }),
    doubted_at: timestamp.nullable().meta({
      description:
        'Time of an import that had lost all of its nights to come, or more than half: they stay closed until another one agrees, a quarter of an hour later',
      example: null,
    }),
    next_fetch_at: timestamp,
    failures: z.int().meta({ description: 'Failed attempts since the last successful import', example: 0 }),
    error: z
      .string()
      .nullable()
      .meta({
        description: 'Error of the last attempt',
        examples: ['unreachable', 'status_404', 'not_a_calendar'],
        example: null,
      }),
    error_detail: z
      .string()
      .nullable()
      .meta({
        description: 'Where the text could not be read, and why',
        examples: ['it ends within the VEVENT of line 812'],
        example: null,
      }),
  })
  .meta({ id: 'CalendarFeed' })

export const sharedCalendar = z
  .object({
    url: shownUrl.meta({ description: 'Public calendar address, which acts as a secret', example: CALENDAR_URL }),
    feeds: z.array(feed),
  })
  .meta({ id: 'SharedCalendar' })
