/** Invoices and credit notes. */
export const documents = {
  invoice: 'Facture',
  credit_note: 'Avoir',
  date: 'Date',
  reservation: 'Réservation',
  buyer: 'Client',
  tax: 'N° de TVA',
  label: 'Désignation',
  amount: 'Montant',
  total: 'Total',
  net: 'Total hors taxes',
  gross: 'Total toutes taxes comprises',
  vat: 'TVA',
  paid: 'Réglé.',
  returned: 'Remboursé.',
  labelled: ({ label, value }: { label: string; value: string | number }) => `${label} : ${value}`,
  /** The lines of a price. */
  lines: {
    accommodation: 'Hébergement',
    season_reduction: 'Réduction de saison',
    extra_guests: 'Voyageurs supplémentaires',
    cleaning: 'Ménage',
    tourist_tax: 'Taxe de séjour',
  },
  deposit: 'Acompte',
  balance: 'Solde',
  /** Within a line, after another word. */
  touristTax: 'taxe de séjour',
  refundOf: ({ number }: { number: string }) => `Remboursement, facture ${number}`,
  failedRefundOf: ({ number }: { number: string }) => `Remboursement échoué, avoir ${number}`,
}
