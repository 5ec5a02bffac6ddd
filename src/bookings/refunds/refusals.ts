import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    paymentDisputed: { status: 409, fr: 'La banque du voyageur conteste ce paiement : le prestataire n’en rembourse rien avant la décision.', en: 'The guest’s bank disputes this payment, so the payment provider refunds nothing of it until that is decided.' },
  },
} satisfies ModuleTexts
