/**
 * Amounts that the payment provider accepts in one payment, in the smallest unit of a currency
 * (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). Pure.
 */

/** The minimum in cents, where it is not 50. */
const MINIMUM_CENTS: Record<string, number> = {
  GBP: 30,
  SEK: 300,
  NOK: 300,
  DKK: 250,
  CZK: 1_500,
  PLN: 200,
  RON: 200,
  MXN: 1_000,
  HKD: 400,
}

/** The largest amount of one payment: eight digits, in every currency. No price, supplement or total is above it. */
export const MAXIMUM_CENTS = 99_999_999

/** True if the provider takes an amount in one payment. */
export const isPayable = (cents: number, currency: string): boolean =>
  cents >= minimumCents(currency) && cents <= MAXIMUM_CENTS

/** The smallest amount of one payment in a currency. */
export const minimumCents = (currency: string): number => MINIMUM_CENTS[currency] ?? 50
