import fc from 'fast-check'
import { expect, test } from 'vitest'
import { starsOf } from '../../../src/conversations/reviews/sources.ts'

test('a score of ten is one to five stars, and a better one never has fewer', () => {
  expect([0, 1, 2.9, 3, 5, 8.9, 9, 10].map(starsOf)).toEqual([1, 1, 1, 2, 3, 4, 5, 5])
  const score = fc.double({ min: 0, max: 10, noNaN: true })
  fc.assert(
    fc.property(score, score, (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      expect([1, 2, 3, 4, 5]).toContain(starsOf(a))
      expect(starsOf(low)).toBeLessThanOrEqual(starsOf(high))
    }),
  )
})
