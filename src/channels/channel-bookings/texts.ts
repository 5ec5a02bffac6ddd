import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  errors: {
    badSecret: { status: 401, fr: 'Secret de webhook inconnu.', en: 'Unknown webhook secret.' },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    channelBookings: typeof texts
  }
}
