import type { MessageKey } from '../http/envelope.ts'
import { DEFAULT_LOCALE, texts } from '../locales/locales.ts'

/** What an operation answers by the first word of its name, where that is not simply success. */
const BY_VERB: Record<string, MessageKey> = {
  create: 'created',
  add: 'created',
  update: 'updated',
  patch: 'updated',
  set: 'updated',
  rotate: 'updated',
  toggle: 'updated',
  delete: 'deleted',
  mark: 'read',
  save: 'created',
  choose: 'updated',
  move: 'updated',
  finish: 'loggedIn',
  offer: 'created',
}

/** What single operations answer. */
const BY_NAME: Record<string, MessageKey> = {
  greet: 'hello',
  register: 'registered',
  login: 'loggedIn',
  logout: 'loggedOut',
  completeSignIn: 'loggedIn',
  confirmAuthenticator: 'updated',
  verifyEmail: 'emailVerified',
  verifyEmailByLink: 'emailVerified',
  resendVerification: 'verificationSent',
  requestPasswordReset: 'resetSent',
  verifyPasswordResetCode: 'codeAccepted',
  resetPassword: 'passwordChanged',
  previewUndo: 'undoOffered',
  undoChange: 'undone',
  previewUnsubscribe: 'unsubscribeOffered',
  unsubscribe: 'unsubscribed',
  acceptPolicy: 'accepted',
  closeDates: 'created',
  importCalendarFeed: 'importing',
  createQuote: 'quoted',
  confirmQuote: 'reserved',
  createReservation: 'reserved',
  cancelReservation: 'cancelled',
  verifyPayment: 'paid',
  receiveStripeEvent: 'received',
  replyToComment: 'updated',
  hideComment: 'updated',
  showComment: 'updated',
  tellGuestOfCancellation: 'notificationAlreadySent',
  tellPaymentStatus: 'notificationAlreadySent',
  tellOwnerOfMessage: 'notificationAlreadySent',
  tellOwnerOfComment: 'notificationSent',
  tellGuestOfMessage: 'notificationAlreadySent',
  sendMessage: 'sent',
  blockUser: 'blocked',
  reportConversation: 'reported',
  unblockUser: 'unblocked',
  receiveChannelEvent: 'received',
  openCardSetup: 'created',
  inviteTeamMember: 'created',
  acceptTeamInvitation: 'updated',
  followOwnerMove: 'updated',
  refundPayment: 'refunding',
}

/** The `message` of an operation's success, in the default language. */
export function exampleMessage(operationId: string): string {
  const [verb = ''] = /^[a-z]+/.exec(operationId) ?? []
  return texts(DEFAULT_LOCALE).answers[BY_NAME[operationId] ?? BY_VERB[verb] ?? 'ok']
}
