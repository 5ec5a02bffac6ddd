import type { TypesOfSubject } from '../../platform/events/types.ts'

export const messageTypes = {
  scope: 'messages.read',
  types: {
    'message.created': 'A message was sent',
  },
} as const satisfies TypesOfSubject
