import { HOME } from './ids.ts'

const HOME_TITLE = 'Cabanon face aux îles du Frioul'

/** Messages and reviews. */
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

  'createComment.id': HOME,
  'listComments.id': HOME,
  'Comment.id': 5,
  'updateComment.id': 5,
  'replyToComment.id': 5,
  'hideComment.id': 5,
  'showComment.id': 5,
  'Comment.author': { id: 7, first_name: 'Camille', avatar: null },
  rating: 5,
  'Comment.content': 'La vue, le calme, un accueil parfait.',
  scores: { cleanliness: 5, accuracy: 5, check_in: 4, communication: 5, location: 5, value: 4 },
  'Comment.reply': { content: 'Merci, et à bientôt !', created_at: '2027-07-20T09:00:00.000Z' },
  'RatingSummary.average': 4.67,
  'RatingSummary.count': 3,
  histogram: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 },
  'createComment.body': {
    reservation_id: 12,
    rating: 5,
    content: 'La vue, le calme, un accueil parfait.',
    scores: { cleanliness: 5, value: 4 },
  },
  'updateComment.body': { rating: 4 },
  'replyToComment.body': { content: 'Merci, et à bientôt !' },
  'hideComment.body': { reason: 'Ce texte parle d’un autre logement.' },
  'showComment.body': { reason: 'Vérifié avec le voyageur.' },
}
