import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    templateVariable: { fr: 'Variable inconnue entre accolades.', en: 'Unknown variable in braces.' },
    strayBrace: { fr: 'Une accolade n’a pas de pendant.', en: 'Unmatched brace.' },
  },
} satisfies ModuleTexts
