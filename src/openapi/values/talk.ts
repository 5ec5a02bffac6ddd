import { HOME } from './ids.ts'

const HOME_TITLE = 'Cabanon face aux îles du Frioul'

/** Messages. */
export const talk = {
  user_id: 3,
  sender_id: 7,
  receiver_id: 3,
  'Message.id': 41,
  'Message.content': 'Bonjour, le cabanon a-t-il un lit de bébé ?',
  'Message.attachment': null,
  'Message.reservation_id': null,
  'sendMessage.body': {
    receiver_id: 3,
    property_id: HOME,
    content: 'Bonjour, le cabanon a-t-il un lit de bébé ?',
  },
  'Conversation.user': { id: 3, first_name: 'Martin', avatar: null },
  'Conversation.property': { id: HOME, title: HOME_TITLE },
  'Conversation.unread': 0,
  'listMessages.before': 42,
  next_before: 22,
  read_up_to: 41,
  unread: 0,
  message_id: 41,
}
