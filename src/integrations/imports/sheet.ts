import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { fieldProblem, invalid, tooLarge } from '../../platform/http/errors.ts'
import { shareLoop } from '../../platform/lib/share-loop.ts'
import { isStorable } from '../../platform/lib/text.ts'
import { decode } from './characters.ts'
import type { Report } from './report.ts'

/** Characters read at once: a millisecond of processor, or a few if all of them are commas. */
const PIECE = 4_096
const MAX_ROW_CHARACTERS = 200_000
/** Spreadsheets leave blank rows behind. A row shorter than the first one costs the parser an error with its stack. */
const MAX_BLANK_ROWS = 20_000
/** Empty cells count too: each costs a string and a place in its row. */
const MAX_CELLS = { row: 100, file: 400_000 }

/** A file of CSV. */
export interface SheetFile {
  bytes: Uint8Array
  charset: string | undefined
}

interface Expected {
  columns: readonly string[]
  /** Columns that may stand in the file and say nothing. */
  ignored?: readonly string[]
  required: readonly string[]
  maxRows: number
}

/** A row with its cells that are not empty, by the names of their columns. The first row, of the names, is 1. */
export interface SheetRow {
  row: number
  cells: Map<string, string>
  /** True if numbers may have a comma in place of the point: where commas separate no cells. */
  hasDecimalCommas: boolean
}

/** The apostrophe with which exports, and people, keep a text from being a formula. */
const KEPT_FROM_FORMULA = /^'(?=[=+\-@\t\r＝＋－＠])/

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE)
}

async function* inTurns(text: string): AsyncGenerator<string> {
  const share = shareLoop()
  for (const piece of piecesOf(text)) {
    yield piece
    await share()
  }
}

async function drain(records: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of records);
}

/** Counts cells while they are parsed. @throws AppError 400 for one too many in its row or in the file. */
function cellCounter(): (value: string, cell: { index: number }) => string {
  let count = 0
  return (value, { index }) => {
    count++
    if (index >= MAX_CELLS.row) throw invalid({ file: fieldProblem('tooManyCellsInRow', { limit: MAX_CELLS.row }) })
    if (count > MAX_CELLS.file) throw invalid({ file: fieldProblem('tooManyCells', { limit: MAX_CELLS.file }) })
    return value
  }
}

/**
 * The rows of a file, and what separates their cells: what its line `sep=` names, as spreadsheets write it, or the first of comma, semicolon and tab
 * that its first line has. Pure.
 */
function separated(text: string): { delimiter: string; rows: string } {
  const named = /^\uFEFF?"?sep=([,;\t])"?\r?\n?/i.exec(text)
  if (named) return { delimiter: named[1] ?? ',', rows: text.slice(named[0].length) }
  const [names = ''] = text.split(/[\r\n]/, 1)
  return { delimiter: [',', ';', '\t'].find((one) => names.includes(one)) ?? ',', rows: text }
}

/**
 * Reads a file of CSV in pieces, between which others have their turn. What is wrong with its columns and cells is reported.
 * @param charset as the request declares it; undefined: UTF-8, or Windows-1252 where that is certain.
 * @throws AppError 400 when it is no CSV, its characters are in doubt or it has too many cells, 413 when it has too many rows.
 */
export async function readSheet(
  { bytes, charset }: SheetFile,
  { columns, ignored = [], required, maxRows }: Expected,
  report: Report,
): Promise<SheetRow[]> {
  const { delimiter, rows: text } = separated(decode(bytes, charset))
  const known = { columns: [...columns, ...ignored], required }
  const hasDecimalCommas = delimiter !== ','
  const rows: SheetRow[] = []
  let names: string[] | undefined
  let row = 0
  const options = {
    delimiter,
    relax_column_count: true,
    max_record_size: MAX_ROW_CHARACTERS,
    cast: cellCounter(),
    // Rows are taken here: reading them from the parser as a stream takes far longer than parsing them.
    on_record(record: string[]) {
      row++
      if (names === undefined) names = namesOf(record, known, report)
      else if (record.some((cell) => cell !== ''))
        rows.push({ row, cells: cellsOf(row, record, names, report), hasDecimalCommas })
      if (rows.length > maxRows || row > maxRows + MAX_BLANK_ROWS) throw tooLarge(maxRows, 'rows')
      return null
    },
  }
  await pipeline(inTurns(text), parse(options), drain).catch((error: unknown) => {
    throw error instanceof CsvError ? invalid({ file: 'invalidCsv' }) : error
  })
  if (names === undefined) throw invalid({ file: 'required' })
  return rows
}

function namesOf(
  record: string[],
  { columns, required }: { columns: readonly string[]; required: readonly string[] },
  report: Report,
): string[] {
  const names = record.map((name) => name.trim().toLowerCase())
  for (const [index, name] of names.entries()) {
    const problem = !columns.includes(name) ? 'unknownColumn' : names.indexOf(name) < index ? 'duplicate' : undefined
    if (problem) report.add({ row: 1, column: name, value: record[index], problem: fieldProblem(problem) })
  }
  for (const name of required.filter((name) => !names.includes(name)))
    report.add({ row: 1, column: name, problem: fieldProblem('required') })
  return names
}

function cellsOf(row: number, record: string[], names: string[], report: Report): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [index, cell] of record.entries()) {
    const value = cell.trim().replace(KEPT_FROM_FORMULA, '')
    if (value === '') continue
    const column = names[index]
    if (column === undefined) report.add({ row, value, problem: fieldProblem('surplusCell') })
    else if (isStorable(value)) cells.set(column, value)
    else report.add({ row, column, problem: fieldProblem('invalidText') })
  }
  return cells
}
