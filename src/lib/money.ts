/** Money: integer cents inside, a JSON number in major units outside. Pure. */

/**
 * Major units to cents by their decimal digits, so that no binary fraction is ever multiplied.
 * undefined for more than two decimals or a number too large to be written out.
 */
export function toCents(amount: number): number | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const cents = Number(`${whole}${fraction.padEnd(2, '0')}`)
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : undefined
}

/**
 * Cents to the JSON number with the same decimal digits: the correctly rounded quotient is the number nearest to the
 * decimal, which is the one that its digits denote (tests/lib/days.test.ts holds this for every size).
 */
export const fromCents = (cents: number): number => cents / 100

/** `numerator / denominator`, rounded half up; integers in, integer out. Both must not be negative. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}

/** `12.5` percent is `1250` hundredths. */
export const PERCENT = 10_000

/** The share of an amount, in cents, rounded half up. */
export const share = (cents: number, hundredths: number): number => divideHalfUp(cents * hundredths, PERCENT)
