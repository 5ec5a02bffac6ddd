import { expect, test } from 'vitest'
import { texts } from '../../../src/platform/locales/locales.ts'

test.for([
  ['2027-01-01', '2027-01-04', 'du 1er au 4 janvier 2027', '1 to 4 January 2027'],
  ['2027-01-28', '2027-02-01', 'du 28 janvier au 1er février 2027', '28 January to 1 February 2027'],
  ['2026-12-30', '2027-01-01', 'du 30 décembre 2026 au 1er janvier 2027', '30 December 2026 to 1 January 2027'],
  ['2026-08-01', '2027-08-01', 'du 1er août 2026 au 1er août 2027', '1 August 2026 to 1 August 2027'],
] as const)('%s to %s is written as people say it', ([first, last, french, english]) => {
  expect(texts('fr').words.days(first, last)).toBe(french)
  expect(texts('en').words.days(first, last)).toBe(english)
})

test('one day has its month and its year', () => {
  expect(texts('fr').words.day('2027-03-01')).toBe('1er mars 2027')
  expect(texts('en').words.day('2027-03-21')).toBe('21 March 2027')
})
