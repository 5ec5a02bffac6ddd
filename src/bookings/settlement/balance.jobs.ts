import { z } from 'zod'
import { syncMethod } from '../../money/customers/methods.ts'
import { chargeWithoutGuest } from '../../money/payments/charges.ts'
import { settle } from '../../money/payments/settle.ts'
import { isIdle } from '../../money/payments/states.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import { chargeKeptCard } from '../agreements/cards.ts'
import type { BookingsContext } from '../context.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import { TAKES_PLACE } from '../states/states.ts'
import { makeBalance, reminderDue, remindOfBalance } from './balance.ts'
import { mailRefusedBill } from './bill-mails.ts'

/** Charges a balance, or a bill of damage; when the bank refuses, or wants to ask the guest, the guest gets a link. */
export const chargeBalance = defineJob({
  name: 'settlement.charge-balance',
  needs: 'payments',
  payload: z.object({ payment_id: z.int() }),
  async run(context: BookingsContext, { payment_id }) {
    const result = await chargeWithoutGuest(
      context,
      payment_id,
      async () => (await queries.agreements.findWithdrawn(context.db, { payment_id })) !== undefined,
    )
    if (result === undefined) return
    if ('intent' in result) {
      await settle(context, result.intent)
      return
    }
    await transaction(context.db, async (tx) => {
      // The card or its customer may be gone at the provider.
      if (result.refusal === 'resource_missing')
        await context.jobs.enqueue(tx, syncMethod, { method_id: result.methodId })
      await queries.payments.refuseCharge(tx, { payment_id, refusal: result.refusal })
      if (!(await mailRefusedBill(context, tx, payment_id))) await remindOfBalance(context, tx, payment_id, 0)
    })
  },
})

/** Collects the balances whose day has come at their home. Hourly, because it is midnight somewhere every hour. */
export const collectBalances = defineJob({
  name: 'settlement.balances',
  payload: z.object({}),
  schedule: '11 * * * *',
  async run(context: BookingsContext) {
    await startDueBalances(context)
    await remindAll(context)
    // A charge whose job has stopped retrying, for example because the provider was down for hours.
    for (const charge of await queries.payments.listUnansweredCharges(context.db, {}))
      await context.jobs.enqueue(context.db, chargeBalance, charge)
  },
})

/**
 * Makes the balance of a stay and begins to collect it: from the card that the guest left for it, or else by asking for
 * it (docs/design/payments.md, "Deposit and balance"). A guest who pays early has made it before. Running it again changes nothing.
 */
async function startBalance(context: BookingsContext, tx: Transaction, reservation_id: number): Promise<void> {
  const stay = await queries.states.lock(tx, { reservation_id })
  if (!stay || !TAKES_PLACE.has(stay.status)) return
  const balance = await makeBalance(tx, reservation_id)
  // The guest's bank has not answered yet: the next run sees what it says.
  if (balance?.status === 'processing') return
  const isFirst = await queries.states.markBalanceMade(tx, { reservation_id })
  if (!isFirst || !balance || !isIdle(balance.status)) return
  const isCharged =
    (await queries.payments.insertCharge(tx, { payment_id: balance.id })) !== undefined ||
    (await chargeKeptCard(tx, balance, reservation_id, 'balance'))
  if (isCharged) await context.jobs.enqueue(tx, chargeBalance, { payment_id: balance.id })
  else await remindOfBalance(context, tx, balance.id, 0)
}

/** Makes the balances that are due, and begins to collect each. */
export async function startDueBalances(context: BookingsContext): Promise<void> {
  const first = { balance_due_on: '0001-01-01', id: 0 }
  for await (const { id } of sweep(first, (after) => queries.states.listBalancesDue(context.db, after))) {
    if (context.stopping) return
    // Each in its own transaction: one that fails stops none behind it.
    await lockStay(context, stayOf(id), (tx) => startBalance(context, tx, id)).catch((error: unknown) => {
      context.log.error({ err: error, reservation: id }, 'balance not started')
    })
  }
}

async function remindAll(context: BookingsContext): Promise<void> {
  const first = { asked_at: '-infinity', id: 0 }
  for await (const { id, reminders, ...facts } of sweep(first, (after) =>
    queries.settlement.listAskedBalances(context.db, after),
  )) {
    if (context.stopping) return
    const due = reminderDue(facts)
    if (due > reminders) await transaction(context.db, (tx) => remindOfBalance(context, tx, id, due))
  }
}
