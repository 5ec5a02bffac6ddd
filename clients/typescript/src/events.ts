import type { Client } from 'openapi-fetch'
import { bodyOf } from './errors.js'
import type { components, paths } from './generated/api.js'
import type { components as documented } from './generated/events.js'
import { patiently } from './patience.js'

type Bodies = documented['schemas']['endpoint']

/** `reservation.confirmed` and others. Types are added: pass over one that you do not know. */
export type EventType = keyof Bodies

/** Payload of a webhook, e.g. `Webhook<'payment.succeeded'>`; of all types by default. `type` tells the type of `data.object`. */
export type Webhook<Type extends EventType = EventType> = {
  [T in Type]: Omit<Bodies[T], 'type'> & { type: T }
}[Type]

/** An event of the feed. Its `type` tells what `data` is. */
export type SejourEvent<Type extends EventType = EventType> = {
  [T in Type]: Omit<components['schemas']['Event'], 'type' | 'data'> & { type: T; data: Bodies[T]['data']['object'] }
}[Type]

export interface FollowOptions<Type extends EventType = EventType> {
  /** Cursor to continue from: the `next` kept with the last page. Default `latest`: from now on. */
  after?: string
  types?: readonly Type[]
  property_id?: string
  /** Ends it. */
  signal?: AbortSignal
}

/** Some events in their order. Keep `next` together with what you make of them. */
export interface Page<Type extends EventType = EventType> {
  events: SejourEvent<Type>[]
  next: string
}

const WAIT_SECONDS = 30

/**
 * The feed of events, page by page as they happen; it waits for what comes, and while the service is away. The first page may be empty: it
 * tells where the feed is now. @throws SejourError `cursor_lost`: make your copy anew, and go on from `latest`.
 */
export async function* follow<Type extends EventType = EventType>(
  api: Client<paths>,
  { after = 'latest', types, property_id, signal }: FollowOptions<Type> = {},
): AsyncGenerator<Page<Type>, void> {
  let wait = after === 'latest' ? 0 : WAIT_SECONDS
  while (!signal?.aborted) {
    const query = { after, wait, ...(types && { types: types.join(',') }), ...(property_id && { property_id }) }
    const page = await patiently(
      async () => bodyOf(await api.GET('/api/v1/events', { params: { query }, signal: signal ?? null })),
      signal,
    )
    if (page === undefined) return
    const isFirst = after === 'latest'
    after = page.meta.next
    wait = WAIT_SECONDS
    // The document says of each type what its data are.
    if (page.data.length > 0 || isFirst) yield { events: page.data as SejourEvent<Type>[], next: after }
  }
}
