import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    reservedDays: { status: 409, fr: 'Ces dates touchent une réservation existante.', en: 'These dates touch an existing reservation.' },
    ownerDaysReached: { status: 409, fr: 'L’agence limite vos propres séjours dans ce logement. Choisissez moins de nuits, ou adressez-vous à elle.', en: 'The company limits your own stays in this home. Choose fewer nights, or ask the company.' },
    feedKnown: { status: 409, fr: 'Ce calendrier est déjà lu.', en: 'This calendar has already been added.' },
    tooManyFeeds: { status: 409, fr: 'Dix calendriers au plus.', en: 'A home can have at most ten calendars.' },
    feedGone: { status: 410, fr: 'Cette adresse de calendrier a pris fin : son calendrier importé est supprimé depuis plus d’une semaine.', en: 'This calendar address has ended: its feed was deleted more than a week ago.' },
  },
  fields: {
    periodTooLong: { fr: ({ limit }) => `La période est trop longue : ${limit} jours au plus.`, en: ({ limit }) => `The period must not exceed ${limit} days.` },
    calendarUrl: { fr: 'Adresse http, https ou webcal d’un calendrier public, sans mot de passe.', en: 'Expected the http, https or webcal address of a public calendar, without a password.' },
  },
} satisfies ModuleTexts
