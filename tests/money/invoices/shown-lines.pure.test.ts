import { expect, test } from 'vitest'
import { showLines } from '../../../src/money/invoices/vat.ts'

test('the lines of a document are shown in major units, and their rates from the lowest on', () => {
  const lines = [
    { label: 'Cleaning', vat_hundredths: 2_000, amount_cents: 12_000, vat_cents: 2_000 },
    { code: 'accommodation', label: 'Nights', vat_hundredths: 550, amount_cents: 10_550, vat_cents: 550 },
    { label: 'Linen', vat_hundredths: 2_000, amount_cents: 1_200, vat_cents: 200 },
  ]
  expect(showLines(lines)).toEqual({
    lines: [
      { code: null, label: 'Cleaning', amount: 120, vat_percent: 20, vat: 20 },
      { code: 'accommodation', label: 'Nights', amount: 105.5, vat_percent: 5.5, vat: 5.5 },
      { code: null, label: 'Linen', amount: 12, vat_percent: 20, vat: 2 },
    ],
    vat: [
      { amount: 105.5, vat_percent: 5.5, vat: 5.5 },
      { amount: 132, vat_percent: 20, vat: 22 },
    ],
  })
})
