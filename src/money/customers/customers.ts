import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'

/** The user's customer at the provider; made when it is first needed. @throws AppError 503 */
export async function ensureCustomer(
  context: MoneyContext,
  { id, email, name }: { id: number; email: string; name: string },
): Promise<string> {
  const { key, customer_id } = await queries.customers.upsert(context.db, { user_id: id })
  if (customer_id !== null) return customer_id
  const made = await context.payments.createCustomer(key, { email, name })
  await queries.customers.update(context.db, { user_id: id, customer_id: made })
  return made
}
