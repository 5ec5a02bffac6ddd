import type { ModuleTexts } from '../../platform/locales/contributed.ts'

export const refusals = {
  errors: {
    tooManySupplements: { status: 409, fr: 'Cent suppléments par séjour au plus.', en: 'A stay can have at most 100 supplements.' },
    noKeptCard: { status: 409, fr: 'Aucune carte n’est conservée pour les dégâts de ce séjour. Facturez un supplément, que le client règle par son lien.', en: 'No card is kept for damage of this stay. Bill a supplement, which the guest pays by its link.' },
    damageBeforeArrival: { status: 409, fr: 'Des dégâts se saisissent et se facturent à partir du jour de l’arrivée.', en: 'Damage can be added and billed from the day of arrival on.' },
    aboveDamage: { status: 409, fr: 'C’est plus que ce que le client a accepté pour les dégâts. Facturez le reste comme un supplément, qu’il règle par son lien.', en: 'This is more than the guest agreed to for damage. Bill the rest as a supplement, which they pay by its link.' },
    nothingToBill: { status: 409, fr: 'Il n’y a rien à facturer.', en: 'There is nothing to bill.' },
    billTooSmall: { status: 409, fr: 'C’est moins que le minimum du prestataire de paiement : ces suppléments attendent la prochaine facture.', en: 'The amount is below the payment provider’s minimum. These supplements go on the next bill.' },
    noDocument: { status: 409, fr: 'Cet argent a été reçu avant l’import du séjour : sa facture vient du système d’alors.', en: 'This money was received before its stay was imported: its invoice comes from the system of that time.' },
    cashNotAllowed: { status: 409, fr: 'Les espèces et les chèques de ce séjour ne sont pas enregistrés ici.', en: 'Cash and cheques of this stay are not recorded here.' },
    moreThanDue: { status: 409, fr: 'C’est plus que ce qui est dû.', en: 'This is more than the amount due.' },
    partOfBill: { status: 409, fr: 'Une facture de suppléments se règle en entier.', en: 'A bill of supplements is paid in full.' },
    partOfExpired: { status: 409, fr: 'Cette option a expiré : seul le montant entier reprend ses nuits.', en: 'This hold has expired. Only the whole amount takes its nights again.' },
    entryClosed: { status: 409, fr: 'Cette saisie ne peut plus être supprimée. Saisissez un montant négatif pour l’argent rendu.', en: 'This entry can no longer be deleted. Record a refund as an amount below zero.' },
  },
  fields: {
    longBefore: { fr: 'Cette date précède la réservation de plus d’un an.', en: 'This day is more than a year before the booking.' },
  },
} satisfies ModuleTexts
