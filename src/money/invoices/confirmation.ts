import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { MoneyContext } from '../context.ts'
import { type IssuedDocument, issuedDocument } from './document.ts'

const confirmedBy = issuedDocument.shape.seller.extend({ mention: z.string().nullable() })

/** The confirmation of a payment that has no document, with what went back since. It has no number, and changes with its money. */
export async function findConfirmation(context: MoneyContext, key: string): Promise<IssuedDocument | undefined> {
  const payment = await queries.payments.findConfirmation(context.db, { key })
  const description = payment && (await context.sales.get(payment.kind)?.describe?.(context.db, payment))
  if (!payment || !description) return undefined
  const { amount_cents, refunded_cents } = payment
  const { label, ...described } = description
  const words = texts(described.locale).documents
  const { mention, ...seller } = confirmedBy.parse(payment.seller)
  const lines = [
    { label, amount_cents },
    ...(refunded_cents === 0 ? [] : [{ label: words.refund, amount_cents: -refunded_cents }]),
  ]
  const total_cents = amount_cents - refunded_cents
  return issuedDocument.parse({
    ...payment,
    ...described,
    number: null,
    kind: 'confirmation',
    seller,
    mention,
    lines,
    total_cents,
  })
}
