import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    oneTax: { fr: 'Un montant par adulte et par nuit, ou un pourcentage : l’un des deux.', en: 'Give either an amount per adult and night, or a percentage.' },
    capOfPercent: { fr: 'Le plafond va avec un pourcentage.', en: 'A cap requires a percentage.' },
  },
} satisfies ModuleTexts
