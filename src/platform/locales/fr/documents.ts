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
  deposit: 'Acompte',
  balance: 'Solde',
  /** Within a line, after another word. */
  touristTax: 'taxe de séjour',
  refundOf: ({ number }: { number: string }) => `Remboursement, facture ${number}`,
  failedRefundOf: ({ number }: { number: string }) => `Remboursement échoué, avoir ${number}`,
}
