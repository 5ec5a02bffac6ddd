import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ChannelsContext } from '../context.ts'
import { deleteRemoteWebhook } from './registration.ts'

/** Deletes the subscriptions of an owner and the assignments, in the transaction that erases the account, and by jobs their webhooks at the channel manager. */
export async function eraseSubscriptions(
  context: ChannelsContext,
  tx: Transaction,
  user_id: number,
): Promise<string[]> {
  const homes = await queries.properties.listIdsOfOwner(tx, { user_id })
  const deleted = await queries.channelManager.deleteOfHomes(tx, { property_ids: homes.map(({ id }) => id) })
  for (const { remote_webhook_id } of deleted) {
    if (remote_webhook_id !== null) await context.jobs.enqueue(tx, deleteRemoteWebhook, { remote_webhook_id })
  }
  await queries.channelManager.deletePropertiesOf(tx, { owner_id: user_id })
  return []
}
