import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  fields: {
    priceRange: { fr: 'Le maximum doit atteindre le minimum.', en: 'The maximum must be at least the minimum.' },
    beyondReach: { fr: 'Seuls les 10 000 premiers logements se parcourent. Affinez la recherche.', en: 'Only the first 10,000 homes can be paged through. Narrow the search.' },
    bothDates: { fr: 'Arrivée et départ vont ensemble.', en: 'Give both check-in and check-out, or neither.' },
  },
} satisfies ModuleTexts
