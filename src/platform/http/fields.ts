import { z } from 'zod'
import { isDay, isExistingDay } from '../lib/days.ts'
import { fromCents, roundToCents, toCents } from '../lib/money.ts'
import { MAXIMUM_CENTS } from '../lib/payable.ts'
import { isVisible, oneLine } from '../lib/text.ts'
import type { FieldMessageKey } from './errors.ts'

/**
 * Parts of request schemas. Messages are keys of `fields` in refusals of modules, rendered in the language of the request.
 */

/** An integer id, as a number or as digits (docs/design/domain.md, "Identifiers"). */
export const integerId = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ],
    { error: 'invalidId' },
  )
  .refine((id) => id >= 1 && Number.isSafeInteger(id), 'invalidId')
  .meta({ type: 'integer', format: 'int64', minimum: 1 })

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'invalidId')
  .meta({ format: 'uuid' })

/** The id of a home in a path. */
export const homeId = uuid.describe('Id of the home')

/** A home that limits a list. */
export const homeFilter = uuid.optional().describe('Only entries of this home')

/** A string id (country, city, neighborhood), also accepted as a number. */
export const textId = z
  .union([z.string(), z.int().transform(String)], { error: 'invalidId' })
  .refine((id) => /^[A-Za-z0-9_-]{1,20}$/.test(id), 'invalidId')
  .meta({ type: 'string' })

/** A calendar day as a `YYYY-MM-DD` string. */
export const day = z
  .string({ error: (issue) => (issue.input === undefined ? undefined : 'invalidDate') })
  .refine(isExistingDay, { message: 'invalidDate', abort: true })
  .refine(isDay, 'dateOutOfRange')
  .meta({ format: 'date' })

/** Values that are no number are reported as amounts; below and above a limit, the message has the limit. */
const anyUnits = z.number({
  error: ({ code, input }) => (code === 'invalid_type' && input !== undefined ? 'invalidAmount' : undefined),
})
const units = anyUnits.min(0)

/** Converts a number by a function that may refuse it, with a message. */
const converted =
  (convert: (value: number) => number | undefined, message: FieldMessageKey) =>
  (value: number, context: z.RefinementCtx<number>): number => {
    const whole = convert(value)
    if (whole !== undefined) return whole
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }

const inCents = converted(roundToCents, 'invalidAmount')

/** An amount in major units, read as cents, rounded half up (docs/design/domain.md, "Money and dates"). */
const anyMoney = units.transform(inCents).meta({ type: 'number', minimum: 0 })

const MAXIMUM = fromCents(MAXIMUM_CENTS)

/** An amount that somebody is to pay: at most what the payment provider takes at once, with two decimals at most. */
export const money = units
  .max(MAXIMUM)
  .transform(converted(toCents, 'amountDecimals'))
  .meta({ type: 'number', minimum: 0, maximum: MAXIMUM, multipleOf: 0.01 })

/** The same, rounded half up, for operations of the specification. */
export const roundedMoney = units.max(MAXIMUM).transform(inCents).meta({ type: 'number', minimum: 0, maximum: MAXIMUM })

const isAboveZero = (cents: unknown): boolean => typeof cents !== 'number' || cents > 0

/** `money` that is more than nothing. */
export const moneyAboveZero = money.refine(isAboveZero, 'amountAboveZero')

/** An amount to give back, which is never rounded; what was received limits it. */
export const moneyToReturn = anyUnits
  .transform(converted(toCents, 'amountDecimals'))
  .refine(isAboveZero, 'amountAboveZero')
  .meta({ type: 'number', minimum: 0, multipleOf: 0.01 })

/** An amount that came in or, below zero, went out, with two decimals at most. */
export const moneyEitherWay = anyUnits
  .min(-MAXIMUM)
  .max(MAXIMUM)
  .transform(converted(toCents, 'amountDecimals'))
  .refine((cents) => cents !== 0, 'amountNotZero')
  .meta({ type: 'number', minimum: -MAXIMUM, maximum: MAXIMUM, multipleOf: 0.01 })

/** A percentage, read as hundredths, rounded half up: 12.5 is 1250, 12.345 is 1235. */
export const percent = z
  .number({
    error: ({ code, input }) => (code === 'invalid_type' && input !== undefined ? 'invalidPercent' : undefined),
  })
  .min(0)
  .max(100)
  .transform(converted(roundToCents, 'invalidPercent'))
  .meta({ type: 'number', minimum: 0, maximum: 100 })

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

/** An amount to search by, from a query string. */
export const moneyParameter = numeric.pipe(anyMoney).meta({ type: 'number' })

/** An amount in an answer. */
export const amount = z.number().meta({ description: 'Major units (EUR: euros)', examples: [160] })

export const wholeParameter = (minimum: number, maximum: number) =>
  numeric.pipe(z.int().min(minimum).max(maximum)).meta({ type: 'integer', minimum, maximum })

/** A boolean in a query string: `true`, `false`, `1`, `0` and similar words. */
export const flagParameter = z.stringbool().meta({ type: 'boolean' })

export const timestamp = z.string().meta({ format: 'date-time' })

/** Texts of answers by their format; the database has made sure of it. */
export const shownDay = z.string().meta({ format: 'date' })
export const shownUuid = z.string().meta({ format: 'uuid' })
export const shownUrl = z.string().meta({ format: 'uri' })
export const shownEmail = z.string().meta({ format: 'email' })

/** An http or https address without credentials or control characters, as it is parsed: that is what is called, and so what is stored. Pure. */
export function parseHttpUrl(text: string): URL | undefined {
  const url = /\p{Cc}/u.test(text) ? null : URL.parse(text)
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain ? url : undefined
}

/** An http or https address as `parseHttpUrl` reads it, refused with a message of its own. */
export const httpUrlField = (message: FieldMessageKey) =>
  z
    .string()
    .max(2_048)
    .transform((text, context) => {
      const url = parseHttpUrl(text)
      if (url && url.href.length <= 2_048) return url.href
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .meta({ type: 'string', format: 'uri', maxLength: 2_048 })

/** An address that the service may call. */
export const httpUrl = httpUrlField('callbackUrl')

/** Headers of operations that honour the key, which the idempotency plugin checks. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .optional()
    .meta({ description: 'Repeating a request with the same key and body returns the first response' }),
})

/** A text of several lines: trimmed, not empty, of limited length. */
export const prose = (maximum: number) => z.string().trim().min(1, 'required').max(maximum)

/** A title or label of ours: one line as it will be read, or it is refused. */
export const line = (maximum = 255) => prose(maximum).refine(isVisible, 'invisible')

/** A one-line field of the specification, which takes what people paste: a space stands for what no line shows. */
export const spacedLine = (maximum = 255) =>
  z.string().transform(oneLine).pipe(prose(maximum)).meta({ type: 'string', maxLength: maximum })
