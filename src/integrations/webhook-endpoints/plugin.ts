import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type {} from '../../accounts/auth/remaining-access.ts'
import { pipeline } from '../../platform/db/client.ts'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { EVENTS } from '../../platform/events/dispatcher.ts'
import { type Loop, startLoop, UNTIL_WOKEN } from '../../platform/lib/loop.ts'
import { DELIVERIES, Sender } from './sender.ts'

/** Look for deliveries this often while some are under way: their endpoints may have more, and places for them. */
const BUSY_MS = 200
/** Wait before places that have become free are filled. */
const FILL_MS = 10

/** Sends events to endpoints, on all nodes together. `sendWebhooks` does what there is to do now, and waits for the answers. */
export const webhookSender = fp(async (app: FastifyInstance, { run = true }: { run?: boolean | undefined }) => {
  app.decorate('remainingAccess', async (tx, user_id) => {
    const endpoints = await queries.webhookEndpoints.listUrls(tx, { user_id })
    const keys = await queries.apiKeys.listNames(tx, { user_id })
    return {
      endpoints: [...new Set(endpoints.map(({ url }) => url))],
      keys: keys.map(({ name, prefix }) => `${name} (${prefix}…)`),
    }
  })

  let loop: Loop | undefined
  const sender = new Sender(app, () => loop?.wake())
  app.decorate('sendWebhooks', async () => {
    await sender.advance()
    for (let begun = 1; begun > 0; ) {
      begun = await sender.begin()
      await sender.end()
    }
  })

  async function workOnce(): Promise<number> {
    const work = async () => (await sender.advance()) + (await sender.begin())
    const done = await work().catch((error: unknown) => {
      if (!isAway(error)) app.log.error({ err: error }, 'webhooks not sent')
      return 0
    })
    if (done > 0) return FILL_MS
    return sender.isBusy ? BUSY_MS : UNTIL_WOKEN
  }
  app.addHook('onReady', async () => {
    if (!run) return
    const own = startLoop(workOnce, FILL_MS)
    loop = own
    for (const topic of [EVENTS, DELIVERIES]) app.wakeUps.on(topic, () => own.wake())
    app.wakeUps.look('seldom', async (tx) => {
      const { feed, deliveries } = await pipeline({
        feed: queries.webhookEndpoints.isBehind(tx, {}),
        deliveries: queries.webhookEndpoints.isDue(tx, {}),
      })
      if (feed.behind || deliveries.due) own.wake()
    })
  })
  app.addHook('onClose', async () => {
    await loop?.stop()
    await sender.end()
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes deliveries of new events, sends all that is due, and waits until that has ended. */
    sendWebhooks(): Promise<void>
  }
}
