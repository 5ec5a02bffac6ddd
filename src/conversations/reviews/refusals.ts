import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    notReviewable: { status: 409, fr: 'Un avis s’écrit une fois, dans les 30 jours qui suivent un séjour terminé.', en: 'You can review a stay once, within 30 days of check-out.' },
    reviewClosed: { status: 409, fr: 'Cet avis ne peut plus être modifié.', en: 'This review can no longer be changed.' },
  },
} satisfies ModuleTexts
