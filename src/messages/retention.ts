import { queries } from '../db/queries.ts'
import type { Expiry } from '../db/retention.ts'

export const messageExpiries: Expiry[] = [
  {
    table: 'messages',
    /** What people have written is never deleted by age unless the company says after how many days. */
    async deleteSome(db, { messageDays: days }) {
      if (days === undefined) return { deleted: 0 }
      const conversations = await queries.messages.deleteDormant(db, { days })
      const messages = await queries.messages.deleteOld(db, { days })
      return { deleted: conversations.deleted + messages.deleted }
    },
  },
]
