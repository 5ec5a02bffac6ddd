/** Topic of wake-ups: there are new events in the feed. */
export const EVENTS = 'events'
