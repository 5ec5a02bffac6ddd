import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    checkOutAfterCheckIn: { fr: 'Le départ doit suivre l’arrivée.', en: 'Check-out must follow check-in.' },
    stayTooLong: { fr: ({ limit }) => `Le séjour est trop long : ${limit} nuits au plus.`, en: ({ limit }) => `The stay must not exceed ${limit} nights.` },
    setAfterCreation: { fr: 'À définir après la création.', en: 'Set this field after creation, not during it.' },
    dateRange: { fr: 'La fin ne peut précéder le début.', en: 'The end cannot precede the start.' },
  },
} satisfies ModuleTexts
