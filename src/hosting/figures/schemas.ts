import { z } from 'zod'
import { RESERVATION_SOURCE } from '../../platform/db/enums.ts'
import { amount } from '../../platform/http/fields.ts'

export const figuresQuery = z.object({
  year: z.coerce
    .number()
    .int()
    .min(2000)
    .max(2100)
    .optional()
    .describe('Year of the months; by default the present one')
    .meta({ example: 2026 }),
})

const sold = {
  stays: z.int().meta({ example: 12 }),
  nights: z.int().meta({ description: 'Nights of those stays', example: 58 }),
  revenue: amount.meta({ description: 'Their price without tourist tax', example: 7250 }),
}

const period = z
  .object({
    ...sold,
    nights_offered: z.int().meta({ description: 'Nights that the homes had to sell', example: 90 }),
    adr: amount.nullable().meta({ description: 'Revenue by night of a stay; null without one', example: 125 }),
    revpar: amount.nullable().meta({ description: 'Revenue by night to sell; null without one', example: 80.56 }),
  })
  .meta({ id: 'PeriodFigures' })

const source = z
  .object({
    source: z.enum(RESERVATION_SOURCE).meta({ example: 'channel' }),
    ota_name: z.string().nullable().meta({ description: 'The channel', example: 'Airbnb' }),
    ...sold,
    share: z.int().meta({ description: 'Percent of the revenue of the year, rounded', example: 40 }),
  })
  .meta({ id: 'SourceFigures' })

const inCurrency = z
  .object({
    currency: z.string().meta({ example: 'EUR' }),
    months: z
      .array(
        z.object({
          month: z.string().meta({ example: '2026-11' }),
          now: period,
          before: period.meta({ description: 'The same month a year before' }),
        }),
      )
      .meta({ description: 'The twelve months of the year' }),
    year: period,
    before: period.meta({ description: 'The year before' }),
    sources: z.array(source).meta({ description: 'Of the year, the largest revenue first' }),
  })
  .meta({ id: 'CurrencyFigures' })

const nights = {
  nights: z.int().meta({ description: 'Nights of homes on offer', example: 270 }),
  sold: z.int().meta({ description: 'Nights of stays', example: 149 }),
  closed: z.int().meta({ description: 'Closed nights, with owner’s stays', example: 60 }),
  percent: z.int().nullable().meta({
    description: 'Sold nights in percent of those that are not closed, rounded; null without one',
    example: 71,
  }),
}

export const figures = z
  .object({
    year: z.int().meta({ example: 2026 }),
    next_days: z
      .object({ days: z.int().meta({ example: 90 }), ...nights, weeks: z.array(z.object(nights)) })
      .meta({ id: 'OccupancyFigures', description: 'The next 90 days, from today at each home, in weeks' }),
    currencies: z.array(inCurrency),
  })
  .meta({ id: 'Figures' })

export type Figures = z.output<typeof figures>
