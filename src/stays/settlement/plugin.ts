import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Sale } from '../../money/payments/plugin.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { StaysContext } from '../context.ts'
import { earlyBalance } from './balance.ts'
import { billOfStay } from './billing.ts'
import { noteAttempt, receiveMoney } from './receive.ts'

const saleOfStay = (context: StaysContext): Sale => ({
  beforeCheckout: async () => {},
  received: (payment, intent) => receiveMoney(context, payment, intent),
  attempted: (payment, intent) => noteAttempt(context, payment, intent),
  billOf: billOfStay,
})

/** Sells stays: bookings, their balances and their supplements. While the checkout of a booking is open, its nights are held. */
export const sales = fp(async (app: FastifyInstance) => {
  const stay = saleOfStay(app)
  app.sales.set('booking', {
    ...stay,
    rest: earlyBalance(app),
    async beforeCheckout(tx, { reservation_id }, payable_until_seconds) {
      const held = await queries.stays.extendHold(tx, { reservation_id, payable_until_seconds })
      if (!held) throw new AppError('holdOver')
    },
  })
  app.sales.set('balance', stay)
  app.sales.set('supplement', stay)
})
