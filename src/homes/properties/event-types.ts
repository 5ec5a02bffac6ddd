import type { TypesOfSubject } from '../../platform/events/types.ts'

export const propertyTypes = {
  scope: 'properties.read',
  types: {
    'property.created': 'A home was created, published or as a draft',
    'property.updated': 'A home has changed',
    'property.archived': 'A home was archived',
  },
} as const satisfies TypesOfSubject
