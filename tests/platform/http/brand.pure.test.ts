import { expect, test } from 'vitest'
import { carriesWhite } from '../../../src/platform/http/brand.ts'

// #767676 is the lightest grey of 4.5 : 1 (WCAG 2.2); 4.54 and 4.48.
test.each([
  ['#000000', true],
  ['#1f5c4d', true],
  ['#767676', true],
  ['#777777', false],
  ['#ff0000', false],
  ['#ffffff', false],
])('white text on %s can be read: %s', (colour, readable) => {
  expect(carriesWhite(colour)).toBe(readable)
})
