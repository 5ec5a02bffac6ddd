import { queries } from '../db/queries.ts'

/** What other rooms read, lock and write of payments; each statement stands in sql/payments. */
export const {
  closeSession,
  closeSessionByNumber,
  find: findPayment,
  findByKey: findPaymentByKey,
  findBySession: findPaymentBySession,
  findRefund,
  findRest,
  insert: insertPayment,
  listOpenSessions,
  listReceipts,
  lock: lockPayment,
  lockByIntent,
  markUnpaid,
} = queries.payments
