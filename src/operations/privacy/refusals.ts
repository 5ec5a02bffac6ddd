import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    owesStays: { status: 409, fr: 'Des séjours sont en cours ou à venir : annulez-les d’abord.', en: 'You have current or upcoming stays. Cancel them first.' },
  },
} satisfies ModuleTexts
