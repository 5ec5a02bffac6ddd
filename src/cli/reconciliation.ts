import { z } from 'zod'
import type { Reconciliation } from '../integrations/stripe-events/reconcile.ts'
import { nameOf } from '../money/invoices/numbers.ts'
import type { queries } from '../platform/db/queries.ts'

/** Report of `npm run admin -- reconcile`, for people. Pure. */

/** An amount in major units. */
export const money = (cents: number, currency: string): string => `${(cents / 100).toFixed(2)} ${currency}`

/** Findings at the payment provider just now. */
export function describeReconciliation(found: Reconciliation): string {
  return [
    `Asked the payment provider what has happened since ${found.since}: ${found.events} events that were not known here.`,
    ...(found.checkouts > 0 ? [`${found.checkouts} checkouts that were not known here are closed.`] : []),
    ...(found.failed.length > 0
      ? [`Not applied yet, see \`npm run admin -- inbox\`: ${found.failed.join(', ')}.`]
      : []),
    ...(found.returned.length > 0
      ? [
          `Money of these reservations went back, and they go on; perhaps they were cancelled: ${found.returned.join(', ')}.`,
        ]
      : []),
  ].join('\n')
}

type Unclaimed = Awaited<ReturnType<typeof queries.stripeEvents.listUnclaimed>>

/** Payments for lost reservations, until somebody has settled them. */
export function describeUnclaimed(list: Unclaimed): string[] {
  if (list.length === 0) return []
  return [
    'Paid, and of no reservation in this database: book the stay again and `reconcile claim <payment intent> <reservation>`, or `reconcile refund <payment intent>`:',
    ...list.map(
      ({ payment_intent_id, amount_cents, currency, lost_reservation_id, found_at }) =>
        `  ${payment_intent_id}: ${money(amount_cents, currency)}, reservation ${lost_reservation_id ?? 'unknown'}, found ${found_at}`,
    ),
  ]
}

type Losses = Awaited<ReturnType<typeof queries.health.listLosses>>

const ranges = z.array(z.object({ prefix: z.string().optional(), year: z.int(), first: z.int(), last: z.int() }))

/** When committed work was lost, and which numbers of documents an accountant will not find. */
export function describeLosses(losses: Losses): string[] {
  return losses.flatMap(({ epoch, reason, found_at, survived_at, documents_lost, reconciled_at }) => [
    `Lost (${reason}), found ${found_at}: what was committed after ${survived_at}${reconciled_at === null ? '; a node is still to ask the provider about it' : ''}. Epoch ${epoch} began.`,
    ...ranges
      .parse(documents_lost)
      .map(
        ({ first, last, ...series }) =>
          `  Numbers ${first} to ${last} of the documents of ${nameOf(series)} are not given out any more.`,
      ),
  ])
}
