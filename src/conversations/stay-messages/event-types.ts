import type { TypesOfSubject } from '../../platform/events/types.ts'

export const stayMessageTypes = {
  scope: 'messages.read',
  types: {
    'stay_message.created':
      'A message of a stay was sent or received beside those of two accounts: by a channel, by mail, or a note',
    'stay_message.changed': 'A message through a channel was sent, has failed or is unclear',
  },
} as const satisfies TypesOfSubject
