import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { defineJob } from '../jobs/job.ts'
import { type ChannelManager, ChannelManagerError, type RemoteWebhook } from './client.ts'
import { storedEntries } from './schemas.ts'
import { secretOf } from './secrets.ts'

/** Deletes a webhook at the channel manager. */
export const deleteRemoteWebhook = defineJob({
  name: 'channel-manager.delete-webhook',
  payload: z.object({ remote_webhook_id: z.string() }),
  async run(app, { remote_webhook_id }) {
    await app.channelManager?.deleteWebhook(remote_webhook_id)
  },
})

/**
 * Makes the webhook at the channel manager what the subscription says, in the transaction that writes the subscription: a
 * refusal there undoes it. A subscription that is not mapped has none.
 * @throws AppError 502 the channel manager refuses it, 503 it cannot be reached.
 */
export async function register(app: FastifyInstance, tx: Transaction, webhook_id: string): Promise<void> {
  const manager = app.channelManager
  if (!manager) return
  const row = await queries.channelManager.findRegistration(tx, { webhook_id })
  if (!row) return
  const { remote_property_id, remote_webhook_id, callback_url, event_mask, is_active, send_data } = row
  if (remote_property_id === null) {
    if (remote_webhook_id === null) return
    await app.jobs.enqueue(tx, deleteRemoteWebhook, { remote_webhook_id })
    await queries.channelManager.setRegistration(tx, { webhook_id, remote_webhook_id: null })
    return
  }
  const webhook = {
    property_id: remote_property_id,
    callback_url,
    event_mask,
    is_active,
    send_data,
    headers: { ...storedEntries.parse(row.headers), 'x-webhook-secret': secretOf(app.config, row) },
    request_params: storedEntries.parse(row.request_params),
  }
  const id = await write(manager, remote_webhook_id, webhook).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (id !== remote_webhook_id) await queries.channelManager.setRegistration(tx, { webhook_id, remote_webhook_id: id })
}

/** Writes a webhook, and makes it anew when it was deleted there. Returns its id. */
async function write(manager: ChannelManager, id: string | null, webhook: RemoteWebhook): Promise<string> {
  if (id === null) return manager.createWebhook(webhook)
  try {
    await manager.updateWebhook(id, webhook)
    return id
  } catch (error) {
    if (error instanceof ChannelManagerError && error.status === 404) return manager.createWebhook(webhook)
    throw error
  }
}

/** What the channel manager said, for the person who asked. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof ChannelManagerError)) return error
  const { status, message, retryAfterSeconds } = error
  if (status >= 400 && status <= 499 && status !== 429)
    return new AppError('channelRefused', { cause: error, data: () => ({ channel_manager: message }) })
  const headers: Record<string, string> = retryAfterSeconds > 0 ? { 'retry-after': String(retryAfterSeconds) } : {}
  return new AppError('channelUnavailable', { cause: error, headers })
}
