import type { Texts } from '../fr.ts'

export const violations = {
  too_many_guests: ({ limit }) => `This home sleeps at most ${limit} ${limit === 1 ? 'guest' : 'guests'}.`,
  in_the_past: () => 'The check-in day is in the past.',
  dates_taken: () => 'This home is not free on these dates.',
  lead_time: ({ limit }) =>
    limit === 1 ? 'Book at least 1 day before check-in.' : `Book at least ${limit} days before check-in.`,
  booking_window: ({ limit }) => `Bookings open ${limit} ${limit === 1 ? 'day' : 'days'} before check-in.`,
  closed_to_arrival: () => 'No arrivals on this day.',
  closed_to_departure: () => 'No departures on this day.',
  min_stay: ({ limit }) => `The stay must have at least ${limit} ${limit === 1 ? 'night' : 'nights'}.`,
  max_stay: ({ limit }) => `The stay must have at most ${limit} ${limit === 1 ? 'night' : 'nights'}.`,
  total_too_high: ({ limit }) => `The total cannot exceed ${limit}.`,
} satisfies Texts['violations']
