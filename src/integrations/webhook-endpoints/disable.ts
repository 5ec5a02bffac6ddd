import { z } from 'zod'
import { notify } from '../../accounts/notifications/notify.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob, type Job } from '../../platform/jobs/job.ts'
import type { IntegrationsContext } from '../context.ts'

/** Disables an endpoint and notifies the person who made it. Does nothing the second time. */
export async function disable(context: IntegrationsContext, id: string, because: 'gone' | 'failing'): Promise<void> {
  await transaction(context.db, async (tx) => {
    const disabled = await queries.webhookEndpoints.disable(tx, { id, because })
    if (!disabled) return
    await queries.webhookEndpoints.endWaiting(tx, { id })
    const { owner_id, created_by, url, disabled_at } = disabled
    await notify(context, tx, {
      user_id: owner_id ?? created_by,
      content: { type: 'webhook_disabled', url, because },
      data: { endpoint_id: id },
      property_id: null,
      dedupe_key: `webhook:${id}:${disabled_at}`,
    })
  })
}

/** Drops the deliveries above the limit of an endpoint, and notifies its maker once per backlog. The feed keeps the events. */
async function dropSurplus(context: IntegrationsContext, id: string, max_waiting: number): Promise<void> {
  await transaction(context.db, async (tx) => {
    const crowded = await queries.webhookEndpoints.dropSurplus(tx, { id, max_waiting })
    if (!crowded) return
    const { owner_id, created_by, url, dropping_since } = crowded
    await notify(context, tx, {
      user_id: owner_id ?? created_by,
      content: { type: 'webhook_dropped', url, limit: max_waiting },
      data: { endpoint_id: id },
      property_id: null,
      dedupe_key: `webhook:${id}:dropped:${dropping_since}`,
    })
  })
}

/** Keeps the deliveries that wait for an endpoint to a limit. */
export const dropDeliveries: Job<object, IntegrationsContext> = defineJob({
  name: 'webhook-endpoints.drop-deliveries',
  payload: z.object({}),
  schedule: '* * * * *',
  async run(context: IntegrationsContext): Promise<void> {
    const { webhookDeliveriesWaiting: max_waiting } = context.config.quotas
    for (const { id } of await queries.webhookEndpoints.listCrowded(context.db, { max_waiting }))
      await dropSurplus(context, id, max_waiting)
    await queries.webhookEndpoints.endDropping(context.db, { max_waiting })
  },
})

/** Endpoints that have not answered for four days. */
export const disableFailing: Job<object, IntegrationsContext> = defineJob({
  name: 'webhook-endpoints.disable-failing',
  payload: z.object({}),
  schedule: '41 * * * *',
  async run(context: IntegrationsContext): Promise<void> {
    for (const { id } of await queries.webhookEndpoints.listFailing(context.db, {}))
      await disable(context, id, 'failing')
  },
})
