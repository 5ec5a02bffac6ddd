import { invalid } from '../../platform/http/errors.ts'

/** Names of Windows-1252 that senders use; web standards read Latin-1 as it too. */
const WESTERN = new Set(['windows-1252', 'cp1252', 'iso-8859-1', 'latin1'])

/**
 * Bytes of Windows-1252 that a text in a western language has beside ASCII: accented letters of French, Spanish, German, Italian and Portuguese,
 * quotation marks, dashes, the euro. Texts in other code pages have others too.
 */
const WESTERN_BYTES = new Set([
  ...[0x80, 0x85, 0x8c, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x9c, 0xa0, 0xa1, 0xab, 0xb0, 0xb2, 0xba, 0xaa, 0xbb, 0xbf],
  ...Array.from({ length: 0x40 }, (_, index) => 0xc0 + index).filter(
    (byte) => ![0xd0, 0xd7, 0xd8, 0xdd, 0xde, 0xec, 0xf0, 0xf7, 0xf8, 0xfd, 0xfe].includes(byte),
  ),
])
const LETTERS_FROM = 0xc0

/**
 * True if bytes that are not UTF-8 are Windows-1252 beyond doubt: they have an accented letter, nothing that western texts lack, and no word that is
 * written in such bytes alone, as Greek and Cyrillic are. Pure.
 */
function isWestern(bytes: Uint8Array): boolean {
  let inARow = 0
  let hasLetter = false
  for (const byte of bytes) {
    inARow = byte < 0x80 ? 0 : inARow + 1
    if (byte >= 0x80 && !WESTERN_BYTES.has(byte)) return false
    if (inARow > 2) return false
    hasLetter ||= byte >= LETTERS_FROM
  }
  return hasLetter
}

const decodeAs = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The text of a file in UTF-8, or in Windows-1252 where the request declares it or it is certain. Pure.
 * @param charset as the request declares it.
 * @throws AppError 400 for other characters.
 */
export function decode(bytes: Uint8Array, charset?: string): string {
  const declared = charset?.toLowerCase()
  if (declared !== undefined && WESTERN.has(declared)) return new TextDecoder('windows-1252').decode(bytes)
  if (declared !== undefined && declared !== 'utf-8' && declared !== 'utf8' && declared !== 'us-ascii')
    throw invalid({ file: 'unknownCharset' })
  const text =
    decodeAs(bytes, 'utf-8') ??
    (declared === undefined && isWestern(bytes) ? decodeAs(bytes, 'windows-1252') : undefined)
  if (text === undefined) throw invalid({ file: 'notUtf8' })
  return text
}
