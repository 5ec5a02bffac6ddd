import type Stripe from 'stripe'
import { z } from 'zod'
import { found } from './calls.ts'
import { currencyCode, idOf, reference } from './intents.ts'
import { type Client, type Named, unnamed } from './sdk.ts'

/**
 * Stage of a dispute. `open`: a bank asks, or decides; `appealed`: it was lost, and another decision is to come; `prevented`: it was
 * settled before it became a dispute; `closed`: a bank asked, and takes nothing; `unknown`: a status that the SDK does not name.
 */
export type DisputeStage = 'open' | 'appealed' | 'won' | 'lost' | 'prevented' | 'closed' | 'unknown'

/** A guest's demand at their bank to get a payment back, as it is at the provider. */
export interface Dispute {
  id: string
  /** undefined for a payment that was not made by an intent. */
  paymentIntentId: string | undefined
  /** The disputed amount, which can have a currency of its own. */
  amountCents: number
  currency: string
  /** The provider's words. */
  status: string
  reason: string
  stage: DisputeStage
  isRefundable: boolean
  openedAt: string
  /** Movements of the account's balance: money that left is negative. */
  movements: { amountCents: number; currency: string }[]
}

/** A report of a card's bank that a payment is fraud, before anybody disputes it. */
interface FraudWarning {
  paymentIntentId: string | undefined
  /** True while a refund can still prevent a dispute. */
  isActionable: boolean
}

export interface DisputeProvider {
  /** undefined when the provider has no such dispute. */
  findDispute(id: string): Promise<Dispute | undefined>
  /** undefined when the provider has no such warning. */
  findFraudWarning(id: string): Promise<FraudWarning | undefined>
}

/** The stage of a status. Pure. */
function stageOf(status: Named<Stripe.Dispute.Status>): DisputeStage {
  switch (status) {
    case 'needs_response':
    case 'under_review':
    case 'warning_needs_response':
    case 'warning_under_review':
      return 'open'
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'appealed'
    case 'won':
    case 'lost':
    case 'prevented':
      return status
    case 'warning_closed':
      return 'closed'
    default:
      return unnamed(status, 'unknown')
  }
}

/**
 * Money that a dispute has taken from a payment for now, in cents of the payment's currency. null: it decides nothing yet; undefined: it
 * has taken money that cannot be said in that currency. Pure.
 */
export function takenCents(
  { stage, movements, amountCents, currency }: Pick<Dispute, 'stage' | 'movements' | 'amountCents' | 'currency'>,
  ofPayment: string,
): number | null | undefined {
  switch (stage) {
    case 'open':
    case 'unknown':
      return null
    case 'won':
    case 'closed':
      return 0
    case 'prevented':
    case 'appealed':
    case 'lost': {
      // One that was prevented by a block, or by an ordinary refund, takes nothing itself.
      if (stage === 'prevented' && movements.length === 0) return 0
      const own = movements.filter((movement) => movement.currency === ofPayment)
      if (own.length > 0) return Math.max(0, 0 - own.reduce((sum, movement) => sum + movement.amountCents, 0))
      return currency === ofPayment ? amountCents : undefined
    }
  }
}

const disputeSchema = z
  .object({
    id: z.string(),
    amount: z.int(),
    currency: currencyCode,
    status: z.string(),
    reason: z.string(),
    is_charge_refundable: z.boolean(),
    created: z.int(),
    payment_intent: reference,
    balance_transactions: z.array(z.object({ amount: z.int(), currency: currencyCode })),
  })
  .transform(
    ({ id, amount, currency, status, reason, payment_intent, ...dispute }): Dispute => ({
      id,
      paymentIntentId: idOf(payment_intent),
      amountCents: amount,
      currency,
      status,
      reason,
      stage: stageOf(status as Named<Stripe.Dispute.Status>),
      isRefundable: dispute.is_charge_refundable,
      openedAt: new Date(dispute.created * 1000).toISOString(),
      movements: dispute.balance_transactions.map((moved) => ({ amountCents: moved.amount, currency: moved.currency })),
    }),
  )

const warningSchema = z.object({ actionable: z.boolean(), payment_intent: reference }).transform(
  ({ actionable, payment_intent }): FraudWarning => ({
    paymentIntentId: idOf(payment_intent),
    isActionable: actionable,
  }),
)

export const stripeDisputes = (stripe: Client): DisputeProvider => ({
  async findDispute(id) {
    const dispute = await found((await stripe()).disputes.retrieve(id))
    return dispute && disputeSchema.parse(dispute)
  },
  async findFraudWarning(id) {
    const warning = await found((await stripe()).radar.earlyFraudWarnings.retrieve(id))
    return warning && warningSchema.parse(warning)
  },
})
