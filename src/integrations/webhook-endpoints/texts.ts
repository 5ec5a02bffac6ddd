import { defineTexts } from '../../platform/locales/contributed.ts'

const texts = defineTexts({
  errors: {
    endpointDisabled: {
      status: 409,
      fr: 'Ce point de réception est désactivé. Activez-le d’abord.',
      en: 'This endpoint is disabled. Enable it first.',
    },
  },
})

declare module '../../platform/locales/contributed.ts' {
  interface Contributed {
    webhookEndpoints: typeof texts
  }
}
