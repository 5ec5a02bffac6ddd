import { minuteOf } from '../days.ts'
import type { Texts } from '../fr.ts'

export const TEAM_ROLES = {
  manager: 'manage the whole account, except its managers',
  desk: 'manage stays, calendars, prices and messages',
  accountant: 'read stays, payments and exports',
}

export const mails = {
  greeting: 'Hello,',
  signature: 'The Séjour team',
  open: 'Open Séjour',
  unsubscribe: 'Stop these e-mails',
  undo: 'This was not me',
  undoHint: 'If this was not you, undo the change with the link below, valid for 72 hours.',
  verification: {
    subject: 'Confirm your e-mail address',
    action: 'Confirm my address',
    paragraphs: ({ code }) => [
      `Confirm your address with the link below, or with this code: ${code}`,
      'The link and the code are valid for 24 hours.',
      'If you did not ask for it, do not open this link.',
    ],
  },
  password_reset: {
    subject: 'Your reset code',
    paragraphs: ({ code }) => [
      `Your code: ${code}. It is valid for 15 minutes.`,
      'If you did not ask for it, ignore this message.',
    ],
  },
  password_changed: {
    subject: 'Your password has changed',
    paragraphs: ({ endpoints, keys }) => [
      'Your password has just been changed, and all your devices were signed out.',
      ...(keys.length > 0
        ? [`These API keys still work: ${keys.join(', ')}. Delete the ones that you do not know.`]
        : []),
      ...(endpoints.length > 0
        ? [
            `Events of your account are still sent to: ${endpoints.join(', ')}. Delete the endpoints that you do not know.`,
          ]
        : []),
    ],
  },
  email_changed: {
    subject: 'Your e-mail address has changed',
    paragraph: 'The address of your account has just been replaced: this one no longer signs in to it.',
  },
  new_sign_in: {
    subject: 'New sign-in to your account',
    paragraphs: ({ device, address, at }) => [
      `Your account has just been opened from somewhere new: ${device ?? 'an unknown device'}, address ${address}, on ${minuteOf(at)}.`,
      'If this was you, there is nothing to do. If not, change your password: every device is signed out then.',
    ],
  },
  second_factor: {
    subject: 'The second factor of your account',
    paragraph: (news) => {
      switch (news.what) {
        case 'added':
          return news.method === 'totp'
            ? 'An authenticator was just added to your account: every sign-in asks for its code from now on. All other devices were signed out.'
            : 'A passkey was just added to your account. All other devices were signed out.'
        case 'removed':
          return news.method === 'totp'
            ? 'The authenticator of your account was just removed.'
            : 'A passkey of your account was just removed.'
        case 'recovery_code_used':
          return `A recovery code was just used. You have ${news.left} left.`
        case 'recovery_codes_renewed':
          return 'Your recovery codes were just replaced. The old ones no longer work.'
        case 'reset':
          return 'An administrator has just removed the second factor of your account, and all your devices were signed out.'
      }
    },
    ifNot: 'If this was not you, change your password and write to support.',
  },
  team_invitation: {
    subject: 'An invitation to join a team',
    action: 'See the invitation',
    paragraphs: ({ role, key }) => [
      `A team on Séjour invites you. You may then: ${TEAM_ROLES[role]}.`,
      `Accept with an account of this e-mail address, within 14 days, by the link below or with this key: ${key}`,
      'If you do not expect this, ignore this message.',
    ],
  },
  unread_messages: {
    subject: ({ sender, count }) => (count === 1 ? `A message from ${sender}` : `${count} messages from ${sender}`),
    more: (count) => `And ${count} more.`,
  },
  news: {
    title: 'News on Séjour',
    message: 'Sign in to read it. If you have no account, ignore this message.',
  },
  feed_unreadable: ({ name, home }) => ({
    title: 'Calendar cannot be read',
    message: `The calendar “${name}” of “${home}” can no longer be read: new bookings elsewhere no longer close your dates here.`,
  }),
} satisfies Texts['mails']
