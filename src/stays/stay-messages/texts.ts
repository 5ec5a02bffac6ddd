import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  errors: {
    guestUnreachable: {
      status: 409,
      fr: 'Impossible d’écrire à ce voyageur de cette manière.',
      en: 'This guest cannot be written to in this way.',
    },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    stayMessages: typeof texts
  }
}
