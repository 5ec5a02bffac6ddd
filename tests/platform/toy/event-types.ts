import { contributeTypes, type TypesOfSubject } from '../../../src/platform/events/types.ts'

const noteTypes = {
  scope: 'events.read',
  types: { 'note.created': 'A note was written' },
} as const satisfies TypesOfSubject
contributeTypes({ note: noteTypes })

declare module '../../../src/platform/events/types.ts' {
  interface Subjects {
    note: typeof noteTypes
  }
}
