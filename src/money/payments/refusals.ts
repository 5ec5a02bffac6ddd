import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    unpayable: { status: 409, fr: 'Le prestataire de paiement n’accepte pas ce montant en un seul paiement.', en: 'The payment provider does not accept this amount in one payment.' },
    holdOver: { status: 409, fr: 'Le délai de paiement est écoulé : réservez à nouveau.', en: 'The time to pay has expired. Book again.' },
  },
} satisfies ModuleTexts
