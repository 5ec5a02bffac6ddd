import { z } from 'zod'
import { isDay } from '../lib/days.ts'
import { toCents } from '../lib/money.ts'

/**
 * The building blocks of request schemas. Messages are keys of FIELD_MESSAGES (src/http/errors.ts), rendered in the
 * language of the request.
 */

const INT4_MAX = 2_147_483_647

/** An integer id, as a number or as its digits (domain.md, "Identifiers"). */
export const integerId = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: 'invalidId' },
  )
  .refine((id) => id >= 1 && id <= INT4_MAX, 'invalidId')
  .meta({ type: 'integer', minimum: 1 })

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'invalidId')
  .meta({ format: 'uuid' })

/** A string id (country, city, neighborhood), also accepted as a number. */
export const textId = z
  .union([z.string(), z.int().transform(String)], { error: 'invalidId' })
  .refine((id) => /^[A-Za-z0-9_-]{1,20}$/.test(id), 'invalidId')
  .meta({ type: 'string' })

/** A calendar day, `YYYY-MM-DD`; never a JavaScript Date. */
export const day = z
  .string({ error: (issue) => (issue.input === undefined ? undefined : 'invalidDate') })
  .refine(isDay, 'invalidDate')
  .meta({ format: 'date', examples: ['2027-07-14'] })

/** An amount in major units with at most two decimals, read as integer cents (domain.md, "Identifiers, money, dates"). */
export const money = z
  .number({ error: (issue) => (issue.input === undefined ? undefined : 'invalidAmount') })
  .min(0)
  .max(1_000_000)
  .transform((amount, context) => {
    const cents = toCents(amount)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message: 'invalidAmount' })
    return z.NEVER
  })
  .meta({ type: 'number', minimum: 0, maximum: 1_000_000, multipleOf: 0.01 })

/** A number, or one in plain decimal digits, as query strings have it. */
export const numeric = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(\.\d{1,15})?$/)
      .transform(Number),
  ],
  { error: 'invalidNumber' },
)

/** A number of degrees or kilometres, also as JavaScript writes numbers: with all its decimals, or with an exponent. */
export const measure = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(\.\d{1,30})?(e[+-]?\d{1,3})?$/)
      .transform(Number),
  ],
  { error: 'invalidNumber' },
)

/** An amount from a query string. */
export const moneyParameter = numeric.pipe(money).meta({ type: 'number' })

/** An amount on its way out. */
export const amount = z.number().meta({ description: 'Major units (EUR: euros)', examples: [160] })

export const wholeParameter = (minimum: number, maximum: number) =>
  numeric.pipe(z.int().min(minimum).max(maximum)).meta({ type: 'integer', minimum, maximum })

/** Yes or no in a query string: `true`, `false`, `1`, `0` and the like. */
export const flagParameter = z.stringbool().meta({ type: 'boolean' })

/** Lists take `page` from 1 and `per_page`, 20 by default and at most 100 (api.md, "Conventions"). */
export const pageQuery = z.object({
  page: wholeParameter(1, 1_000_000).default(1),
  per_page: wholeParameter(1, 100).default(20),
})

export const timestamp = z.string().meta({ format: 'date-time' })

/** Of operations that honour the key; it is the idempotency's own to refuse. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.string().optional().meta({ description: 'The same key and body get the first answer again' }),
})

/** Text that a person wrote: trimmed, not empty, bounded. */
export const line = (maximum = 255) => z.string().trim().min(1, 'required').max(maximum)

export const guests = {
  adults: wholeParameter(1, 50).default(1),
  children: wholeParameter(0, 50).default(0),
  infants: wholeParameter(0, 20).default(0),
}
