import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'

/** Access to an account that outlasts a new password: names of API keys and addresses of webhook endpoints. */
export async function remainingAccess(
  tx: Transaction,
  user_id: number,
): Promise<{ endpoints: string[]; keys: string[] }> {
  const endpoints = await queries.webhookEndpoints.listUrls(tx, { user_id })
  const keys = await queries.apiKeys.listNames(tx, { user_id })
  return {
    endpoints: [...new Set(endpoints.map(({ url }) => url))],
    keys: keys.map(({ name, prefix }) => `${name} (${prefix}…)`),
  }
}
