import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    badSignature: { status: 400, fr: 'Signature invalide.', en: 'Invalid signature.' },
    providerUnavailable: { status: 503, fr: 'Le prestataire de paiement est injoignable : réessayez plus tard.', en: 'The payment provider cannot be reached. Try again later.' },
  },
  fields: {
    returnUrl: { fr: 'Adresse http ou https d’une page dont l’origine est autorisée.', en: 'Expected an http or https address with an allowed origin.' },
  },
} satisfies ModuleTexts
