import type { Texts } from '../fr.ts'

export const pages = {
  back: (name) => `Back to ${name}`,
  refused: 'Something went wrong',
  verified: {
    title: 'Address confirmed',
    message: 'Your e-mail address is confirmed. You can sign in.',
  },
  rehearsal:
    'Rehearsal: this service runs on a copy. It sends no e-mails, takes no payments and changes no stored files.',
  start: {
    about: 'A service for booking rental homes: accounts, search, calendars, prices, reservations and payments.',
    demo: 'Demo accounts',
    noScript: 'This page needs JavaScript. These links work without it:',
    links: {
      docs: 'Interactive reference',
      openapi: 'OpenAPI document',
      asyncapi: 'AsyncAPI document (events)',
      health: 'Service health',
      mailbox: 'Development mailbox',
    },
  },
  pay: {
    title: 'Pay for your stay',
    button: 'Pay',
    contract: 'The contract',
    accept: ({ version }) => `I accept the contract (version ${version}).`,
    states: {
      due: 'Amount due:',
      paid: 'Already paid. Thank you!',
      returned: 'This payment was refunded.',
      over: 'This payment is no longer possible.',
    },
  },
  checkout: {
    agreement: ({ money, day }) =>
      `By paying, you agree that the balance of ${money} will be charged to this card on ${day}.`,
  },
  keepCard: ({ company = 'my host', balance, damage }) =>
    [
      `I agree that ${company} keeps this card until 30 days after my departure.`,
      ...(balance === null ? [] : [`The balance of ${balance.money} will be charged to it on ${balance.day}.`]),
      ...(damage === null
        ? []
        : [
            `Damage that I am billed for may be charged to it, up to ${damage} in total and 48 hours after the bill was sent at the earliest.`,
          ]),
      'I can withdraw this on the page of my stay.',
    ].join(' '),
  standIn: {
    title: 'Checkout (stand-in)',
    notice: 'Test checkout: no money moves',
    card: 'Card',
    saved: 'saved',
    cards: {
      pays: 'is accepted',
      declines: 'is declined',
      declines_later: 'is accepted now, declined for later charges',
      asks_guest: 'asks for authentication',
      disputes: 'is accepted, then disputed',
    },
    pay: ({ money }) => `Pay ${money}`,
    setup: 'Save a card',
    save: 'Save this card',
    cancel: 'Cancel',
    ended: { complete: 'This checkout is complete.', expired: 'This checkout has expired.' },
    declined: 'Your card was declined.',
    unconfirmed: 'Your bank could not confirm your identity. Use another card.',
    bank: { title: 'Your bank asks: is this you?', yes: 'Yes, this is me', no: 'No' },
  },
  mailbox: {
    title: 'Mailbox',
    empty: 'No mail yet.',
    to: ({ address }) => `To ${address}`,
    plain: 'Plain text',
  },
  confirmation: {
    title: ({ id }) => `Reservation no. ${id}`,
    open: ({ money }) => `${money} is still due.`,
    inAccount: 'See the reservation in your account.',
    states: {
      nothingDue: 'No payment is due now.',
      inquiry: 'The host has not answered your inquiry yet. No payment is due now.',
      over: 'This reservation is no longer active.',
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
