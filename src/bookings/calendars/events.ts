import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import { amount, shownDay, shownUuid } from '../../platform/http/fields.ts'
import { daysBetween } from '../../platform/lib/days.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { FREE, HOME, inDays } from '../../reference/examples/demo.ts'
import type { BookingsContext } from '../context.ts'
import { rangesOf } from './conflicts.ts'
import { homeConflict, toldConflictKind } from './schemas.ts'

/** An event names each night of as many; of more it says which days have changed. */
export const MAX_NIGHTS_IN_EVENT = 180

const night = z.object({
  date: shownDay,
  is_available: z.boolean(),
  price: amount,
  min_stay: z.int(),
  currency: z.string(),
  max_stay: z.int(),
  closed_to_arrival: z.boolean(),
  closed_to_departure: z.boolean(),
})

const data = z
  .object({
    property_id: shownUuid.meta({ example: HOME }),
    from: shownDay.meta({ example: FREE.check_in }),
    to: shownDay.meta({ description: 'Inclusive', example: FREE.check_in }),
    nights: z
      .array(night)
      .nullable()
      .meta({
        description: `null: more than ${MAX_NIGHTS_IN_EVENT}, to be read from the calendar`,
        example: [
          {
            ...{ date: FREE.check_in, is_available: false, price: 120, currency: 'EUR', min_stay: 2, max_stay: 365 },
            ...{ closed_to_arrival: false, closed_to_departure: false },
          },
        ],
      }),
  })
  .meta({ id: 'CalendarChange' })

/** Days of a calendar that have changed, as they are now. */
export const calendarEvents = defineSubject({
  name: 'calendar',
  data,
  show: (_context: BookingsContext, tx, facts) =>
    Promise.all(
      facts.map(async ({ subject_id: property_id, from_day, to_day }) => {
        if (from_day === null || to_day === null) return undefined
        const range = { property_id, from: from_day, to: to_day }
        if (daysBetween(from_day, to_day) >= MAX_NIGHTS_IN_EVENT) return { ...range, nights: null }
        const days = await queries.calendars.listDays(tx, { property_id, from_day, to_day })
        return {
          ...range,
          nights: days.map(({ day, status, price_cents, ...rest }) => ({
            ...rest,
            date: day,
            is_available: status === 'available',
            price: fromCents(price_cents),
          })),
        }
      }),
    ),
})

const { id, feed_id, feed, other_feed_id, other_feed, reservation_id, since } = homeConflict.shape

const conflict = z
  .object({
    id,
    property_id: shownUuid.meta({ example: HOME }),
    ...{ feed_id, feed, other_feed_id, other_feed, reservation_id },
    kind: toldConflictKind,
    nights: z.array(z.object({ start_date: shownDay, end_date: shownDay })).meta({
      description: 'Nights that both have, both inclusive; empty once it is closed',
      example: [{ start_date: inDays(150), end_date: inDays(156) }],
    }),
    since,
  })
  .meta({ id: 'FeedConflict' })

/** Nights that an imported calendar and a stay, or two of them, both have (docs/design/channels.md, "A calendar that disagrees"). */
export const conflictEvents = defineSubject({
  name: 'conflict',
  data: conflict,
  show: (_context: BookingsContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.calendars.listSomeConflicts(tx, { ids }),
      ({ nights, kind, ...row }) => ({ ...row, kind: conflict.shape.kind.parse(kind), nights: rangesOf(nights) }),
    ),
})
