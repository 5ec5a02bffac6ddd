import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  fields: {
    templateVariable: { fr: 'Variable inconnue entre accolades.', en: 'Unknown variable in braces.' },
    strayBrace: { fr: 'Une accolade n’a pas de pendant.', en: 'Unmatched brace.' },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    messageTemplates: typeof texts
  }
}
