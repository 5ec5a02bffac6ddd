import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOf, seriesNamed } from '../../../src/money/invoices/numbers.ts'

test('a series is known by the beginning of its numbers', () => {
  const prefix = fc.option(fc.stringMatching(/^[A-Z][A-Z0-9]{0,7}$/), { nil: undefined })
  fc.assert(
    fc.property(prefix, fc.integer({ min: 1970, max: 9999 }), (prefix, year) => {
      expect(seriesNamed(nameOf({ prefix, year }))).toEqual({ prefix, year })
    }),
  )
})
