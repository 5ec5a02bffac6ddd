import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../db/queries.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { EVENTS } from './dispatcher.ts'

/** Ask for new events this often while somebody waits for some, and no wake-up comes. */
const LOOK_MS = 1_000
/** Shortest time between two questions. */
const GATHER_MS = 20

interface Wait {
  /** Waiting reader; a reader waits once, and their second wait ends the first. */
  reader: string
  /** Owner of the awaited events; undefined: all owners. */
  owner_id: number | undefined
  /** The position after which nothing was there. */
  after: number
  ms: number
  /** The client is gone. */
  signal: AbortSignal
}

/** `news`: there is an event; `timeout`: there was none for as long as asked; `ended`: the client or the service is gone, or the reader waits anew. */
type Outcome = 'news' | 'timeout' | 'ended'

interface Waiter extends Pick<Wait, 'owner_id'> {
  end(outcome: Outcome): void
}

interface FeedWatch {
  wait(wait: Wait): Promise<Outcome>
}

/** Readers waiting for events on this node. One small statement serves all of them, and none of them holds a connection. */
export const feedWatch = fp(async (app: FastifyInstance) => {
  const waiters = new Map<string, Waiter>()
  let loop: Loop | undefined
  let last = 0

  async function look(): Promise<number> {
    const after = last
    const news = await queries.events.listOwnersWithNews(app.db, { after }).catch(() => undefined)
    if (news === undefined) return LOOK_MS
    const owners = new Set(news.owners)
    for (const { owner_id, end } of [...waiters.values()])
      if (owner_id === undefined ? owners.size > 0 : owners.has(owner_id)) end('news')
    // Somebody who began to wait during the look may need an earlier position.
    if (last !== after) return 0
    last = news.position
    return LOOK_MS
  }

  async function wait({ reader, owner_id, after, ms, signal }: Wait): Promise<Outcome> {
    waiters.get(reader)?.end('ended')
    // Readers about to wait when the service stops do not wait either.
    if (signal.aborted || app.stopping) return 'ended'
    // Events between the reader's look and this one are seen with the next.
    last = waiters.size === 0 ? after : Math.min(last, after)
    const { promise, resolve: end } = Promise.withResolvers<Outcome>()
    const giveUp = () => end('ended')
    const waiter = { owner_id, end }
    waiters.set(reader, waiter)
    signal.addEventListener('abort', giveUp)
    const timer = setTimeout(() => end('timeout'), ms)
    loop ??= startLoop(look, GATHER_MS)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      if (waiters.get(reader) === waiter) waiters.delete(reader)
      if (waiters.size === 0) rest()
    }
  }

  /** Nobody waits. */
  function rest(): void {
    void loop?.stop()
    loop = undefined
  }

  app.decorate('feedWatch', { wait } satisfies FeedWatch)
  const unwatch = app.wakeUps.on(EVENTS, () => loop?.wake())
  app.addHook('preClose', async () => {
    unwatch()
    for (const { end } of waiters.values()) end('ended')
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    feedWatch: FeedWatch
  }
}
