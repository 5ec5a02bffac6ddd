import type { TypesOfSubject } from '../../platform/events/types.ts'

export const reservationTypes = {
  scope: 'reservations.read',
  types: {
    'reservation.created': 'A reservation or inquiry was created, here or by a channel',
    'reservation.held': 'The nights of a reservation are held until payment',
    'reservation.confirmed': 'A reservation is confirmed',
    'reservation.changed': 'The dates, guests, price, payments or names of a reservation have changed',
    'reservation.moved_away': 'A reservation has moved to another home; an event of the home that it leaves',
    'reservation.cancelled': 'A reservation was cancelled',
    'reservation.declined': 'The owner has declined the inquiry',
    'reservation.expired': 'A hold or inquiry has expired',
    'reservation.checked_in': 'The guest has arrived',
    'reservation.completed': 'A stay is completed',
    'reservation.no_show': 'The guest did not arrive',
  },
} as const satisfies TypesOfSubject
