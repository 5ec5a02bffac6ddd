import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { VIOLATION } from '../../homes/pricing/priced-stay.ts'
import { shownPrice } from '../../homes/pricing/schemas.ts'
import { showPrice } from '../../homes/pricing/show.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import {
  amount,
  day,
  flagParameter,
  idempotencyHeaders,
  shownUrl,
  spacedLine,
  uuid,
} from '../../platform/http/fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { inDays, STAY } from '../../platform/openapi/demo.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { reservationParams } from '../settlement/schemas.ts'
import { changeStay, type StayChange } from './change.ts'
import { refundParts, setPrice, stayVersion } from './schemas.ts'

const guests = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum).optional()

const changeRequest = z
  .strictObject({
    property_id: uuid.optional().meta({ description: 'Another home of the same account and currency' }),
    check_in: day.optional(),
    check_out: day.optional().meta({ example: inDays(124) }),
    adults: guests(1, 50),
    children: guests(0, 50),
    infants: guests(0, 20),
    price: z
      .union([z.enum(['requote', 'keep']), setPrice])
      .default('requote')
      .meta({
        description:
          '`requote`: nights that stay keep their price, added ones cost today’s. `keep`: the same total. Or a total set by the company',
      }),
    reason: spacedLine(500).meta({ description: 'Shown in the history of the stay', example: 'Une nuit de plus' }),
  })
  .meta({ id: 'StayChangeRequest', description: 'Fields that are absent do not change' })

const changeResult = z
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
  })
  .meta({ id: 'StayChangeResult' })

/** Amounts in major units. Pure. */
function showChange({ before, after, price, ...change }: StayChange, dry_run: boolean): z.input<typeof changeResult> {
  const versionOf = ({ total_cents, ...version }: StayChange['before']) => ({
    ...version,
    total: fromCents(total_cents),
  })
  const { before_cents, after_cents } = change.refunds_today
  return {
    reservation_id: change.reservation_id,
    before: versionOf(before),
    after: versionOf(after),
    price: showPrice(price),
    currency: price.currency,
    due: fromCents(change.due_cents),
    payment_url: dry_run ? null : change.payment_url,
    waived: fromCents(change.waived_cents),
    refund: fromCents(change.refund_cents),
    refund_parts: { card: fromCents(change.card_cents), elsewhere: fromCents(change.refund_cents - change.card_cents) },
    by_terms: fromCents(change.by_terms_cents),
    refund_if_cancelled_today: { before: fromCents(before_cents), after: fromCents(after_cents) },
    broken_rules: price.violations.map(({ code }) => code),
  }
}

/** Changes of a stay by its company (docs/design/domain.md, "Change of a stay"). */
export const changeRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/reservations/:id/change',
    {
      onRequest: app.authenticate,
      ...app.idempotent,
      config: { scope: 'reservations.write' },
      schema: {
        tags: ['reservations'],
        operationId: 'changeReservation',
        summary: 'Change the days, guests, home or price of a stay; honours Idempotency-Key',
        description: `For the company: confirmed stays and unpaid bookings by hand; of a guest in the house, \`check_out\` and
          guests. It applies at once; show the result of \`dry_run=true\` first, which changes nothing. A dearer stay has a payment
          of its own, by link. A cheaper one takes from what is not paid yet, and refunds the rest. Guest and owner are notified.
          Bookings of a channel can only move to another home, with \`price: keep\`. Taken nights return 409.`,
        'x-message': 'changed',
        security: BEARER,
        'x-demo-account': 'owner',
        headers: idempotencyHeaders,
        params: reservationParams,
        querystring: z.object({
          dry_run: flagParameter.default(false).describe('Preview the result without changing anything'),
        }),
        body: changeRequest,
        response: {
          200: envelopeSchema(changeResult),
          ...failures(
            400,
            401,
            403,
            404,
            'illegalMove',
            'changeAtChannel',
            'otherAccount',
            'taken',
            'conflict',
            'paymentInProgress',
            'differenceTooSmall',
            'unpayable',
            'providerUnavailable',
          ),
        },
      },
    },
    async (request) => {
      const { price, ...wanted } = request.body
      const { dry_run } = request.query
      const change = await changeStay(
        app,
        identityOf(request),
        request.params.id,
        { ...wanted, price: typeof price === 'object' ? price.amount : price },
        dry_run,
      )
      return envelope(request, showChange(change, dry_run), dry_run ? 'changePreview' : 'changed')
    },
  )
}
