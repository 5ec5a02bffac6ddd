const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const NIF = /^(?:\d{8}|[KLM]\d{7})[A-Z]$/
const NIE = /^[XYZ]\d{7}[A-Z]$/

/** True if the number of a Spanish document has its form, and its letter: the remainder of the number divided by 23. Pure. */
export function isSpanishNumber(type: 'nif' | 'nie', written: string): boolean {
  const number = written.replaceAll(/[\s.-]/g, '').toUpperCase()
  if (!(type === 'nif' ? NIF : NIE).test(number)) return false
  const digits = number
    .slice(0, -1)
    .replace(/^[KLM]/, '')
    .replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))
  return LETTERS[Number(digits) % 23] === number.at(-1)
}
