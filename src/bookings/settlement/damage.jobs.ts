import { z } from 'zod'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { isIdle } from '../../money/payments/states.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { chargeKeptCard } from '../agreements/cards.ts'
import type { BookingsContext } from '../context.ts'
import { chargeBalance } from './balance.jobs.ts'

/** True if all mails about a stay to its guest have left the service. */
async function isMailed(context: BookingsContext, reservation_id: number): Promise<boolean> {
  const contact = await queries.states.findContact(context.db, { reservation_id })
  if (!contact?.email) return false
  const addresses = [contact.email.toLowerCase()]
  const mails = await queries.jobs.listMailsAbout(context.db, { addresses, subjects: [aboutStay(reservation_id)] })
  return mails.every(({ state }) => state === 'completed')
}

/** Charges bills of damage to the cards that were left for them, 48 hours after they were mailed at the earliest. */
export const collectDamage = defineJob({
  name: 'settlement.damage',
  payload: z.object({}),
  schedule: '41 * * * *',
  async run(context: BookingsContext) {
    for (const { id, reservation_id, is_ripe } of await queries.settlement.listDamageDue(context.db, {})) {
      if (context.stopping) return
      const isSent = await isMailed(context, reservation_id)
      if (isSent && !is_ripe) continue
      await transaction(context.db, async (tx) => {
        // The mail still waits: its 48 hours begin when it has left.
        if (!isSent) return queries.settlement.noteMailed(tx, { payment_id: id })
        await queries.states.lock(tx, { reservation_id })
        const bill = await queries.payments.lock(tx, { payment_id: id })
        if (!bill || !isIdle(bill.status)) return
        if (await chargeKeptCard(tx, bill, reservation_id, 'damage'))
          await context.jobs.enqueue(tx, chargeBalance, { payment_id: id })
      })
    }
  },
})
