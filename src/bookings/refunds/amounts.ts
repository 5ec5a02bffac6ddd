import { guestRefund } from '../../homes/rates/cancellation.ts'
import { type Cancellation, pricedStay } from '../../homes/rates/priced-stay.ts'
import { isOfPrice } from '../../money/payments/states.ts'
import type { MoneyMethod, PaymentKind } from '../../platform/db/enums.ts'
import { AppError } from '../../platform/http/errors.ts'

/** Amounts of refunds, and the receipts that they come from. Pure. */

/** A receipt, and the part of it that was not refunded. */
export interface Kept {
  kind: PaymentKind
  method: MoneyMethod
  left_cents: number
}

type Part<Receipt> = Receipt & { part_cents: number }

interface ShownPayment {
  kind: PaymentKind
  /** null: not paid yet. */
  method: MoneyMethod | null
  amount_cents: number
  refunded_cents: number
}

/** The receipts of payments, without those that are not paid. */
export const receiptsOf = (payments: ShownPayment[]): Kept[] =>
  payments.flatMap(({ kind, method, amount_cents, refunded_cents }) =>
    method === null ? [] : [{ kind, method, left_cents: amount_cents - refunded_cents }],
  )

/** Amount of receipts that was not refunded. */
export const leftCents = (receipts: { left_cents: number }[]): number =>
  receipts.reduce((total, { left_cents }) => total + left_cents, 0)

export const refundCents = (parts: { part_cents: number }[]): number =>
  parts.reduce((total, { part_cents }) => total + part_cents, 0)

/** Everything that is left of some receipts. */
export const wholeOf = <Receipt extends Kept>(receipts: Receipt[]): Part<Receipt>[] =>
  partsOf(receipts, leftCents(receipts))

/** Receipts in the order of their refund: those by card first, which this service refunds itself. */
export const cardsFirst = <Receipt extends Kept>(receipts: Receipt[]): Receipt[] => [
  ...receipts.filter(isByCard),
  ...receipts.filter((receipt) => !isByCard(receipt)),
]

/** The opposite order, for refunds that a company makes itself. */
export const elsewhereFirst = <Receipt extends Kept>(receipts: Receipt[]): Receipt[] =>
  cardsFirst(receipts).toReversed()

export const isByCard = ({ method }: Pick<Kept, 'method'>): boolean => method === 'card'

interface Booked {
  quote: unknown
  total_cents: number
  /** Today at the home. */
  today: string
}

/**
 * Refund for a guest who cancels today: the part of the price by the terms of the stay, and supplements, which are for a stay
 * that does not take place, whole. A penalty above what was paid of the price is not taken from them.
 */
export function partsByTerms<Receipt extends Kept>(
  { quote, total_cents, today }: Booked,
  receipts: Receipt[],
): Part<Receipt>[] {
  const supplements = receipts.filter(({ kind }) => !isOfPrice(kind))
  const ofPrice = receipts.filter(({ kind }) => isOfPrice(kind))
  const terms = pricedStay.parse(quote).cancellation
  return [
    ...partsOf(cardsFirst(ofPrice), guestRefund(terms, total_cents, leftCents(ofPrice), today)),
    ...wholeOf(supplements),
  ]
}

/** The steps of the terms of a stay with the refund of what was paid of it so far, as a cancellation on each day would make it. */
export const termsOf = (stay: Omit<Booked, 'today'>, receipts: Kept[]): Cancellation[] =>
  pricedStay.parse(stay.quote).cancellation.map((step) => ({
    ...step,
    refund_cents: refundCents(partsByTerms({ ...stay, today: step.until }, receipts)),
  }))

/** Everything that is left of some receipts, but for a fee that is kept of the price. Supplements go back whole. */
export function partsBeyondFee<Receipt extends Kept>(receipts: Receipt[], fee_cents: number): Part<Receipt>[] {
  const ofPrice = receipts.filter(({ kind }) => isOfPrice(kind))
  const supplements = receipts.filter(({ kind }) => !isOfPrice(kind))
  return [...partsOf(cardsFirst(ofPrice), Math.max(0, leftCents(ofPrice) - fee_cents)), ...wholeOf(supplements)]
}

/**
 * An amount as parts of what is left of some receipts, from one after the other; receipts without a part are left out.
 * @throws AppError 409 for more than is left of all of them
 */
export function partsOf<Receipt extends Pick<Kept, 'left_cents'>>(
  receipts: Receipt[],
  amount_cents: number,
): Part<Receipt>[] {
  let left = amount_cents
  if (left > leftCents(receipts)) throw new AppError('overRefund')
  return receipts.flatMap((receipt) => {
    const part_cents = Math.min(left, receipt.left_cents)
    left -= part_cents
    return part_cents > 0 ? [{ ...receipt, part_cents }] : []
  })
}
