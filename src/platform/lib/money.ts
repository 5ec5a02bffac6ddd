/** Amounts: integer cents in the service, JSON numbers in major units in the API. Pure. */

/**
 * Converts major units to cents by their decimal digits, without multiplying a binary fraction. Returns undefined for
 * more than two decimals and for numbers that JavaScript prints with an exponent.
 */
export function toCents(amount: number): number | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount))
  if (!match) return undefined
  const [, sign, whole, fraction = ''] = match
  const cents = Number(`${whole}${fraction.padEnd(2, '0')}`)
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : undefined
}

/**
 * Converts major units to cents, rounded half up by their decimal digits: 99.999 is 10,000 cents. Takes a number that is not
 * negative; undefined for one that is no safe integer of cents.
 */
export function roundToCents(amount: number): number | undefined {
  // Below half a cent; JavaScript prints what is below a millionth with an exponent.
  if (amount < 0.005) return 0
  const match = /^(\d+)(?:\.(\d+))?$/.exec(String(amount))
  if (!match) return undefined
  const [, whole, fraction = ''] = match
  const cents = Number(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`) + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0)
  return Number.isSafeInteger(cents) ? cents : undefined
}

/**
 * Converts cents to major units. The rounded quotient is the number that is nearest to the decimal, so it prints with
 * the same digits; tests/platform/lib/money.pure.test.ts checks this for all sizes.
 */
export const fromCents = (cents: number): number => cents / 100

/** `numerator / denominator`, rounded half up. Takes non-negative integers and returns an integer. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}

/** `12.5` percent is `1250` hundredths. */
export const PERCENT = 10_000

/** The share of an amount, in cents, rounded half up. */
export const share = (cents: number, hundredths: number): number => divideHalfUp(cents * hundredths, PERCENT)
