import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    wrongPassword: { fr: 'Mot de passe incorrect.', en: 'Wrong password.' },
    tooManyLines: { fr: 'Au plus huit lignes.', en: 'At most eight lines.' },
  },
} satisfies ModuleTexts
