import { z } from 'zod'
import { shownPrice } from '../../homes/rates/price-schemas.ts'
import { VIOLATION } from '../../homes/rates/priced-stay.ts'
import { showPrice } from '../../homes/rates/show-price.ts'
import { amount, day, integerId, prose, shownUrl, spacedLine, uuid } from '../../platform/http/fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { inDays, STAY } from '../../reference/examples/demo.ts'
import type { ChangeRequestRow } from '../states/change-requests.ts'
import type { Continuation, StayChange } from './change-steps.ts'
import { changeRequest, done_at_channel, refundParts, setPrice, stayVersion } from './schemas.ts'

const guests = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum).optional()

/** Days and guests of a stay, as far as they change. */
const changes = {
  check_in: day.optional(),
  check_out: day.optional().meta({ example: inDays(124) }),
  adults: guests(1, 50),
  children: guests(0, 50),
  infants: guests(0, 20),
}
const CHANGES = ['check_in', 'check_out', 'adults', 'children', 'infants'] as const satisfies (keyof typeof changes)[]

export const wantedChange = z
  .object({
    property_id: uuid.optional().meta({ description: 'Another home of the same account and currency' }),
    ...changes,
    from: day.optional().meta({
      description:
        'The day on which a guest in the house moves to that home; by default today. Days and guests named here are those there',
    }),
    price: z
      .union([z.enum(['requote', 'keep']), setPrice])
      .default('requote')
      .meta({
        description:
          '`requote`: nights that stay keep their price, added ones cost today’s. `keep`: the same total. Or a total set by the company',
      }),
    reason: spacedLine(500).meta({
      description: 'Shown to the guest, in the history of the stay',
      example: 'Une nuit de plus',
    }),
    done_at_channel,
    change_request_id: integerId
      .optional()
      .meta({ description: 'The open request that this accepts: its days and guests apply, and none are named here' }),
  })
  .superRefine((request, context) => {
    if (request.change_request_id === undefined) return
    for (const field of CHANGES.filter((name) => request[name] !== undefined))
      context.addIssue({ code: 'custom', path: [field], message: 'ofChangeRequest' })
  })
  .meta({
    id: 'WantedChange',
    description: 'Fields that are absent do not change',
    example: { check_out: inDays(124), reason: 'Une nuit de plus' },
  })

const continuation = stayVersion
  .extend({
    reservation_id: z.int().nullable().meta({ description: 'null: a dry run', example: null }),
    price: shownPrice,
    carried: amount.meta({ description: 'Money of the first stay that pays for this one', example: 300 }),
  })
  .meta({ id: 'Continuation' })

export const changeResult = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    before: stayVersion,
    after: stayVersion,
    price: shownPrice,
    currency: z.string().meta({ example: 'EUR' }),
    due: amount.meta({ description: 'Due now because of the change, at `payment_url`', example: 110 }),
    payment_url: shownUrl.nullable().meta({ description: 'null: nothing is due now, or a dry run', example: null }),
    waived: amount.meta({ description: 'No longer due', example: 0 }),
    refund: amount.meta({ description: 'Goes back to the guest', example: 0 }),
    refund_parts: refundParts,
    by_terms: amount.meta({
      description: 'Refund by the terms of the stay for the abandoned nights, with fees and tax; for information',
      example: 0,
    }),
    refund_if_cancelled_today: z
      .object({ before: amount, after: amount })
      .meta({ id: 'RefundsToday', description: 'Of a guest who has paid everything' }),
    broken_rules: z
      .array(z.enum(VIOLATION))
      .meta({ description: 'Rules of the home that bind no company', example: [] }),
    continuation: continuation.nullable().meta({
      description:
        'The stay at another home to which a guest in the house moves; `after` and `price` are of the first stay then',
      example: null,
    }),
  })
  .meta({ id: 'StayChangeResult' })

const showVersion = ({ total_cents, ...version }: StayChange['before']) => ({
  ...version,
  total: fromCents(total_cents),
})

const showContinuation = (
  { reservation_id, stay, price, carried_cents }: Continuation,
  dry_run: boolean,
): z.input<typeof continuation> => ({
  ...showVersion(stay),
  reservation_id: dry_run ? null : reservation_id,
  price: showPrice(price),
  carried: fromCents(carried_cents),
})

/** Amounts in major units. Pure. */
export function showChange(
  { before, after, price, continuation: next, ...change }: StayChange,
  dry_run: boolean,
): z.input<typeof changeResult> {
  const { before_cents, after_cents } = change.refunds_today
  return {
    reservation_id: change.reservation_id,
    before: showVersion(before),
    after: showVersion(after),
    price: showPrice(price),
    currency: price.currency,
    due: fromCents(change.due_cents),
    payment_url: dry_run ? null : change.payment_url,
    waived: fromCents(change.waived_cents),
    refund: fromCents(change.refund_cents),
    refund_parts: { card: fromCents(change.card_cents), elsewhere: fromCents(change.refund_cents - change.card_cents) },
    by_terms: fromCents(change.by_terms_cents),
    refund_if_cancelled_today: { before: fromCents(before_cents), after: fromCents(after_cents) },
    broken_rules: [...new Set([price, next?.price].flatMap((one) => one?.violations ?? []).map(({ code }) => code))],
    continuation: next && showContinuation(next, dry_run),
  }
}

/** A stay of a change as it is stored, in cents, and as it is shown. */
const storedVersion = stayVersion
  .omit({ total: true })
  .extend({ total_cents: z.int() })
  .transform(({ total_cents, ...version }) => ({ ...version, total: fromCents(total_cents) }))
export const storedChange = z.object({ before: storedVersion, after: storedVersion })

export const newChangeRequest = z
  .object({
    ...changes,
    message: prose(2_000).optional().meta({ example: 'Pouvons-nous rester une nuit de plus ?' }),
  })
  .meta({ id: 'NewChangeRequest', description: 'Fields that are absent do not change' })
export type NewChangeRequest = z.output<typeof newChangeRequest>

/** A request, with the guest's words for those who read them. Pure. */
export const showRequest = <Row extends Omit<ChangeRequestRow, 'total'>>(
  { change, message, ...row }: Row,
  readsWords: boolean,
) => ({
  ...row,
  message: readsWords ? message : null,
  ...storedChange.parse(change),
})

export const changeAsked = z
  .object({
    change_request: changeRequest.nullable().meta({ description: 'null with `dry_run`' }),
    preview: changeResult,
  })
  .meta({ id: 'ChangeAsked' })

/** The answer to a guest who asks for a change, or only for its price: then there is no request. Pure. */
export const showAsked = (request: ChangeRequestRow | undefined, preview: StayChange): z.input<typeof changeAsked> => ({
  change_request: request ? showRequest(request, true) : null,
  preview: showChange(preview, true),
})

export const declined = z
  .object({ reason: spacedLine(500).optional().meta({ example: 'La maison est prise cette nuit-là' }) })
  .meta({ id: 'ChangeRequestDecline' })
