import type { Database } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { now, type Store } from '../stripe/store.ts'

/** The payment intents of the payments that examples name. */
export const INTENTS = { paid: 'pi_demo1', refunded: 'pi_demo2' }

/** Lets the payment stand-in know the payments that the demo has, so that they can be refunded; each once. */
export async function fillProvider(db: Database, store: Store): Promise<void> {
  for (const { payment_intent_id, key, left_cents } of await queries.dev.listReceipts(db, {}))
    if (!store.find(payment_intent_id)) keep(store, payment_intent_id, key, left_cents)
}

function keep(store: Store, intent: string, key: string, amount: number): void {
  const charge = intent.replace('pi_', 'ch_')
  const paid = {
    created: now(),
    livemode: false,
    amount,
    currency: 'eur',
    customer: null,
    metadata: { payment: key },
    payment_method: null,
    status: 'succeeded',
  }
  store.keep({
    ...paid,
    id: intent,
    object: 'payment_intent',
    amount_received: amount,
    setup_future_usage: null,
    latest_charge: charge,
    last_payment_error: null,
    canceled_at: null,
  })
  store.keep({
    ...paid,
    id: charge,
    object: 'charge',
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    paid: true,
    payment_intent: intent,
  })
}
