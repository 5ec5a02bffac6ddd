import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { pipeline, type Queryable, transaction } from '../db/client.ts'
import { isAway } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { type Loop, startLoop, UNTIL_WOKEN } from '../lib/loop.ts'

const CHANNEL = 'sejour_wake'
/** Topics of this time go to other nodes in one message. */
const JOIN_MS = 20
/** Look for work this often without a wake-up, such as that of a node that was killed. */
const LOOK_MS = 2_000
/** Every how many looks the rarer ones are made. */
const PACES = { often: 1, seldom: 3 } as const

const messageSchema = z.object({ node: z.string(), topics: z.array(z.string()) })

/**
 * Wakes the loops that do the work in the database (docs/decisions/0032-one-wake-up.md). A wake-up may be lost: slow looks, all that
 * are due in one transaction, find the work.
 */
export interface WakeUps {
  /** Calls back when there may be work of a topic. Returns a function that ends this. */
  on(topic: string, listener: () => void): () => void
  /** Calls back after each commit of a request or job of this node. Returns a function that ends this. */
  onCommit(listener: () => void): () => void
  /** Wakes this node at once, and the others within some milliseconds. Call it after the commit. */
  wake(topics: string[]): void
  /** Repeats a look at the database, `often` every two seconds, `seldom` every six. Returns a function that ends this. */
  look(pace: keyof typeof PACES, look: (db: Queryable) => Promise<void>): () => void
}

export const wakeUps = fp(async (app: FastifyInstance, { run = true }: { run?: boolean | undefined }) => {
  const node = randomUUID()
  const listeners = new Map<string, Set<() => void>>()
  const toWake = new Set<string>()

  const call = (topics: Iterable<string>) => {
    for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener()
  }

  async function wakeOthers(): Promise<number> {
    if (toWake.size === 0) return UNTIL_WOKEN
    const message = JSON.stringify({ node, topics: [...toWake] } satisfies z.infer<typeof messageSchema>)
    toWake.clear()
    await queries.plugins.wake(app.db, { message }).catch((error: unknown) => {
      if (!isAway(error)) app.log.error({ err: error }, 'other nodes were not woken')
    })
    return UNTIL_WOKEN
  }
  const waking = startLoop(wakeOthers, JOIN_MS)

  const looks = new Set<{ look: (db: Queryable) => Promise<void>; every: number }>()
  let ticks = 0
  let looking: Loop | undefined
  async function lookOnce(): Promise<number> {
    ticks++
    const due = [...looks].filter(({ every }) => ticks % every === 0)
    const [only] = due
    const all =
      due.length === 1 && only
        ? only.look(app.db)
        : transaction(app.db, (tx) => pipeline({ ...due.map(({ look }) => look(tx)) }))
    await all.catch((error: unknown) => {
      if (!isAway(error)) app.log.error({ err: error }, 'slow look')
    })
    return LOOK_MS
  }

  function hear(text: string): void {
    const message = messageSchema.parse(JSON.parse(text))
    if (message.node !== node) call(message.topics)
  }

  app.decorate('wakeUps', {
    on(topic, listener) {
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(listener))
      return () => void all.delete(listener)
    },
    onCommit: (listener) => app.db.pool.onCommit(listener),
    wake(topics) {
      call(topics)
      for (const topic of topics) toWake.add(topic)
      waking.wake()
    },
    look(pace, look) {
      const own = { look, every: PACES[pace] }
      looks.add(own)
      return () => void looks.delete(own)
    },
  } satisfies WakeUps)

  let unlisten: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    if (!run) return
    looking = startLoop(lookOnce)
    // Wake-ups may have been missed while the connection was lost.
    unlisten = (await app.db.listen(CHANNEL, hear, () => call(listeners.keys()))).unlisten
  })
  app.addHook('onClose', async () => {
    await looking?.stop()
    await waking.stop()
    await unlisten?.()
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    wakeUps: WakeUps
  }
}
