import type { TypesOfSubject } from '../../platform/events/types.ts'

export const taskTypes = {
  scope: 'tasks.read',
  types: {
    'task.created': 'A task was created, or a departure has one',
    'task.changed': 'A task has changed, or was done',
    'task.deleted': 'A task was deleted, or its departure does not take place',
  },
} as const satisfies TypesOfSubject
