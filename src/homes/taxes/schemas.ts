import { z } from 'zod'
import { amount, money, percent, timestamp } from '../../platform/http/fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { at } from '../../reference/examples/demo.ts'

/** The tourist tax of a city or a home in the database: one of the first two fields is set, or none. */
export interface TouristTax {
  per_adult_night_cents: number | null
  percent_hundredths: number | null
  cap_cents: number | null
}

const NO_TAX: TouristTax = { per_adult_night_cents: null, percent_hundredths: null, cap_cents: null }

/**
 * Rule of a tourist tax (docs/design/domain.md, "Price of a stay"): an amount per adult and night, or a percentage of the
 * night price per occupant with an optional cap per adult and night, in the currency of the homes.
 */
const taxRule = z
  .object({ per_adult_night: money.optional(), percent: percent.optional(), cap: money.optional() })
  .superRefine((tax, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((tax.per_adult_night === undefined) === (tax.percent === undefined)) problem('per_adult_night', 'oneTax')
    if (tax.cap !== undefined && tax.percent === undefined) problem('cap', 'capOfPercent')
  })
  .transform(
    (tax): TouristTax => ({
      per_adult_night_cents: tax.per_adult_night ?? null,
      percent_hundredths: tax.percent ?? null,
      cap_cents: tax.cap ?? null,
    }),
  )
  .meta({ id: 'NewTouristTax' })
  .nullable()
  .transform((tax): TouristTax => tax ?? NO_TAX)

const examples = [{ per_adult_night: 1.5 }, { percent: 5, cap: 5.5 }, null]

/** A new tourist tax of a city; null for none. */
export const newTouristTax = taxRule.meta({
  description:
    'An amount per adult and night, or a percentage of the nightly price per occupant with a cap; null: none',
  examples,
})

/** A new tourist tax of a home; null for that of its city. */
export const ownTouristTax = taxRule.meta({
  description:
    'Tourist tax of the home itself, as of a city, by its class for example. An amount of 0: no tax; null: that of the city',
  examples,
})

export const shownTax = z
  .object({ per_adult_night: amount.nullable(), percent: z.number().nullable(), cap: amount.nullable() })
  .meta({ id: 'TouristTax' })
  .nullable()

export const cityTax = z
  .object({
    city_id: z.string().meta({ example: '2995469' }),
    tax: shownTax.meta({ example: { per_adult_night: null, percent: 5, cap: 5.5 } }),
    changes: z
      .array(
        z.object({
          id: z.int(),
          changed_at: timestamp,
          changed_by: z.object({ id: z.int(), username: z.string() }).nullable(),
          operator: z.string().nullable().meta({ description: 'Operating system user of the command line' }),
          before: shownTax,
          after: shownTax,
        }),
      )
      .meta({
        example: [
          {
            id: 1,
            changed_at: at(-200, '09:12'),
            changed_by: { id: 4, username: 'agnes' },
            operator: null,
            before: null,
            after: { per_adult_night: null, percent: 5, cap: 5.5 },
          },
        ],
      }),
  })
  .meta({ id: 'CityTax' })

const inUnits = (cents: number | null): number | null => (cents === null ? null : fromCents(cents))

/** A tax in major units and percent; null for none. Pure. */
export function showTax({
  per_adult_night_cents,
  percent_hundredths,
  cap_cents,
}: TouristTax): z.infer<typeof shownTax> {
  if (per_adult_night_cents === null && percent_hundredths === null) return null
  return {
    per_adult_night: inUnits(per_adult_night_cents),
    percent: inUnits(percent_hundredths),
    cap: inUnits(cap_cents),
  }
}
