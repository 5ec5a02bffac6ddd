import type { Texts } from '../fr.ts'

export const violations = {
  too_many_guests: ({ limit }) => `This home takes ${limit} guests at most.`,
  lead_time: ({ limit }) => `Check-in must be at least ${limit} days ahead.`,
  booking_window: ({ limit }) => `Check-in must be at most ${limit} days ahead.`,
  closed_to_arrival: () => 'No arrivals on this day.',
  closed_to_departure: () => 'No departures on this day.',
  min_stay: ({ limit }) => `The stay must have at least ${limit} nights.`,
  max_stay: ({ limit }) => `The stay must have at most ${limit} nights.`,
  total_too_high: ({ limit }) => `The total cannot exceed ${limit}.`,
} satisfies Texts['violations']
