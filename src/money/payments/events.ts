import { z } from 'zod'
import { PAYMENT_KIND, PAYMENT_STATUS } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import { amount, shownDay, timestamp } from '../../platform/http/fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { STAY } from '../../reference/examples/demo.ts'
import type { MoneyContext } from '../context.ts'
import { shownMethod } from './methods.ts'

const data = z
  .object({
    id: z.int(),
    reservation_id: z.int().nullable().meta({ example: STAY }),
    kind: z.enum(PAYMENT_KIND),
    amount,
    currency: z.string().meta({ example: 'EUR' }),
    status: z.enum(PAYMENT_STATUS),
    refunded: amount.meta({ description: 'Amount refunded or being refunded' }),
    due_on: shownDay.nullable().meta({ description: 'The day of a balance, or of a price that is paid later' }),
    dispute_status: z
      .string()
      .nullable()
      .meta({ description: 'Time of the dispute by the guest’s bank', example: null }),
    method: shownMethod,
    created_at: timestamp,
  })
  .meta({ id: 'PaymentOfStay' })

/** Payments as their owner sees them in a reservation. */
export const paymentEvents = defineSubject({
  name: 'payment',
  data,
  show: (_context: MoneyContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.payments.listSome(tx, { ids }),
      ({ amount_cents, refunded_cents, ...payment }) => ({
        ...payment,
        amount: fromCents(amount_cents),
        refunded: fromCents(refunded_cents),
      }),
    ),
})
