import type { Texts } from '../fr.ts'

export const documents = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  date: 'Date',
  reservation: 'Reservation',
  buyer: 'Customer',
  tax: 'Tax number',
  label: 'Description',
  amount: 'Amount',
  total: 'Total',
  net: 'Total before VAT',
  gross: 'Total with VAT',
  vat: 'VAT',
  paid: 'Paid.',
  returned: 'Refunded.',
  labelled: ({ label, value }) => `${label}: ${value}`,
  deposit: 'Deposit',
  balance: 'Balance',
  touristTax: 'tourist tax',
  refundOf: ({ number }) => `Refund, invoice ${number}`,
  failedRefundOf: ({ number }) => `Failed refund, credit note ${number}`,
} satisfies Texts['documents']
