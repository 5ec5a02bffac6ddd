import { queries } from '../db/queries.ts'
import { defineSubject, inOrder, numbersOf } from '../events/subject.ts'
import { attachmentAddress } from './attachments.ts'
import { message, showMessage } from './schemas.ts'

/** Messages of the conversations of owners. An attachment is read with a token: a signed address would be over before it is read. */
export const messageEvents = defineSubject({
  name: 'message',
  data: message,
  async show(app, tx, facts) {
    const rows = await queries.messages.listSome(tx, { ids: numbersOf(facts) })
    return inOrder(
      facts,
      rows,
      ({ id }) => id,
      (row) => {
        const shown = showMessage(app, row)
        const url = attachmentAddress(app, row.id)
        const { attachment_file } = shown
        return attachment_file === null
          ? shown
          : { ...shown, attachment: url, attachment_file: { ...attachment_file, url } }
      },
    )
  },
})
