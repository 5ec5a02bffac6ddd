import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import type { ConversationsContext } from '../context.ts'
import { showStayMessage, stayMessage } from './schemas.ts'

/** Messages of stays beside those of two accounts, which are the subject `message`. */
export const stayMessageEvents = defineSubject({
  name: 'stay_message',
  data: stayMessage,
  show: (context: ConversationsContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.stayMessages.listSome(tx, { ids }),
      (row) => showStayMessage(context, row),
    ),
})
