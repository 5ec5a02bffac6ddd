import { expect, test } from 'vitest'
import { lineLabel, vatRateOf } from '../../../src/bookings/settlement/billing.ts'
import { LINE_CODES } from '../../../src/homes/rates/lines.ts'

test('only the tourist tax of a price has no VAT', () => {
  const rates = LINE_CODES.map((code) => [code, vatRateOf({ code }, 1_000)])
  expect(rates).toEqual(LINE_CODES.map((code) => [code, code === 'tourist_tax' ? 0 : 1_000]))
})

test('a label says how many, unless it is one', () => {
  const labels = [undefined, 1, 2, 0].map((quantity) =>
    lineLabel({ code: 'cleaning', amount_cents: 1, ...(quantity !== undefined && { quantity }) }, 'en'),
  )
  expect(labels).toEqual(['Cleaning', 'Cleaning', 'Cleaning × 2', 'Cleaning × 0'])
})
