import type { TypesOfSubject } from '../../platform/events/types.ts'

export const paymentTypes = {
  scope: 'payments.read',
  types: {
    'payment.created': 'A payment is due or scheduled',
    'payment.succeeded': 'A payment has succeeded',
    'payment.failed': 'A payment attempt has failed',
    'payment.refunded': 'A refund has succeeded, or a completed refund has failed later',
    'payment.disputed': 'The guest’s bank disputes a payment, or has decided a dispute',
    'payment.changed': 'The status, amount or refunds of a payment have changed',
  },
} as const satisfies TypesOfSubject
