import { z } from 'zod'
import { type Endpoint, endpoint, get, none } from './endpoint.ts'
import type { Store, StripeObject } from './store.ts'

/** Thin events: they name the object that has changed, and do not have it. */

/** Addresses of objects at the provider, by their type. */
const ADDRESSES: Record<string, string> = {
  'checkout.session': 'checkout/sessions',
  'radar.early_fraud_warning': 'radar/early_fraud_warnings',
}

const snapshot = z.object({
  type: z.string(),
  created: z.int(),
  data: z.object({ object: z.object({ id: z.string(), object: z.string() }) }),
})

/** A thin event beside an event with its object, as a destination with thin payloads gets it. */
export function thinEvent(store: Store, event: StripeObject): ReturnType<typeof showThin> {
  return showThin(store, store.create('evt_thin', 'v2.core.event', { snapshot_event: event.id }))
}

function showThin(store: Store, { id, snapshot_event }: StripeObject) {
  const { type, created, data } = snapshot.parse(get(store, String(snapshot_event), 'event'))
  const { id: related, object } = data.object
  return {
    id,
    object: 'v2.core.event',
    context: null,
    created: new Date(created * 1000).toISOString(),
    livemode: false,
    reason: null,
    related_object: { id: related, type: object, url: `/v1/${ADDRESSES[object] ?? `${object}s`}/${related}` },
    snapshot_event,
    type: `v1.${type}`,
  }
}

export const THIN_ENDPOINTS: Endpoint[] = [
  endpoint('GET', '/v2/core/events/:id', none, (_input, id, { store }) =>
    showThin(store, get(store, id, 'v2.core.event')),
  ),
]
