import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import type { IntegrationsContext } from '../../integrations/context.ts'
import { type Database, pipeline, transaction } from '../../platform/db/client.ts'
import type { Replicas } from '../../platform/db/cluster/replicas.ts'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob, type Job } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/lib/log.ts'
import { type Loop, startLoop } from '../../platform/lib/loop.ts'
import { highest, type Seen, verdictOn } from './failover.ts'
import {
  accept,
  addSeen,
  type BeatWithNumbers,
  declareLoss,
  type Numbers,
  numbersByName,
  settleLosses,
} from './losses.ts'

const BEAT_MS = 1_000
/** Pause before the next try while the database is away: until a node has looked at it, nothing new gets a number. */
const RETRY_MS = 200

/** Asks the payment provider about losses until it has answered. */
export const settleLossesJob: Job<object, IntegrationsContext> = defineJob({
  name: 'operations.settle-losses',
  payload: z.object({}),
  schedule: '* * * * *',
  rehearses: true,
  run: settleLosses,
})

/** Knowledge of a node about its database; it detects a move of the database and the loss of committed changes. */
export class DatabaseHeartbeat {
  #seen: (Seen & Numbers) | undefined
  readonly #db: Database
  readonly #log: Log
  readonly #replicas: Replicas | undefined

  /** @param replicas receive the state to follow. */
  constructor(db: Database, log: Log, replicas?: Replicas) {
    this.#db = db
    this.#log = log
    this.#replicas = replicas
  }

  /** True if committed work was ever lost, also where this node has not found it yet. */
  async hasLost(): Promise<boolean> {
    return (await queries.health.countLosses(this.#db, {})).epoch > 1
  }

  /** Beats, and deals with what it finds. Returns whether there is a loss to settle. */
  async beat(): Promise<boolean> {
    const beat = await this.#read()
    const verdict = verdictOn(beat, this.#seen)
    if (verdict === 'same') return this.#remember(beat)
    if (verdict === 'known-elsewhere') {
      const epoch = beat.epoch ?? 1
      if (this.#seen) await addSeen(this.#db, epoch, this.#seen)
      this.#log.warn({ epoch }, 'committed work was lost, as another node has found or an operator has said')
      this.#remember(beat)
      return true
    }
    if (verdict === 'new' || verdict === 'moved') {
      // If another node was faster, the next beat shows what it has found.
      if (!(await accept(this.#db, beat)) || verdict === 'new') return false
      const { known_id: from, present_id: to } = beat
      if (from === to) this.#log.info('the database was restarted; nothing is lost')
      else this.#log.warn({ from, to }, 'the database has moved; nothing is lost')
      return false
    }
    if (!(await declareLoss(this.#db, beat, verdict.lost, this.#seen))) return false
    // All of it is in the database now, above which it goes on.
    this.#seen = undefined
    this.#log.error({ reason: verdict.lost, survived_at: beat.beaten_at }, 'the database has lost committed work')
    return true
  }

  /** Takes committed work for lost that no beat misses: of a database that was copied back file by file. */
  async declare(): Promise<void> {
    await declareLoss(this.#db, await this.#read(), 'rewound', undefined)
  }

  async #read(): Promise<BeatWithNumbers> {
    const { beaten, counters } = await transaction(
      this.#db,
      (tx) =>
        pipeline({
          beaten: queries.health.beat(tx, { seen: this.#seen?.beats ?? 0 }),
          counters: queries.invoices.listCounters(tx, {}),
        }),
      { onAnyDatabase: true },
    )
    const { numbers, ...beat } = beaten
    const documents = Object.fromEntries(counters.map(({ series, last }) => [series, last]))
    return { ...beat, numbers: { sequences: numbersByName.parse(numbers), documents } }
  }

  #remember({ epoch, beats, numbers }: BeatWithNumbers): false {
    const before = this.#seen
    this.#seen = {
      epoch: epoch ?? 1,
      beats: Math.max(beats ?? 0, before?.beats ?? 0),
      sequences: highest(before?.sequences ?? {}, numbers.sequences),
      documents: highest(before?.documents ?? {}, numbers.documents),
    }
    this.#replicas?.note(this.#seen)
    return false
  }
}

/** Beats on a connection of its own, which no request can take. With `run: false`, as in most tests, only on request. */
export const heartbeat = fp(async (app: FastifyInstance, { run = true }: { run?: boolean | undefined }) => {
  const db = app.db.pool.connectAlso()
  const own = new DatabaseHeartbeat(db, app.log, app.db.pool.replicas)
  app.decorate('heartbeat', own)

  /** When to beat again. */
  async function beatOnce(): Promise<number> {
    const begun = performance.now()
    try {
      // Should the database go away between these two, the schedule of the job finds the loss.
      if (await own.beat()) await app.jobs.enqueue(app.db, settleLossesJob, {})
      app.databaseOutage.worked()
      return Math.max(RETRY_MS, BEAT_MS - (performance.now() - begun))
    } catch (error) {
      if (isAway(error)) app.databaseOutage.failed(error)
      else app.log.error({ err: error }, 'beat')
      return RETRY_MS
    }
  }

  let loop: Loop | undefined
  app.addHook('onReady', async () => {
    if (run) loop = startLoop(beatOnce)
  })
  app.addHook('onClose', async () => {
    const stopped = loop?.stop()
    // A beat that waits for an answer waits no longer.
    await db.end({ timeout: 1 })
    await stopped
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    heartbeat: DatabaseHeartbeat
  }
}
