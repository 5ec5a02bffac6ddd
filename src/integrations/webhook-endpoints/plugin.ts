import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type {} from '../../accounts/auth/remaining-access.ts'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { type Loop, startLoop } from '../../platform/lib/loop.ts'
import { Sender } from './sender.ts'

/** How often a node looks for events and for deliveries that are due, and how long it waits before it fills places that have become free. */
const LOOK_MS = 200
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

  const sender = new Sender(app)
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
    return done > 0 ? FILL_MS : LOOK_MS
  }
  let loop: Loop | undefined
  app.addHook('onReady', async () => {
    if (run) loop = startLoop(workOnce)
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
