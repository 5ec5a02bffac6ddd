import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Sale } from '../../money/payments/plugin.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { consentOf, consentOffered, consentToCard } from '../agreements/cards.ts'
import { acceptContract, contractAsked } from '../agreements/contracts.ts'
import type { BookingsContext } from '../context.ts'
import { earlyBalance } from './balance.ts'
import { billOfStay, describePayment, refundOfPrice } from './billing.ts'
import { lowerOpenJob } from './collected.jobs.ts'
import { noteAttempt, receiveMoney } from './receive.ts'

const saleOfStay = (context: BookingsContext): Sale => ({
  beforeCheckout: async () => {},
  received: (payment, intent) => receiveMoney(context, payment, intent),
  attempted: (payment, intent) => noteAttempt(context, payment, intent),
  billOf: (tx, payment) => billOfStay(context, tx, payment),
  describe: describePayment,
  companyOf: async (db, { reservation_id }) => (await queries.states.findParties(db, { reservation_id }))?.owner_id,
})

/** Sells stays: bookings, their balances, changes and supplements. While the checkout of a booking is open, its nights are held. */
export function sellStays(context: BookingsContext): void {
  const stay = saleOfStay(context)
  const price: Sale = {
    ...stay,
    linesOfRefund: refundOfPrice,
    async keptAgain(tx, { reservation_id }) {
      if (reservation_id !== null) await context.jobs.enqueue(tx, lowerOpenJob, { reservation_id })
    },
  }
  /** Offers to keep the card, as the page of the payment says. */
  const kept = {
    consentOf: (db, { reservation_id }) => consentOf(db, reservation_id),
    termsOf: async (db, { reservation_id }, locale) => ({
      card: await consentOffered(context, db, reservation_id, locale),
    }),
    accept: async (tx, { reservation_id }, { keep_card }, locale) =>
      reservation_id !== null && consentToCard(context, tx, reservation_id, keep_card, locale),
  } satisfies Partial<Sale>
  context.sales.set('booking', {
    ...price,
    ...kept,
    rest: earlyBalance(context),
    termsOf: async (db, payment, locale) => ({
      contract: await contractAsked(db, payment.reservation_id, locale),
      ...(await kept.termsOf(db, payment, locale)),
    }),
    async accept(tx, payment, accepted, locale) {
      const { reservation_id } = payment
      if (reservation_id !== null)
        await acceptContract(tx, reservation_id, accepted.accept_contract, { locale, accepted_by: 'guest' })
      return kept.accept(tx, payment, accepted, locale)
    },
    async beforeCheckout(tx, { reservation_id }, payable_until_seconds) {
      const held = await queries.states.extendHold(tx, { reservation_id, payable_until_seconds })
      if (!held) throw new AppError('holdOver')
    },
  })
  context.sales.set('balance', { ...price, ...kept })
  context.sales.set('change', price)
  context.sales.set('supplement', {
    ...stay,
    linesOf: (db, { id }) => queries.settlement.listBilled(db, { payment_id: id }),
  })
}

export const sales = fp(async (app: FastifyInstance) => sellStays(app))
