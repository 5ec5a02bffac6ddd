import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readFields, readJson, structureProblem } from '../../../src/platform/http/bodies.ts'

/** The values of a parsed JSON, itself and all inside, and its depth. */
function measured(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
  const inside = Object.values(value).map(measured)
  return {
    values: 1 + inside.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
  }
}

test('a body is refused exactly when a parser would find too many values or levels', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 40 }), fc.integer({ min: 1, max: 60 }), fc.nat(2), (value, most, space) => {
      const { values, depth } = measured(value)
      const refusal = structureProblem(JSON.stringify(value, null, space), most * 32)?.data?.('fr')
      const { unit } = z.object({ unit: z.string().optional() }).parse(refusal ?? {})
      if (values > most || depth > 32) expect(unit).toMatch(/^(values|levels)$/)
      if (values <= most / 2 && depth <= 32) expect(unit).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})

test('commas and brackets inside texts are no structure', () => {
  const text = JSON.stringify({ a: '[{,"\\'.repeat(500), '\\"[': ',' })
  expect(structureProblem(text, 96)).toBeUndefined()
  expect(structureProblem('"'.repeat(3) + ','.repeat(9), 96)).toBeUndefined()
})

test('what is no JSON is 400, however it ends', () => {
  for (const text of ['', '{', '"', '"\\', '[1,]', '{"a":1}]', '\u0000']) {
    expect(() => readJson(text, 3_200), text).toThrow(expect.objectContaining({ status: 400 }))
  }
  expect(() => readJson('['.repeat(33), 3_200)).toThrow(expect.objectContaining({ status: 413 }))
})

test('a form has at most so many fields', () => {
  expect(readFields('a=1&b=%26&a=2', 320)).toEqual({ a: '2', b: '&' })
  expect(() => readFields('a&'.repeat(20), 320)).toThrow(expect.objectContaining({ status: 413 }))
})
