import { z } from 'zod'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import { isIdle } from '../../money/payments/states.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { chargeKeptCard } from '../agreements/cards.ts'
import type { BookingsContext } from '../context.ts'
import { paymentKey } from '../refunds/notices.ts'
import { chargeBalance } from './balance.jobs.ts'
import { mailBill } from './bill-mails.ts'

/** Mails a bill of damage to the address that the stay has now, which has not had it yet. */
async function mailDamage(
  context: BookingsContext,
  tx: Transaction,
  { id, reservation_id, today }: { id: number; reservation_id: number; today: string },
): Promise<void> {
  const stay = await queries.states.findParties(tx, { reservation_id })
  const bill = await queries.payments.lock(tx, { payment_id: id })
  if (!stay || !bill || !isIdle(bill.status)) return
  if (await mailBill(context, tx, stay, bill, `${paymentKey.billed(id)}:${today}`))
    await queries.settlement.noteMailed(tx, { payment_id: id })
}

/** Charges bills of damage to the cards that were left for them, 48 hours after they were mailed to the proved address of the stay at the earliest. */
export const collectDamage = defineJob({
  name: 'settlement.damage',
  payload: z.object({}),
  schedule: '41 * * * *',
  async run(context: BookingsContext) {
    for (const { id, reservation_id } of await queries.settlement.listDamageDue(context.db, { payment_id: null })) {
      if (context.stopping) return
      await transaction(context.db, async (tx) => {
        await queries.states.lock(tx, { reservation_id })
        // Its address may have changed before the lock.
        const [due] = await queries.settlement.listDamageDue(tx, { payment_id: id })
        if (!due) return
        if (!due.is_mailed) return mailDamage(context, tx, due)
        const mail = { subject: aboutStay(reservation_id), link: payLink(context, due.key) }
        // The mail still waits, or has failed: its 48 hours begin when it has left.
        if (await queries.jobs.findUnsentMail(tx, mail)) return queries.settlement.noteMailed(tx, { payment_id: id })
        if (!due.is_ripe) return
        const bill = await queries.payments.lock(tx, { payment_id: id })
        if (!bill || !isIdle(bill.status)) return
        if (await chargeKeptCard(tx, bill, reservation_id, 'damage'))
          await context.jobs.enqueue(tx, chargeBalance, { payment_id: id })
      })
    }
  },
})
