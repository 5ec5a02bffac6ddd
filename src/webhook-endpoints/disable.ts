import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { defineJob, type Job } from '../jobs/job.ts'
import { notify } from '../notifications/notify.ts'

/** Sends an endpoint nothing any more, and tells who has made it. Does nothing the second time. */
export async function disable(app: FastifyInstance, id: string, because: 'gone' | 'failing'): Promise<void> {
  await transaction(app.db, async (tx) => {
    const disabled = await queries.webhookEndpoints.disable(tx, { id, because })
    if (!disabled) return
    await queries.webhookEndpoints.endWaiting(tx, { id })
    const { owner_id, created_by, url, disabled_at } = disabled
    await notify(app, tx, {
      user_id: owner_id ?? created_by,
      content: { type: 'webhook_disabled', url, because },
      data: { endpoint_id: id },
      dedupe_key: `webhook:${id}:${disabled_at}`,
    })
  })
}

/** Endpoints that have not answered for four days. */
export const disableFailing: Job<object> = defineJob({
  name: 'webhook-endpoints.disable-failing',
  payload: z.object({}),
  schedule: '41 * * * *',
  async run(app): Promise<void> {
    for (const { id } of await queries.webhookEndpoints.listFailing(app.db, {})) await disable(app, id, 'failing')
  },
})
