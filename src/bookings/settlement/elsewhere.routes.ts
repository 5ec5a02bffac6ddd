import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { lawfulRule } from '../../homes/sellers/schemas.ts'
import { showRule } from '../../homes/sellers/sellers.ts'
import { ELSEWHERE, shownMethod } from '../../money/payments/methods.ts'
import { PAYMENT_KIND } from '../../platform/db/enums.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import {
  amount,
  day,
  idempotencyHeaders,
  integerId,
  moneyEitherWay,
  prose,
  shownDay,
  timestamp,
} from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { inDays, PAID_IN_CASH, PAYMENT, STAY } from '../../reference/examples/demo.ts'
import type { BookingsContext } from '../context.ts'
import { findForParty } from '../states/parties.ts'
import { deleteEntry, listMoney, recordMoney } from './elsewhere.ts'
import { reservationParams } from './schemas.ts'
import { rulesOfStay } from './seller-rules.ts'

const newEntry = z.object({
  amount: moneyEitherWay.meta({ description: 'Below zero: money that you gave back' }),
  method: z.enum(ELSEWHERE),
  received_on: day.meta({ description: 'The day of the money, at most today at the home' }),
  note: prose(500).exactOptional(),
  pays: z.enum(['deposit', 'balance', 'bill']).optional().meta({
    id: 'PaidSubject',
    description: 'By default the oldest payment that is due; for a refund, the payment that it was received for',
  }),
})

const entry = z
  .object({
    payment_id: z.int().meta({ example: PAYMENT }),
    refund_id: z.int().nullable().meta({ description: 'Of money that went back', example: null }),
    kind: z.enum(PAYMENT_KIND).meta({ example: 'booking' }),
    amount: amount.meta({ description: 'Below zero: money that went back', example: 123.26 }),
    method: shownMethod,
    day: shownDay.nullable().meta({ description: 'The day that the company has named', example: null }),
    note: z.string().nullable().meta({ example: null }),
    recorded_at: timestamp,
  })
  .meta({ id: 'MoneyEntry' })

const money = z
  .object({
    reservation_id: z.int().meta({ example: STAY }),
    currency: z.string().meta({ example: 'EUR' }),
    due: amount.meta({ description: 'Amount due now', example: 0 }),
    kept: amount.meta({ description: 'Sum of the entries', example: 73.26 }),
    entries: z.array(entry),
    cash: lawfulRule.meta({ description: 'The rule of its seller for cash and cheques' }),
  })
  .meta({ id: 'MoneyOfStay' })

async function showMoney(
  context: BookingsContext,
  reservation_id: number,
  locale: Locale,
): Promise<z.input<typeof money>> {
  const [{ due_cents, kept_cents, entries, currency }, { cash }] = await Promise.all([
    listMoney(context, reservation_id),
    rulesOfStay(context, context.db, reservation_id),
  ])
  return {
    reservation_id,
    currency,
    due: fromCents(due_cents),
    kept: fromCents(kept_cents),
    entries: entries.map(({ amount_cents, ...one }) => ({ ...one, amount: fromCents(amount_cents) })),
    cash: showRule(cash, locale),
  }
}

/** The money of a stay, with what the company receives elsewhere (docs/design/payments.md, "Money received elsewhere"). */
export const elsewhereRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['payments'], security: BEARER, 'x-demo-account': 'owner' } as const

  app.get(
    '/reservations/:id/payments',
    {
      config: { may: ['owner', ...STAFF], sees: ['guest'], scope: 'payments.read' },
      schema: {
        ...documented,
        operationId: 'listMoney',
        summary: 'List the money of a stay',
        description: `What came in and went back, by card and elsewhere, in the order in which it was recorded. For the
          company.`,
        params: reservationParams,
        response: { 200: envelopeSchema(money), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id } = request.params
      await findForParty(app.db, identityOf(request), id, 'host')
      return envelope(request, await showMoney(app, id, request.locale))
    },
  )

  app.post(
    '/reservations/:id/payments',
    merged(app.idempotent, {
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: 'payments.write',
        audits: ['payment.received', 'payment.refund'],
        events: [
          'payment.succeeded',
          'payment.created',
          'payment.changed',
          'reservation.changed',
          'payment.refunded',
          'reservation.confirmed',
          'reservation.expired',
          'task.created',
        ],
      },
      schema: {
        ...documented,
        operationId: 'recordMoney',
        summary: 'Record money that was received or refunded elsewhere',
        description: `For the company, which received a transfer, cash, a cheque or vouchers. Pays the oldest payment that
          is due, or the one of \`pays\`. With \`pays: balance\` that can be a balance before its day. Less than is due pays a part, and the rest stays
          due by a link of its own; bills are paid in full. More than is due returns 409 with the amount \`due\`. A hold is
          confirmed when its booking is paid. One that has expired is confirmed by the whole amount if its nights are free; else
          409 \`taken\`. An open checkout is closed; 409 while a payment is in progress. An amount
          below zero records money that you gave back, at most what was kept. Where its seller may not record cash here,
          a new entry of cash or a cheque is 409 \`cash_not_allowed\` with the sentence as \`text\`. Guest and owner are notified. Honours
          \`Idempotency-Key\`.`,
        'x-message': 'created',
        headers: idempotencyHeaders,
        params: reservationParams,
        body: newEntry.meta({
          example: { amount: -20, method: 'cash', received_on: inDays(0), note: 'Piscine fermée', pays: 'deposit' },
        }),
        response: {
          201: envelopeSchema(money),
          ...failures(
            400,
            401,
            403,
            404,
            502,
            'cashNotAllowed',
            'conflict',
            'moreThanDue',
            'nothingPaid',
            'overRefund',
            'partOfBill',
            'partOfExpired',
            'paymentInProgress',
            'taken',
            'upgrading',
            'providerUnavailable',
          ),
        },
      },
    }),
    async (request, reply) => {
      const { id } = request.params
      const { amount: amount_cents, note, pays, ...body } = request.body
      await recordMoney(app, identityOf(request), id, { ...body, amount_cents, note, pays })
      return reply.code(201).send(envelope(request, await showMoney(app, id, request.locale)))
    },
  )

  app.delete(
    '/reservations/:id/payments/:payment_id',
    {
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: 'payments.write',
        audits: ['payment.refund'],
        events: ['payment.refunded', 'payment.created', 'payment.changed', 'reservation.changed', 'invoice.issued'],
      },
      schema: {
        ...documented,
        operationId: 'deleteEntry',
        summary: 'Delete an entry of money received elsewhere',
        description: `For an entry that was a mistake, on the day on which it was made, at the home: its invoice gets a
          credit note, and the amount is due again. Later, and for money that really went back, record an amount below
          zero.`,
        'x-message': 'deleted',
        params: reservationParams.extend({
          payment_id: integerId.describe('Id of the payment of the entry').meta({ example: PAID_IN_CASH }),
        }),
        response: {
          200: envelopeSchema(money),
          ...failures(401, 403, 404, 'conflict', 'entryClosed', 'paymentInProgress', 'upgrading'),
        },
      },
    },
    async (request) => {
      const { id, payment_id } = request.params
      await deleteEntry(app, identityOf(request), id, payment_id)
      return envelope(request, await showMoney(app, id, request.locale))
    },
  )
}
