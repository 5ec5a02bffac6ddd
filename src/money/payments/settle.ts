import type { MoneyContext } from '../context.ts'
import type { PaymentIntent } from '../stripe/intents.ts'
import { findOrMake } from './rest.ts'

/**
 * Applies the state of an intent, reported by a webhook, a verification or a sweep, to what was sold. Running it again changes
 * nothing. Returns false for an intent of another service.
 */
export async function settle(context: MoneyContext, intent: PaymentIntent): Promise<boolean> {
  if (intent.paymentKey === undefined) return false
  // Of a balance that was paid early after the backup that this database was restored from, only the deposit is there.
  const payment = await findOrMake(context, intent.paymentKey)
  const sale = payment && context.sales.get(payment.kind)
  if (!sale) return false
  if (intent.status === 'succeeded') await sale.received(payment, intent)
  // The job of an off-session charge reports what the bank says of it.
  else if (intent.status !== 'open' && intent.chargeKey === undefined) await sale.attempted(payment, intent)
  return true
}
