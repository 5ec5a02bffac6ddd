import { z } from 'zod'
import { reservationSummary } from '../../bookings/reservations/schemas.ts'
import { CLOSURE_KIND } from '../../platform/db/enums.ts'
import { day, homeFilter, shownDay } from '../../platform/http/fields.ts'
import { pagedSchema, pageOfDays, pageQuery } from '../../platform/http/pages.ts'
import { HOME, HOME_TITLE, inDays } from '../../reference/examples/demo.ts'

/** Days that a plan has after its first day when `to` is left out, and days that it has at most. */
export const PLAN_DAYS = { following: 30, limit: 62 }

/** Most stays, and most closures, of a home in a plan. */
export const BARS_OF_HOME = 100

export const planQuery = pageQuery.extend({
  from: day
    .optional()
    .describe('First day, by default today in UTC')
    .meta({ example: inDays(0) }),
  to: day
    .optional()
    .describe('Last day, included; by default 30 days after `from`')
    .meta({ example: inDays(29) }),
  property_id: homeFilter,
  per_page: pageQuery.shape.per_page.removeDefault().default(50).describe('Homes per page'),
})

const {
  id,
  check_in,
  check_out,
  adults,
  children,
  infants,
  status,
  source,
  ota_name,
  guest_id,
  guest_name,
  overbooked,
} = reservationSummary.shape

const stay = z
  .object({
    ...{ id, check_in, check_out, adults, children, infants, source, ota_name, guest_id, overbooked },
    status: status.meta({
      description: '`pending`, `confirmed`, `checked_in`, `completed`, or `no_show` while its nights are taken',
      example: 'confirmed',
    }),
    guest_name: guest_name.meta({
      description: 'null without `guests.read`, in a stay of one’s own, and for an erased account',
      example: 'Camille Moreau',
    }),
    amount_open: reservationSummary.shape.amount_open.meta({
      description:
        'Part of the price that is still due or scheduled; null without `payments.read`, or if a channel collects it',
      example: 287.62,
    }),
    currency: z.string().meta({ example: 'EUR' }),
  })
  .meta({ id: 'PlanStay' })

const closure = z
  .object({
    id: z.int().meta({ example: 3 }),
    start_date: shownDay.meta({ example: inDays(4) }),
    end_date: shownDay.meta({ description: 'The last night', example: inDays(6) }),
    kind: z.enum(CLOSURE_KIND).meta({ example: 'owner_stay' }),
    reason: z.string().nullable().meta({ example: null }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Who stays, for an owner’s stay; null without `guests.read`', example: 'Famille Roux' }),
    guests: z.int().nullable().meta({ description: 'For an owner’s stay', example: 2 }),
    note: z.string().nullable().meta({ description: 'null without `guests.read`', example: null }),
    feed: z.string().nullable().meta({ description: 'Name of the feed that made it; null: made here', example: null }),
    feed_id: z.int().nullable().meta({ example: null }),
  })
  .meta({ id: 'PlanClosure' })

const row = z
  .object({
    property: z
      .object({ id: reservationSummary.shape.property_id, title: z.string(), city: z.string() })
      .meta({ id: 'PlanHome', example: { id: HOME, title: HOME_TITLE, city: 'Marseille' } }),
    stays: z.array(stay).meta({ description: `The first ${BARS_OF_HOME}, by arrival` }),
    closures: z
      .array(closure)
      .nullable()
      .meta({ description: `The first ${BARS_OF_HOME}, by their first day; null without \`calendar.read\`` }),
  })
  .meta({ id: 'PlanRow' })
export type PlanRow = z.output<typeof row>

export const plan = pagedSchema(row).extend({
  meta: pageOfDays
    .extend({ from: shownDay, to: shownDay.meta({ description: 'The last day, included', example: inDays(30) }) })
    .meta({ id: 'PlanMeta' }),
})
