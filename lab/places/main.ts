/**
 * `npm run places`: prepares the countries, cities and neighborhoods that a new database is filled with (src/platform/places/load.ts), as
 * rows of text, compressed. Their ids stay the same: homes name them.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { FOLDER, type PlaceFile } from '../../src/platform/places/prepared.ts'
import { readPlaces } from './sources.ts'

type Cell = string | number | null

/** A tab or a line feed ends a cell; no name has one. An empty cell is null. */
function lineOf(row: Cell[]): string {
  const cells = row.map((cell) => String(cell ?? ''))
  if (cells.some((cell) => /[\t\n]/.test(cell))) throw new Error(`A cell with a tab or a line feed: ${cells.join('|')}`)
  return `${cells.join('\t')}\n`
}

const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }

for (const [name, rows] of Object.entries(readPlaces()) as [PlaceFile, Cell[][]][]) {
  const packed = brotliCompressSync(rows.map(lineOf).join(''), best)
  writeFileSync(path.join(FOLDER, `${name}.tsv.br`), packed)
  console.log(`${name}: ${rows.length} rows, ${Math.ceil(packed.length / 1_000)} kB`)
}
