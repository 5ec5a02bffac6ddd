import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { FOLDER } from './prepared.ts'

const rows = brotliDecompressSync(readFileSync(path.join(FOLDER, 'countries.tsv.br')))
  .toString()
  .trimEnd()
  .split('\n')

/** Codes of all countries (ISO 3166-1 alpha-2), also while the database has none. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(rows.map((row) => row.split('\t')[0] ?? ''))
