import type { TypesOfSubject } from '../../platform/events/types.ts'

export const reviewTypes = {
  scope: 'reviews.read',
  types: {
    'review.created': 'A guest has reviewed a stay',
  },
} as const satisfies TypesOfSubject
