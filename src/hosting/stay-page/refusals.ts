import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    guestHasAccount: { status: 409, fr: 'Ce voyageur a un compte : connectez-vous pour écrire.', en: 'This guest has an account. Sign in to write.' },
    stayLinkOver: { status: 410, fr: 'Ce lien n’est plus valable : le séjour est passé depuis plus de deux semaines.', en: 'This link has expired: the stay ended more than two weeks ago.' },
    noAddress: { status: 409, fr: 'Ce séjour n’a pas d’adresse e-mail. Adressez-vous à votre hôte.', en: 'This stay has no e-mail address. Please contact your host.' },
  },
} satisfies ModuleTexts
