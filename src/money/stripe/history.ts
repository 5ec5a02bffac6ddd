import { z } from 'zod'
import { calling } from './calls.ts'
import type { Client } from './sdk.ts'

/** An event as the webhook would have brought it. */
export interface ProviderEvent {
  id: string
  type: string
}

export interface OpenCheckout {
  id: string
  /** The key of the payment; undefined for a checkout of another service. */
  paymentKey: string | undefined
}

/** History at the provider. Times are seconds since 1970, UTC; pages are newest first. */
export interface HistoryProvider {
  /** A page of the events since a time, after that with the given id, or the first (`''`); the provider keeps them for 30 days. */
  listEvents(since: number, after: string): Promise<ProviderEvent[]>
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
  return {
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
