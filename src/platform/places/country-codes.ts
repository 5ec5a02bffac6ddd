import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { FOLDER } from './prepared.ts'

let codes: ReadonlySet<string> | undefined

function readCodes(): ReadonlySet<string> {
  const text = brotliDecompressSync(readFileSync(path.join(FOLDER, 'countries.tsv.br'))).toString()
  return new Set(text.split('\n').map((row) => row.split('\t')[0] ?? ''))
}

/** True if a text is the code of a country (ISO 3166-1 alpha-2), also while the database has none. The file is read at the first question. */
export function isCountryCode(code: string): boolean {
  codes ??= readCodes()
  return code !== '' && codes.has(code)
}
