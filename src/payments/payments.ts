import { queries } from '../db/queries.ts'

/** Functions for other rooms that read, lock and write payments; their statements are in sql/payments. */
export const {
  closeSession,
  closeSessionByNumber,
  find: findPayment,
  findByKey: findPaymentByKey,
  findBySession: findPaymentBySession,
  findLatestPaid,
  findOpenSupplement,
  findReceipt,
  findRefund,
  findRest,
  insert: insertPayment,
  insertSupplementPayment,
  listMethods,
  listOpenSessions,
  listReceipts,
  lock: lockPayment,
  lockByIntent,
  markUnpaid,
  void: voidPayment,
} = queries.payments
