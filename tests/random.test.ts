import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomOf, SEED } from './support/random.ts'

test('randomised tests begin with SEED, and make the same choices for the same one', () => {
  expect(fc.readConfigureGlobal().seed).toBe(SEED)
  if (process.env.SEED) expect(SEED).toBe(Number(process.env.SEED))
  const choices = (seed: number) => {
    const { below, pick } = randomOf(seed)
    return Array.from({ length: 1_000 }, () => [below(40), pick(['a', 'b', 'c'])])
  }
  expect(choices(SEED)).toEqual(choices(SEED))
  expect(choices(SEED)).not.toEqual(choices(SEED + 1))
  expect(new Set(choices(SEED).map(([number]) => number)).size).toBe(40)
})
