import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  errors: {
    owesStays: {
      status: 409,
      fr: 'Des séjours sont en cours ou à venir : annulez-les d’abord.',
      en: 'You have current or upcoming stays. Cancel them first.',
    },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    privacy: typeof texts
  }
}
