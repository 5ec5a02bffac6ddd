import { definePush } from '../../platform/openapi/asyncapi.ts'
import { HOME, QUESTION_TEXT, STAY } from '../../reference/examples/demo.ts'
import { pushedStayMessage } from './schemas.ts'

export const stayMessagePush = definePush({
  channel: 'user',
  event: 'stay_message',
  summary: 'New or changed message of a stay beside those of two accounts, for its company',
  data: pushedStayMessage,
  example: {
    id: 42,
    reservation_id: STAY,
    property_id: HOME,
    source: 'airbnb',
    from: 'guest',
    content: QUESTION_TEXT,
    attachments: [],
    state: 'sent',
    error: null,
    sent_by: null,
    by_company_link: false,
    created_at: '2027-07-10T09:00:00.000Z',
  },
})
