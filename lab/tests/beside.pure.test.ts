import { expect, test } from 'vitest'
import { speedOf } from '../bench/beside.ts'

test.for([
  ['430/s', 430],
  ['1,018 req/s', 1018],
  ['12.5 ms', 1 / 12.5],
  ['2 µs', 0.5],
  ['', undefined],
  ['none', undefined],
] as const)('the speed of %s', ([measured, speed]) => {
  expect(speedOf(measured)).toBe(speed)
})
