import { minuteOf } from '../days.ts'
import type { Texts } from '../fr.ts'

export const TEAM_ROLES = {
  manager: 'manage the whole account, except its managers',
  desk: 'manage stays, calendars, prices and messages',
  accountant: 'read stays, payments and exports',
  cleaner: 'see the tasks of your homes and mark them as done',
  owner: 'read the calendar and net amounts of your homes, and stay there yourself',
}

export const mails = {
  greeting: 'Hello,',
  signature: (company) => company ?? 'The Séjour team',
  open: (name) => `Open ${name}`,
  unsubscribe: 'Stop these e-mails',
  undo: 'This was not me',
  undoHint: 'If this was not you, use the link below to undo the change. It is valid for 72 hours.',
  verification: {
    subject: 'Confirm your e-mail address',
    action: 'Confirm my address',
    paragraphs: ({ code }) => [
      `Confirm your address with the link below, or with this code: ${code}`,
      'The link and the code are valid for 24 hours.',
      'If you did not request this, do not open the link.',
    ],
  },
  password_reset: {
    subject: 'Your reset code',
    paragraphs: ({ code }) => [
      `Your code: ${code}. It is valid for 15 minutes.`,
      'If you did not request this, ignore this message.',
    ],
  },
  stay_code: {
    subject: 'Your code for this stay',
    paragraphs: ({ code }) => [
      `Your code: ${code}. Enter it on the page of your stay. It is valid for ten minutes.`,
      'If you did not ask for it, ignore this message.',
    ],
  },
  password_changed: {
    subject: 'Your password has changed',
    paragraphs: ({ endpoints, keys }) => [
      'Your password was just changed, and all your devices were signed out.',
      ...(keys.length > 0
        ? [`These API keys still work: ${keys.join(', ')}. Delete any that you do not recognise.`]
        : []),
      ...(endpoints.length > 0
        ? [
            `Events of your account are still sent to: ${endpoints.join(', ')}. Delete any endpoint that you do not recognise.`,
          ]
        : []),
    ],
  },
  email_changed: {
    subject: 'Your e-mail address has changed',
    paragraph: 'The e-mail address of your account was just replaced. You can no longer sign in with this one.',
  },
  new_sign_in: {
    subject: 'New sign-in to your account',
    paragraphs: ({ device, address, at }) => [
      `We noticed a new sign-in to your account from ${device ?? 'an unknown device'}, address ${address}, on ${minuteOf(at)}.`,
      'If this was you, you need not do anything. If not, change your password. This signs out every device.',
    ],
  },
  second_factor: {
    subject: 'Your second factor has changed',
    paragraph: (news) => {
      switch (news.what) {
        case 'added':
          return news.method === 'totp'
            ? 'An authenticator was just added to your account. Every sign-in now asks for its code. All other devices were signed out.'
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
          return 'An administrator removed the second factor of your account, and all your devices were signed out.'
      }
    },
    ifNot: 'If this was not you, change your password and contact support.',
  },
  team_invitation: {
    subject: 'An invitation to join a team',
    action: 'See the invitation',
    paragraphs: ({ role, key }) => [
      `A team on Séjour has invited you. As a member you can ${TEAM_ROLES[role]}.`,
      `Accept within 14 days, with an account for this e-mail address. Use the link below, or this key: ${key}`,
      'If you did not expect this invitation, ignore this message.',
    ],
  },
  stay_message: {
    subject: ({ home, days }) => `Your stay at ${home}, ${days}`,
    action: 'Read and answer',
    note: 'Please answer on the page of your stay. Mails to this address are not read.',
  },
  unread_messages: {
    subject: ({ sender, count }) => (count === 1 ? `A message from ${sender}` : `${count} messages from ${sender}`),
    more: (count) => `And ${count} more.`,
  },
  news: (name) => ({
    title: `News on ${name}`,
    message: 'Sign in to read it. If you have no account, ignore this message.',
  }),
  stay: ({ days }) => ({
    title: `Your stay: ${days}`,
    message: 'Open the page to see the booking and what is still due. If you have booked no stay, ignore this message.',
  }),
  asked_to_pay: ({ stay }) => ({
    title: 'Please pay for your stay',
    message: `A stay is held for you: ${stay}. Open the link to pay and confirm it.`,
  }),
  hold_ended: ({ stay }) => ({
    title: 'Your stay is no longer held',
    message: `It was not paid in time: ${stay}. Write to us if you still wish to come.`,
  }),
  moved: ({ stay }) => ({
    title: 'Another home for your stay',
    message: `Your stay has moved to another home: ${stay}.`,
  }),
  facts: {
    guest: 'Guest',
    home: 'Home',
    days: 'Days',
    guests: 'Guests',
    price: 'Price',
    to_pay: 'To pay',
    paid: 'Paid',
  },
  feed_unreadable: ({ name, home }) => ({
    title: 'Calendar cannot be read',
    message: `The calendar “${name}” of “${home}” can no longer be read. Until it works again, bookings made elsewhere do not close your dates here.`,
  }),
  feed_doubted: ({ name, home }) => ({
    title: 'Calendar has lost nights',
    message: `The calendar “${name}” of “${home}” has suddenly lost most of its bookings. Their nights stay closed until it says so again, in a quarter of an hour.`,
  }),
} satisfies Texts['mails']
