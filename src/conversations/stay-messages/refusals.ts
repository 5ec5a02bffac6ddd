import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    guestUnreachable: { status: 409, fr: 'Impossible d’écrire à ce voyageur de cette manière.', en: 'This guest cannot be written to in this way.' },
  },
} satisfies ModuleTexts
