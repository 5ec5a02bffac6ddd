import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, writeAmount, writeLines } from '../../../src/integrations/exports/csv.ts'

/** Dangerous beginnings of a cell by OWASP, and what spreadsheets take for them. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/

const asRead = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)

const HOSTILE = ['=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ';', ' ', '\r\n', '＝', 'é', '🏠']
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...HOSTILE, 'a', '1')).map((parts) => parts.join('')),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
/** A line of one empty cell is an empty line; files have several columns. */
const table = fc
  .integer({ min: 2, max: 6 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))

test('whatever is written, another reads the same, and no text is a formula', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const read = parse(writeLines(rows), { record_delimiter: '\r\n' })
      expect(read).toEqual(rows.map((row) => row.map(asRead)))
      const texts = rows.flatMap((row, y) => row.map((each, x) => [each, read[y]?.[x] ?? ''] as const))
      expect(texts.filter(([each, text]) => typeof each === 'string' && FORMULA.test(text))).toEqual([])
    }),
  )
})

test('lines end as RFC 4180 says, and cells are quoted where they must be', () => {
  const rows = [
    ['a', 'b,c', 'say "no"', 'two\nlines'],
    ['=1+1', -3, true, null],
  ]
  expect(writeLines(rows)).toBe(`a,"b,c","say ""no""","two\nlines"\r\n'=1+1,-3,true,\r\n`)
})

test('an amount below zero is a number and no formula', () => {
  expect(writeLines([[writeAmount(-2_333), '-1', '-1.00+1', '-1.00\n']])).toBe(`-23.33,'-1,'-1.00+1,"'-1.00\n"\r\n`)
})

test('amounts are in major units with two decimals', () => {
  expect([0, 5, 1_000, 123_456].map(writeAmount)).toEqual(['0.00', '0.05', '10.00', '1234.56'])
})
