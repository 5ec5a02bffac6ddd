import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { fieldProblem, invalid, tooLarge } from '../http/errors.ts'
import { shareLoop } from '../lib/share-loop.ts'
import { isStorable } from '../lib/text.ts'
import type { Report } from './report.ts'

/** Characters read at once: a millisecond of processor, or a few if all of them are commas. */
const PIECE = 4_096
const MAX_ROW_CHARACTERS = 200_000
/** Spreadsheets leave blank rows behind. A row shorter than the first one costs the parser an error with its stack. */
const MAX_BLANK_ROWS = 20_000
/** Empty cells count too: each costs a string and a place in its row. */
export const MAX_CELLS = { row: 100, file: 400_000 }

/** A row with its cells that are not empty, by the names of their columns. The first row, of the names, is 1. */
export interface SheetRow {
  row: number
  cells: Map<string, string>
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

/** Spreadsheets of French and others separate by semicolons. Pure. */
const delimiterOf = (text: string): string => {
  const [names = ''] = text.split(/[\r\n]/, 1)
  return !names.includes(',') && names.includes(';') ? ';' : ','
}

/**
 * Reads a file of CSV in pieces, between which others have their turn. What is wrong with its columns and cells is reported.
 * @throws AppError 400 when it is no CSV of UTF-8 or has too many cells, 413 when it has too many rows.
 */
export async function readSheet(
  bytes: Uint8Array,
  { columns, required, maxRows }: { columns: readonly string[]; required: readonly string[]; maxRows: number },
  report: Report,
): Promise<SheetRow[]> {
  const text = decode(bytes)
  const rows: SheetRow[] = []
  let names: string[] | undefined
  let row = 0
  const options = {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    max_record_size: MAX_ROW_CHARACTERS,
    cast: cellCounter(),
    // Rows are taken here: reading them from the parser as a stream takes far longer than parsing them.
    on_record(record: string[]) {
      row++
      if (names === undefined) names = namesOf(record, { columns, required }, report)
      else if (record.some((cell) => cell !== '')) rows.push({ row, cells: cellsOf(row, record, names, report) })
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid({ file: 'notUtf8' })
  }
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
