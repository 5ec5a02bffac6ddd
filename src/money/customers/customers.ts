import type { FastifyInstance } from 'fastify'
import { queries } from '../../platform/db/queries.ts'

/** The user's customer at the provider; made when it is first needed. @throws AppError 503 */
export async function ensureCustomer(
  app: FastifyInstance,
  { id, email, name }: { id: number; email: string; name: string },
): Promise<string> {
  const { key, customer_id } = await queries.customers.upsert(app.db, { user_id: id })
  if (customer_id !== null) return customer_id
  const made = await app.payments.createCustomer(key, { email, name })
  await queries.customers.update(app.db, { user_id: id, customer_id: made })
  return made
}
