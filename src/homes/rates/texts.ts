import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  fields: {
    setAfterCreation: { fr: 'À définir après la création.', en: 'Set this field after creation, not during it.' },
    dateRange: { fr: 'La fin ne peut précéder le début.', en: 'The end cannot precede the start.' },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    rates: typeof texts
  }
}
