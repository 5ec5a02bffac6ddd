import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    arrivalLater: { status: 409, fr: 'Les informations d’arrivée ne sont pas encore visibles.', en: 'The arrival information is not visible yet.' },
    arrivalUnpaid: { status: 409, fr: 'Un paiement est en retard. Les informations d’arrivée sont visibles après son règlement.', en: 'A payment is overdue. The arrival information is visible once it is paid.' },
    arrivalWithheld: { status: 409, fr: 'Votre hôte n’a pas encore publié les informations d’arrivée. Adressez-vous à lui.', en: 'Your host has not published the arrival information yet. Please contact them.' },
  },
} satisfies ModuleTexts
