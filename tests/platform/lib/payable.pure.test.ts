import { expect, test } from 'vitest'
import { isPayable, MAXIMUM_CENTS, minimumCents } from '../../../src/platform/lib/payable.ts'

test('the smallest amount of one payment is the provider’s, in each currency', () => {
  const minima = ['EUR', 'USD', 'GBP', 'SEK', 'NOK', 'DKK', 'CZK', 'PLN', 'RON', 'MXN', 'HKD'].map(minimumCents)
  expect(minima).toEqual([50, 50, 30, 300, 300, 250, 1_500, 200, 200, 1_000, 400])
})

test('both limits are payable, and nothing beyond', () => {
  expect([49, 50, MAXIMUM_CENTS, MAXIMUM_CENTS + 1].map((cents) => isPayable(cents, 'EUR'))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([29, 30].map((cents) => isPayable(cents, 'GBP'))).toEqual([false, true])
})
