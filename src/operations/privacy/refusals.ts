import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    guestKeepsData: { status: 409, fr: 'Ce voyageur a un compte : c’est à lui d’exporter ou d’effacer ses données.', en: 'This guest has an account. They export and erase their data themselves.' },
    guestIsExpected: { status: 409, fr: 'Un séjour de ce voyageur n’est pas terminé.', en: 'A stay of this guest is not over.' },
    guestOwes: { status: 409, fr: 'De l’argent est encore dû, ou en cours de remboursement, pour un séjour de ce voyageur.', en: 'Money is still due, or being refunded, for a stay of this guest.' },
    owesStays: { status: 409, fr: 'Des séjours sont en cours ou à venir : annulez-les d’abord.', en: 'You have current or upcoming stays. Cancel them first.' },
  },
} satisfies ModuleTexts
