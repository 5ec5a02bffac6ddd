import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  {
    table: 'stay_messages',
    /** By age if the company sets a number of days, and with the addresses of guests without an account. */
    deleteSome: ({ db, config }) =>
      transaction(db, async (tx) => {
        const { deleted, reservation_ids } = await queries.stayMessages.deleteOld(tx, {
          days: config.retention.messages,
        })
        await queries.stayMessages.deleteEmpty(tx, { reservation_ids })
        return { deleted }
      }),
  },
]
