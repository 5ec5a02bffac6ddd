/** The provider's test cards, by the ids of their payment methods (docs.stripe.com/testing). */

/** Answer of a bank: to every payment, to one that the guest takes part in, or only without the guest. */
export type Behaviour = 'pays' | 'declines' | 'declines_later' | 'asks_guest' | 'disputes'

interface TestCard {
  brand: string
  last4: string
  behaviour: Behaviour
}

export const TEST_CARDS: Record<string, TestCard> = {
  pm_card_visa: { brand: 'visa', last4: '4242', behaviour: 'pays' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', behaviour: 'pays' },
  pm_card_amex: { brand: 'amex', last4: '8431', behaviour: 'pays' },
  pm_card_authenticationRequired: {
    brand: 'visa',
    last4: '3184',
    behaviour: 'asks_guest',
  },
  pm_card_chargeDeclined: { brand: 'visa', last4: '0002', behaviour: 'declines' },
  pm_card_chargeCustomerFail: {
    brand: 'visa',
    last4: '0341',
    behaviour: 'declines_later',
  },
  pm_card_createDispute: { brand: 'visa', last4: '0259', behaviour: 'disputes' },
}

/** The test card of a payment method, by its last digits; other methods pay. Pure. */
export function behaviourOf(card: unknown): Behaviour {
  const last4 = typeof card === 'object' && card !== null && 'last4' in card ? card.last4 : undefined
  return Object.values(TEST_CARDS).find((known) => known.last4 === last4)?.behaviour ?? 'pays'
}

/** The `card` of a new payment method. Pure. */
export const newCard = ({ brand, last4 }: TestCard) => ({
  brand,
  last4,
  exp_month: 12,
  exp_year: 2040,
  fingerprint: `fingerprint_${last4}`,
})
