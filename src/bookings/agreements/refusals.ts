import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    contractChanged: { status: 409, fr: 'Le contrat a changé entre-temps. Relisez-le, puis acceptez-le.', en: 'The contract has changed in the meantime. Read it again, then accept it.' },
    consentChanged: { status: 409, fr: 'Les conditions pour conserver la carte ont changé entre-temps. Relisez-les.', en: 'The terms for keeping the card have changed in the meantime. Read them again.' },
  },
  fields: {
    contractMissing: { fr: 'Acceptez le contrat pour payer.', en: 'Accept the contract to pay.' },
    contractByGuest: { fr: 'Seuls le client et votre site l’acceptent. Le client le fait sur la page du paiement.', en: 'Only the guest and your website accept it. The guest does so on the page of the payment.' },
  },
} satisfies ModuleTexts
