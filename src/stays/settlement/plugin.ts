import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Sale } from '../../money/payments/plugin.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { earlyBalance } from './balance.ts'
import { billOfStay } from './billing.ts'
import { noteAttempt, receiveMoney } from './receive.ts'

const stay: Sale = {
  beforeCheckout: async () => {},
  received: receiveMoney,
  attempted: noteAttempt,
  billOf: billOfStay,
}

/** Sells stays: bookings, their balances and their supplements. While the checkout of a booking is open, its nights are held. */
export const sales = fp(async (app: FastifyInstance) => {
  app.sales.set('booking', {
    ...stay,
    rest: earlyBalance,
    async beforeCheckout(tx, { reservation_id }, payable_until_seconds) {
      const held = await queries.stays.extendHold(tx, { reservation_id, payable_until_seconds })
      if (!held) throw new AppError('holdOver')
    },
  })
  app.sales.set('balance', stay)
  app.sales.set('supplement', stay)
})
