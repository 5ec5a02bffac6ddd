import { AppError, tooLarge } from './errors.ts'

/** The size limit of a body, unless its route declares a larger one as `bodyLimit`. */
export const BODY_BYTES = 64 * 1024
/** For long texts, in several languages. */
export const LONG_BODY_BYTES = 256 * 1024
/** For events of providers, and texts of any length. */
export const LARGE_BODY_BYTES = 1024 * 1024

/** A body may have one value for so many bytes of its limit. Bodies that the service itself understands have far fewer. */
const BYTES_OF_VALUE = 32
const MAX_DEPTH = 32

const BACKSLASH = 0x5c

/**
 * Counts the values and the depth of a JSON text, without making them. Returns 413 with the limit, in `values` or `levels`, for too many.
 * What is no JSON is counted too, and refused by the parser. Pure.
 */
export function structureProblem(text: string, bodyLimit: number): AppError | undefined {
  const most = Math.floor(bodyLimit / BYTES_OF_VALUE)
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfText(text, at)
        break
      case 0x2c: // ,
        values++
        break
      case 0x5b: // [
      case 0x7b: // {
        values++
        if (++depth > MAX_DEPTH) return tooLarge(MAX_DEPTH, 'levels')
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
    }
    if (values > most) return tooLarge(most, 'values')
  }
  return undefined
}

/** The place of the quote that ends a text of JSON, or the end. Pure. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

/** Reads a JSON text whose structure is bounded. @throws AppError 400, or 413 with the limit */
export function readJson(text: string, bodyLimit: number): unknown {
  const problem = structureProblem(text, bodyLimit)
  if (problem) throw problem
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('badRequest', { cause })
  }
}

/** Reads the fields of an HTML form; of several with one name the last one counts. @throws AppError 413 with the limit */
export function readFields(text: string, bodyLimit: number): Record<string, string> {
  const most = Math.floor(bodyLimit / BYTES_OF_VALUE)
  if (text.split('&', most + 1).length > most) throw tooLarge(most, 'values')
  return Object.fromEntries(new URLSearchParams(text))
}
