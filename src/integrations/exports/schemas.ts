import { z } from 'zod'
import { availabilityRange } from '../../bookings/calendars/schemas.ts'
import { day, integerId, shownUrl, timestamp, uuid, wholeParameter } from '../../platform/http/fields.ts'

export const EXPORTS = ['reservations', 'payments', 'documents', 'calendar', 'tourist-tax', 'register'] as const

export const homeOfExport = uuid
  .optional()
  .meta({ description: 'Id of one home; by default all my homes, or all homes for the staff' })

const filter = {
  property_id: homeOfExport,
  from: day.optional().describe('First day'),
  to: day.optional().describe('Last day'),
  by: z.enum(['nights', 'departure']).optional().meta({
    id: 'ExportDays',
    description:
      'For `reservations`: whether a stay belongs to the days of its nights (by default) or to its day of departure, as in every report of stays and tax',
  }),
}

/** Parameters of a signed address beside its filter. */
export const signed = {
  account: integerId.optional().meta({ description: 'Taken from an address of `POST /exports`' }),
  member: integerId.optional().meta({ description: 'Taken from an address of `POST /exports`' }),
  expires: wholeParameter(0, Number.MAX_SAFE_INTEGER).optional().describe('Taken from an address of `POST /exports`'),
  signature: z.string().max(100).optional(),
}

/** A range of days whose end is not before its beginning. */
const inOrder = ({ from, to }: ExportFilter, context: z.core.$RefinementCtx): void => {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({ code: 'custom', path: ['to'], message: 'dateRange' })
}

const exportFilter = z.object(filter)
export type ExportFilter = z.infer<typeof exportFilter>

export const exportQuery = z.object({ ...filter, ...signed }).superRefine(inOrder)
export const calendarQuery = availabilityRange.safeExtend({ property_id: filter.property_id, ...signed })
export type SignedFilter = z.infer<typeof exportQuery>

export const newAddress = z
  .object({ export: z.enum(EXPORTS).meta({ id: 'ExportName' }), ...filter })
  .superRefine(inOrder)

export const exportAddress = z
  .object({
    url: shownUrl.meta({
      example:
        'http://localhost:3000/api/v1/exports/reservations.csv?account=2&expires=1795430000&signature=Vq3n0b7yJ0t1vJxq4lqvI6w4oYtq3m1c2kq8l0m9n1o',
    }),
    expires_at: timestamp,
  })
  .meta({ id: 'ExportAddress' })
