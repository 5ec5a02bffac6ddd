import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    tooManyInHouse: { status: 409, fr: 'Trop de voyageurs sur place pour un seul message : nommez un logement.', en: 'Too many guests are in the house for one message. Name a home.' },
    guestUnreachable: { status: 409, fr: 'Impossible d’écrire à ce voyageur de cette manière.', en: 'This guest cannot be written to in this way.' },
  },
  fields: {
    noFileThisWay: { fr: 'Un fichier ne peut être envoyé qu’à un voyageur qui a un compte.', en: 'A file can only be sent to a guest with an account.' },
  },
} satisfies ModuleTexts
