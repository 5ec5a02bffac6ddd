import type { TypesOfSubject } from '../../platform/events/types.ts'

export const invoiceTypes = {
  scope: 'payments.read',
  types: {
    'invoice.issued': 'An invoice or credit note was issued',
  },
} as const satisfies TypesOfSubject
