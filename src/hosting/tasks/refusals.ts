import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    taskOfDeparture: { status: 409, fr: 'Chaque départ a une tâche de ménage. Marquez-la plutôt comme faite.', en: 'Each departure has a cleaning task. Mark it as done instead.' },
    tooManyPictures: { status: 409, fr: 'Une tâche a au plus dix photos.', en: 'A task has at most ten pictures.' },
  },
  fields: {
    beforeDeparture: { fr: 'Le voyageur n’est pas encore parti ce jour-là.', en: 'This day is before the guest’s departure.' },
  },
} satisfies ModuleTexts
