import { z } from 'zod'
import { calling, found } from './calls.ts'
import { idOf, reference } from './intents.ts'
import type { Client } from './sdk.ts'

/** An event as the webhook would have brought it. */
interface ProviderEvent {
  id: string
  type: string
}

interface OpenCheckout {
  id: string
  /** The key of the payment; undefined for a checkout of another service. */
  paymentKey: string | undefined
}

/** Objects of a payment that events report. */
export type OfPayment = 'charge' | 'refund' | 'dispute' | 'fraud_warning'

/** History at the provider. Times are seconds since 1970, UTC; pages are newest first. */
export interface HistoryProvider {
  /** A page of the events since a time, after that with the given id, or the first (`''`); the provider keeps them for 30 days. */
  listEvents(since: number, after: string): Promise<ProviderEvent[]>
  /** An event by its id, or by that of its thin event; undefined when the provider has none. */
  findEvent(id: string, thin: string | undefined): Promise<ProviderEvent | undefined>
  /** The intent of the payment that an object belongs to, null without one; undefined when the provider has no such object. */
  findIntentId(object: OfPayment, id: string): Promise<string | null | undefined>
  /** A page of the checkouts since a time that can still be paid. */
  listOpenCheckouts(since: number, after: string): Promise<OpenCheckout[]>
}

const eventSchema = z.looseObject({ id: z.string(), type: z.string() })
const checkoutSchema = z.object({ id: z.string(), client_reference_id: z.uuid().nullish().catch(undefined) })

export function stripeHistory(stripe: Client): HistoryProvider {
  const pageOf = (since: number, after: string) => ({
    created: { gte: since },
    limit: 100,
    ...(after !== '' && { starting_after: after }),
  })
  const read = async (object: OfPayment, id: string) => {
    const client = await stripe()
    switch (object) {
      case 'charge':
        return client.charges.retrieve(id)
      case 'refund':
        return client.refunds.retrieve(id)
      case 'dispute':
        return client.disputes.retrieve(id)
      case 'fraud_warning':
        return client.radar.earlyFraudWarnings.retrieve(id)
    }
  }
  return {
    async findEvent(id, thin) {
      const { events, v2 } = await stripe()
      const event = await found<unknown>(thin === undefined ? events.retrieve(id) : v2.core.events.retrieve(thin))
      return event === undefined ? undefined : eventSchema.parse(event)
    },
    async findIntentId(object, id) {
      const one = await found(read(object, id))
      return one && (idOf(reference.parse(one.payment_intent)) ?? null)
    },
    async listEvents(since, after) {
      const { data } = await calling((await stripe()).events.list(pageOf(since, after)))
      return data.map((event) => eventSchema.parse(event))
    },
    async listOpenCheckouts(since, after) {
      const { data } = await calling(
        (await stripe()).checkout.sessions.list({ ...pageOf(since, after), status: 'open' }),
      )
      return data.map((session) => {
        const { id, client_reference_id } = checkoutSchema.parse(session)
        return { id, paymentKey: client_reference_id ?? undefined }
      })
    },
  }
}
