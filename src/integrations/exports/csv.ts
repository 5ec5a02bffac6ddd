import { stringify } from 'csv-stringify/sync'
import { fromCents } from '../../platform/lib/money.ts'

/** Values of a cell; null is an empty one. */
export type Cell = string | number | boolean | null

/** Characters that end a line anywhere, and so are quoted. */
const LINE_END = /[\r\n]/

/** A negative amount, which is no formula. */
const BELOW_ZERO = /^-\d+\.\d\d$/

/**
 * Lines of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it, as OWASP says; numbers do
 * not. csv-stringify does both, has no dependencies, and comes from the authors of csv-parse, which reads imports. Pure.
 */
export const writeLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      quoted_match: LINE_END,
      escape_formulas: true,
      cast: {
        boolean: String,
        string: (value) => (BELOW_ZERO.test(value) ? { value, escape_formulas: false } : value),
      },
    },
  )

/** An amount in major units, with two decimals. Pure. */
export const writeAmount = (cents: number): string => fromCents(cents).toFixed(2)
