import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  fields: {
    checkOutAfterCheckIn: { fr: 'Le départ doit suivre l’arrivée.', en: 'Check-out must follow check-in.' },
    stayTooLong: {
      fr: ({ limit }) => `Le séjour est trop long : ${limit} nuits au plus.`,
      en: ({ limit }) => `The stay must not exceed ${limit} nights.`,
    },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    pricing: typeof texts
  }
}
