import type { Texts } from '../fr.ts'

export const pages = {
  back: 'Back to Séjour',
  refused: 'This did not work',
  verified: {
    title: 'Address confirmed',
    message: 'Your e-mail address is confirmed. You can sign in.',
  },
  rehearsal: 'Rehearsal: this service runs on a copy. It sends no mails, payments or files.',
  start: {
    about: 'A service for booking rental homes: accounts, search, calendars, prices, reservations and payments.',
    demo: 'Demo accounts',
    noScript: 'This page needs JavaScript. The reference does not:',
    links: {
      docs: 'Interactive reference',
      openapi: 'OpenAPI document, for machines',
      asyncapi: 'AsyncAPI document of the events',
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
  standIn: {
    title: 'Checkout (stand-in)',
    notice: 'Payment stand-in: no money moves',
    card: 'Card',
    saved: 'saved',
    cards: {
      pays: 'is accepted',
      declines: 'is declined',
      declines_later: 'is accepted, and declined later without the guest',
      asks_guest: 'asks for authentication',
      disputes: 'is accepted, then disputed',
    },
    pay: ({ money }) => `Pay ${money}`,
    setup: 'Save a card',
    save: 'Save this card',
    cancel: 'Cancel',
    ended: { complete: 'This checkout is complete.', expired: 'This checkout has expired.' },
    declined: 'Your card was declined.',
    unconfirmed: 'Your bank could not confirm that it is you. Choose another card.',
    bank: { title: 'Your bank asks: is it you?', yes: 'Yes, it is me', no: 'No' },
  },
  mailbox: {
    title: 'Mailbox',
    empty: 'No mail yet.',
    to: ({ address }) => `To ${address}`,
    plain: 'Plain text',
  },
  confirmation: {
    title: ({ id }) => `Reservation no. ${id}`,
    open: ({ money }) => `${money} are still to be paid. Find the reservation in your account.`,
    states: {
      nothingDue: 'Nothing to pay now. Find the reservation in your account.',
      inquiry: 'Your inquiry awaits the answer of the host. Nothing is to be paid now.',
      over: 'This reservation no longer takes place.',
    },
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
