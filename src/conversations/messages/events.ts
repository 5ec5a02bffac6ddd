import { queries } from '../../platform/db/queries.ts'
import { defineSubject, showNumbered } from '../../platform/events/subject.ts'
import type { ConversationsContext } from '../context.ts'
import { attachmentAddress } from './attachments.ts'
import { message, showMessage } from './schemas.ts'

/** Messages of the conversations of owners. An attachment is read with a token: a signed address would be over before it is read. */
export const messageEvents = defineSubject({
  name: 'message',
  data: message,
  show: (context: ConversationsContext, tx, facts) =>
    showNumbered(
      facts,
      (ids) => queries.messages.listSome(tx, { ids }),
      (row) => {
        const shown = showMessage(context, row)
        const url = attachmentAddress(context, row.id)
        const { attachment_file } = shown
        return attachment_file === null
          ? shown
          : { ...shown, attachment: url, attachment_file: { ...attachment_file, url } }
      },
    ),
})
