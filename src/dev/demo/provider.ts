import type { Database } from '../../db/client.ts'
import { queries } from '../../db/queries.ts'
import { PAY_KEY, PAYMENT } from '../../openapi/values/ids.ts'
import { now, type Store } from '../stripe/store.ts'

/** The payment intents of the demo's payments. */
export const INTENTS = { paid: 'pi_demo1', refunded: 'pi_demo2' }

const CHARGE = 'ch_demo1'

/** Lets the payment stand-in know the payment that the demo has, so that it can be refunded; once. */
export async function tellProvider(db: Database, store: Store): Promise<void> {
  const receipt = await queries.payments.findReceipt(db, { payment_id: PAYMENT })
  if (receipt?.payment_intent_id !== INTENTS.paid || store.find(INTENTS.paid)) return
  const paid = {
    created: now(),
    livemode: false,
    amount: receipt.left_cents,
    currency: 'eur',
    customer: null,
    metadata: { payment: PAY_KEY },
    payment_method: null,
    status: 'succeeded',
  }
  store.keep({
    ...paid,
    id: INTENTS.paid,
    object: 'payment_intent',
    amount_received: receipt.left_cents,
    setup_future_usage: null,
    latest_charge: CHARGE,
    last_payment_error: null,
    canceled_at: null,
  })
  store.keep({
    ...paid,
    id: CHARGE,
    object: 'charge',
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    paid: true,
    payment_intent: INTENTS.paid,
  })
}
