import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    checkOutAfterCheckIn: { fr: 'Le départ doit suivre l’arrivée.', en: 'Check-out must follow check-in.' },
    stayTooLong: { fr: ({ limit }) => `Le séjour est trop long : ${limit} nuits au plus.`, en: ({ limit }) => `The stay must not exceed ${limit} nights.` },
  },
} satisfies ModuleTexts
