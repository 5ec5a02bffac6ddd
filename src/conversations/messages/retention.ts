import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  {
    table: 'messages',
    /**
     * Messages are never deleted by age unless the company sets a number of days. A conversation goes with its last
     * message; one that was reported stays for as many days after the report.
     */
    async deleteSome({ db, config, storage }) {
      const { messages: days } = config.retention
      if (days === undefined) return { deleted: 0 }
      const { deleted, files } = await transaction(db, async (tx) => {
        const conversation_ids = (await queries.messages.lockOldest(tx, { days })).map(({ id }) => id)
        const gone = await queries.messages.deleteOld(tx, { conversation_ids, days })
        await queries.messages.recountUnread(tx, { conversation_ids })
        await queries.messages.deleteEmpty(tx, { conversation_ids })
        return gone
      })
      for (const file of files) await storage.remove(file)
      return { deleted }
    },
  },
]
