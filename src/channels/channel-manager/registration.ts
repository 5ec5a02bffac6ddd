import { z } from 'zod'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import type { WebhookRegistration } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ChannelsContext } from '../context.ts'
import { type ChannelManager, ChannelManagerError } from './client.ts'
import { notifyRefused } from './notices.ts'
import { storedEntries } from './schemas.ts'
import { secretOf } from './secrets.ts'

/** Deletes a webhook at the channel manager. */
export const deleteRemoteWebhook = defineJob({
  name: 'channel-manager.delete-webhook',
  needs: 'channels',
  payload: z.object({ remote_webhook_id: z.string() }),
  async run(context: ChannelsContext, { remote_webhook_id }) {
    await context.channelManager?.deleteWebhook(remote_webhook_id)
  },
})

/** Life of a claim: longer than two calls may take. */
const LEASE_SECONDS = 60
/** When a job looks again that has found another one at work. */
const RETRY_SECONDS = 5

/** Makes the webhook at the channel manager what the subscription says. */
export const registerWebhook = defineJob({
  name: 'channel-manager.register-webhook',
  needs: 'channels',
  payload: z.object({ webhook_id: z.string() }),
  urgent: true,
  async run(context: ChannelsContext, { webhook_id }) {
    const { channelManager: manager } = context
    if (!manager) return
    // The same job sends changes that arrive during the call.
    for (let claimed = await claim(context, webhook_id); claimed; claimed = await claim(context, webhook_id))
      await register(context, manager, claimed)
    const { pending } = await queries.channelManager.isRegistrationPending(context.db, { webhook_id })
    if (pending) await context.jobs.enqueue(context.db, registerWebhook, { webhook_id }, { after: RETRY_SECONDS })
  },
})

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

const claim = ({ db }: ChannelsContext, webhook_id: string) =>
  queries.channelManager.claimRegistration(db, { webhook_id, lease_seconds: LEASE_SECONDS })

/** Enqueues the registration of a subscription at the channel manager, in the transaction that writes it. */
export async function requestRegistration(
  context: ChannelsContext,
  tx: Transaction,
  webhook_id: string,
): Promise<void> {
  if (!context.channelManager) return
  const requested = await queries.channelManager.requestRegistration(tx, { webhook_id })
  if (requested) await context.jobs.enqueue(tx, registerWebhook, { webhook_id })
}

/**
 * Registers a subscription at the channel manager, without a transaction, and records the outcome. A refusal is final until the next
 * change; owner and support are notified.
 * @throws ChannelManagerError it cannot be reached, or is too busy: to be tried again.
 */
async function register(context: ChannelsContext, manager: ChannelManager, claimed: Claimed): Promise<void> {
  try {
    const remote_webhook_id = await write(context, manager, claimed)
    const registration = remote_webhook_id === null ? 'none' : 'registered'
    await transaction(context.db, async (tx) => {
      const kept = await release(tx, claimed, { remote_webhook_id, registration, error: null })
      // Another job has registered it too, or the subscription is gone.
      if (!kept && remote_webhook_id !== null && remote_webhook_id !== claimed.remote_webhook_id)
        await context.jobs.enqueue(tx, deleteRemoteWebhook, { remote_webhook_id })
    })
  } catch (error) {
    if (!(error instanceof ChannelManagerError)) throw error
    const { remote_webhook_id } = claimed
    const registration = isFinal(error) ? 'refused' : 'pending'
    await transaction(context.db, async (tx) => {
      const kept = await release(tx, claimed, { remote_webhook_id, registration, error: error.message })
      if (kept && registration === 'refused') await notifyRefused(context, tx, claimed, error.message)
    })
    if (registration === 'pending') throw error
  }
}

interface Outcome {
  remote_webhook_id: string | null
  registration: WebhookRegistration
  error: string | null
}

const release = (
  tx: Transaction,
  { id: webhook_id, registration_claim, registration_version }: Claimed,
  outcome: Outcome,
) =>
  queries.channelManager.releaseRegistration(tx, { webhook_id, registration_claim, registration_version, ...outcome })

/** True if another attempt would be answered the same. */
const isFinal = ({ status }: ChannelManagerError): boolean =>
  status >= 400 && status <= 499 && status !== 408 && status !== 429

/** Updates the webhook, creates it again when it was deleted there, or deletes it. Returns its id; null: it has none. */
async function write(context: ChannelsContext, manager: ChannelManager, claimed: Claimed): Promise<string | null> {
  const { remote_property_id, remote_webhook_id: id, callback_url, event_mask, is_active, send_data } = claimed
  if (remote_property_id === null) {
    if (id !== null) await manager.deleteWebhook(id)
    return null
  }
  const webhook = {
    property_id: remote_property_id,
    callback_url,
    event_mask,
    is_active,
    send_data,
    headers: { ...storedEntries.parse(claimed.headers), 'x-webhook-secret': secretOf(context.config, claimed) },
    request_params: storedEntries.parse(claimed.request_params),
  }
  if (id === null) return manager.createWebhook(webhook)
  try {
    await manager.updateWebhook(id, webhook)
    return id
  } catch (error) {
    if (error instanceof ChannelManagerError && error.status === 404) return manager.createWebhook(webhook)
    throw error
  }
}
