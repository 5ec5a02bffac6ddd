import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  fields: {
    wrongPassword: { fr: 'Mot de passe incorrect.', en: 'Wrong password.' },
    tooManyLines: { fr: 'Au plus huit lignes.', en: 'At most eight lines.' },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    users: typeof texts
  }
}
