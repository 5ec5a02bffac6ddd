import { z } from 'zod'
import { isDay } from '../lib/days.ts'
import { toCents } from '../lib/money.ts'
import { isVisible, oneLine } from '../lib/text.ts'

/**
 * Parts of request schemas. Messages are keys of FIELD_MESSAGES (src/http/errors.ts), rendered in the language of the
 * request.
 */

const INT4_MAX = 2_147_483_647

/** An integer id, as a number or as digits (docs/design/domain.md, "Identifiers"). */
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

/** A calendar day as a `YYYY-MM-DD` string. */
export const day = z
  .string({ error: (issue) => (issue.input === undefined ? undefined : 'invalidDate') })
  .refine(isDay, 'invalidDate')
  .meta({ format: 'date', examples: ['2027-07-14'] })

/** An amount in major units with at most two decimals, read as cents (docs/design/domain.md, "Money and dates"). */
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

/** A percentage with at most two decimals, read as hundredths: 12.5 is 1250. */
export const percent = z
  .number()
  .min(0)
  .max(100)
  .transform((value, context) => {
    const hundredths = toCents(value)
    if (hundredths !== undefined) return hundredths
    context.addIssue({ code: 'custom', message: 'invalidPercent' })
    return z.NEVER
  })
  .meta({ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01 })

/** A number, or its plain decimal digits from a query string. */
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

/** A number of degrees or kilometres, also in JavaScript's notation with many decimals or an exponent. */
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

/** An amount in an answer. */
export const amount = z.number().meta({ description: 'Major units (EUR: euros)', examples: [160] })

export const wholeParameter = (minimum: number, maximum: number) =>
  numeric.pipe(z.int().min(minimum).max(maximum)).meta({ type: 'integer', minimum, maximum })

/** A boolean in a query string: `true`, `false`, `1`, `0` and similar words. */
export const flagParameter = z.stringbool().meta({ type: 'boolean' })

export const timestamp = z.string().meta({ format: 'date-time' })

/** Of operations that honour the key, which the idempotency plugin checks. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.string().optional().meta({ description: 'The same key and body get the first answer again' }),
})

/** A text of several lines: trimmed, not empty, of limited length. */
export const prose = (maximum: number) => z.string().trim().min(1, 'required').max(maximum)

/** A title or label of ours: one line as it will be read, or it is refused. */
export const line = (maximum = 255) => prose(maximum).refine(isVisible, 'invisible')

/** A one-line field of the specification, which takes what people paste: a space stands for what no line shows. */
export const spacedLine = (maximum = 255) =>
  z.string().transform(oneLine).pipe(prose(maximum)).meta({ type: 'string', maxLength: maximum })

export const guests = {
  adults: wholeParameter(1, 50).default(1),
  children: wholeParameter(0, 50).default(0),
  infants: wholeParameter(0, 20).default(0),
}
