import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    setAfterCreation: { fr: 'À définir après la création.', en: 'Set this field after creation, not during it.' },
    dateRange: { fr: 'La fin ne peut précéder le début.', en: 'The end cannot precede the start.' },
  },
} satisfies ModuleTexts
