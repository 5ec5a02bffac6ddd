import type { TypesOfSubject } from '../../platform/events/types.ts'

export const calendarTypes = {
  scope: 'calendar.read',
  types: {
    'calendar.changed': 'Availability or prices of nights have changed',
  },
} as const satisfies TypesOfSubject

export const conflictTypes = {
  scope: 'calendar.read',
  types: {
    'conflict.opened': 'An imported calendar has nights of a stay, or more of them than before',
    'conflict.closed': 'An imported calendar and a stay no longer have the same nights',
  },
} as const satisfies TypesOfSubject
