import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { queries } from '../../platform/db/queries.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import type { PaymentIntent } from '../stripe/intents.ts'

/** A payment for something that is sold; `reservation_id` is null where that is no stay. */
export interface SoldPayment {
  id: number
  reservation_id: number | null
}

/** A payment whose money has come in. */
export type AppliedPayment = NonNullable<Awaited<ReturnType<typeof queries.payments.findApplied>>>

/** A refund of a payment (negative cents), or its reversal where the refund failed (positive cents), with the label of its document. */
export interface RefundedPayment extends Pick<AppliedPayment, 'payment_id' | 'reservation_id'> {
  amount_cents: number
  label: string
}

/** A line of a document; refunds are negative. `vat_cents` is within the amount. */
export interface DocumentLine {
  /** The kind of the line, the same from an invoice to its credit notes; documents from before there were codes have none. */
  code?: string | undefined
  label: string
  amount_cents: number
  vat_hundredths: number
  vat_cents: number
}

/** Contents of an invoice. */
export interface Bill {
  locale: Locale
  buyer: unknown
  /** Its issuer; undefined: the installation. */
  seller?: Seller | undefined
  /** Its issuer may not issue numbered documents here: the payment gets a confirmation, with the words that its country expects on one. */
  withheld?: { mention: string | null } | undefined
  /** The lines of an issuer, which sum to the amount of the payment. */
  linesOf(issuer: Issuer): DocumentLine[]
}

/** A payment in the words of its confirmation. */
export interface Description extends Pick<Bill, 'locale' | 'buyer'> {
  label: string
}

/** Issuer of documents. `vat_hundredths`: the rate within prices, in 0.01 %. `prefix`: the beginning of its numbers. */
interface Seller {
  id: number
  name: string
  address: string
  tax_id: string
  vat_hundredths: number
  prefix: string
}

/** Issuer of a document: a seller, or null for the installation, and the rate within prices, in 0.01 %. */
export interface Issuer {
  seller_id: number | null
  vat_hundredths: number
}

/** Payment of the rest of a deposit before its day. */
export interface Rest {
  /** True if it is to be paid. */
  isDue(deposit: SoldPayment): Promise<boolean>
  /** Makes its payment, once, under the key that follows from that of the deposit; void when it is not due. */
  make(deposit: SoldPayment): Promise<void>
}

/** Terms that a payer reads before they pay. */
export interface Terms {
  /** Text that they have to accept. */
  contract?: { version: number; locale: Locale; text: string } | undefined
  /** Consent, by choice, to keep the card that pays. */
  card?: { version: string; text: string } | undefined
}

/** Terms that a payer has accepted, by version. */
export interface Accepted {
  accept_contract?: number | undefined
  keep_card?: string | undefined
}

/** Questions of payments to the sold things, which stand above them. */
export interface Sale {
  /**
   * Runs in the transactions of an attempt to open a checkout, before and after; the payment can then be made until
   * `payable_until_seconds` (Unix time).
   * @throws AppError 409 when it is not for sale any more.
   */
  beforeCheckout(tx: Transaction, payment: SoldPayment, payable_until_seconds: number): Promise<void>
  /** The money of an intent has arrived. It is applied once, however often that is reported. */
  received(payment: SoldPayment, intent: PaymentIntent): Promise<void>
  /** An attempt to pay has failed, or is in progress. */
  attempted(payment: SoldPayment, intent: PaymentIntent): Promise<void>
  /** Contents of the invoice of a payment, in the transaction that issues it. */
  billOf(tx: Transaction, payment: AppliedPayment): Promise<Bill>
  /** A payment in the words of its confirmation; only where documents can be withheld. */
  describe?(db: Queryable, payment: AppliedPayment): Promise<Description>
  /** Lines of the document of a refund, where they depend on more than the invoice of the payment. */
  linesOfRefund?(tx: Transaction, refund: RefundedPayment, issuer: Issuer): Promise<DocumentLine[]>
  /** Money of a payment is kept again: a refund has failed, or a dispute was won. */
  keptAgain?(tx: Transaction, payment: Pick<SoldPayment, 'reservation_id'>): Promise<void>
  /** The account that sells it, whose company the page of the payment shows. */
  companyOf(db: Queryable, payment: Pick<SoldPayment, 'reservation_id'>): Promise<number | undefined>
  /** Lines that its page shows; none where its page has the days of a stay alone. */
  linesOf?(db: Queryable, payment: Pick<SoldPayment, 'id'>): Promise<{ label: string; amount_cents: number }[]>
  /** Terms that its payer reads and accepts before they pay. */
  termsOf?(db: Queryable, payment: Pick<SoldPayment, 'reservation_id'>, locale: Locale): Promise<Terms>
  /** Notes what its payer has accepted, and returns whether the card is kept. @throws AppError 400 where they have to, 409 for other terms. */
  accept?(tx: Transaction, payment: SoldPayment, accepted: Accepted, locale: Locale): Promise<boolean>
  /** The consent of a payer without an account to keep the card, which the checkout shows. */
  consentOf?(db: Queryable, payment: Pick<SoldPayment, 'reservation_id'>): Promise<string | undefined>
  /** Pays the rest of a deposit before its day. */
  rest?: Rest
}

export const payments = fp(async (app: FastifyInstance) => {
  app.decorate('sales', new Map())
})
