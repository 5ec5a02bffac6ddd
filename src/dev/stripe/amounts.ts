import { ProviderError } from './endpoint.ts'

/** Amounts below these are refused, except zero. */
const MINIMUM: Record<string, number> = {
  gbp: 30,
  sek: 300,
  nok: 300,
  dkk: 250,
  czk: 1_500,
  pln: 200,
  ron: 200,
  mxn: 1_000,
  hkd: 400,
}
const OTHER_MINIMUM = 50
/** Eight digits, in every currency. */
const MAXIMUM = 99_999_999

/** Refuses an amount, in the smallest unit of its currency, that the provider does not take in one payment. */
export function assertAmount(amount: number, currency: string): void {
  if (amount < (MINIMUM[currency] ?? OTHER_MINIMUM)) {
    throw new ProviderError(400, 'The total amount due must add up to at least €0.50.', { code: 'amount_too_small' })
  }
  if (amount > MAXIMUM) {
    throw new ProviderError(400, 'The total amount due must be no more than €999,999.99.', { code: 'amount_too_large' })
  }
}
