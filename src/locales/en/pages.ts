import type { Texts } from '../fr.ts'

export const pages = {
  start: {
    about: 'A service for booking rental homes: accounts, search, calendars, prices, reservations and payments.',
    demo: 'Demo accounts',
    links: {
      docs: 'Interactive reference',
      openapi: 'OpenAPI document, for machines',
      health: 'State of the service',
      mailbox: 'Mailbox for development',
    },
  },
  pay: {
    title: 'Payment of your stay',
    button: 'Pay',
    states: {
      due: 'To pay:',
      paid: 'Paid already. Thank you!',
      returned: 'This payment was refunded.',
      over: 'This payment is no longer possible.',
    },
  },
  checkout: {
    agreement: ({ money, day }) =>
      `By paying you agree that the balance of ${money} is charged to this card on ${day}.`,
  },
  confirmation: {
    title: ({ id }) => `Reservation no. ${id}`,
    message: 'Nothing to pay now. Find it in your account.',
  },
  unsubscribe: {
    title: 'Stop these e-mails',
    button: 'Stop them',
  },
  undo: {
    title: 'Undo a change',
    button: 'Undo the change',
  },
} satisfies Texts['pages']
