import { z } from 'zod'
import { found } from './calls.ts'
import { idOf, reference } from './intents.ts'
import type { Client } from './sdk.ts'

/** A guest's demand at their bank to get a payment back, as it is at the provider. */
export interface Dispute {
  id: string
  /** undefined for a payment that was not made by an intent. */
  paymentIntentId: string | undefined
  amountCents: number
  /** The provider's word. */
  status: string
  outcome: 'open' | 'won' | 'lost'
}

export interface DisputeProvider {
  /** undefined when the provider has no such dispute. */
  findDispute(id: string): Promise<Dispute | undefined>
}

const disputeSchema = z
  .object({ id: z.string(), amount: z.int(), status: z.string(), payment_intent: reference })
  .transform(
    ({ id, amount, status, payment_intent }): Dispute => ({
      id,
      paymentIntentId: idOf(payment_intent),
      amountCents: amount,
      status,
      outcome: status === 'won' || status === 'lost' ? status : status === 'warning_closed' ? 'won' : 'open',
    }),
  )

export const stripeDisputes = (stripe: Client): DisputeProvider => ({
  async findDispute(id) {
    const dispute = await found((await stripe()).disputes.retrieve(id))
    return dispute && disputeSchema.parse(dispute)
  },
})
