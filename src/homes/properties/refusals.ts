import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    hasReservations: { status: 409, fr: 'Ce logement a des réservations en cours ou à venir.', en: 'This home has current or upcoming reservations.' },
  },
  fields: {
    inCity: { fr: 'Ce quartier n’est pas dans cette ville.', en: 'This neighborhood is not in this city.' },
    guestRange: { fr: 'Ne peut dépasser le nombre maximal de voyageurs.', en: 'Cannot exceed the maximum number of guests.' },
    stayRange: { fr: 'Ne peut être inférieur au séjour minimal.', en: 'Cannot be less than the minimum stay.' },
    invalidTime: { fr: 'Heure invalide : HH:MM attendu.', en: 'Invalid time. Expected HH:MM.' },
  },
} satisfies ModuleTexts
