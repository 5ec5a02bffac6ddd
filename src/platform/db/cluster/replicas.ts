import { setTimeout as delay } from 'node:timers/promises'
import { type Loop, startLoop } from '../../lib/loop.ts'
import { hasReplayed, type Position, positionOf } from '../../lib/position.ts'
import { workContext } from '../../lib/work-context.ts'
import { type Connections, openConnections, type Queryable, type Settings } from '../connections.ts'
import { databaseError, isAway } from '../errors.ts'
import { openReaders, type Readers } from '../readers.ts'
import { serversOf } from '../servers.ts'

/** The state of the primary, as this node has seen it. */
interface Seen {
  epoch: number
  beats: number
}

/** The activity of a replica, for /metrics. */
interface ReplicaFigures {
  name: string
  serves: boolean
  lagSeconds: number
  reads: number
  /** Reads that the primary has answered in its place. */
  refused: number
}

/** The replicas of a pool. */
export interface Replicas {
  /** Notes what the node has seen of the primary. */
  note(seen: Seen): void
  /** The answer of a replica to a read that may be some seconds old; undefined: the primary has to be asked. */
  read<T>(run: (connection: Queryable) => PromiseLike<T>): Promise<{ value: T } | undefined>
  /** True if one of them answers what may be some seconds old. */
  readonly serve: boolean
  figures(): ReplicaFigures[]
  end(how?: { timeout?: number | undefined }): Promise<void>
}

/** Opens the connections to replicas, `max` to each for reads. */
export type OpenReplicas = (settings: Settings, max: number) => Replicas

/** Ask a replica for its position this often, and wait so long for the answer. */
const LOOK_MS = 500
const ANSWER_MS = 1_000

/** Position of a replica: the beats of the primary arrive there as everything else does. */
const STANDING = `
  select i.database_id, i.epoch, i.beats, pg_last_wal_replay_lsn() as lsn
  from installation i
  where pg_is_in_recovery()`

interface Standing {
  epoch: number
  beats: number
  position: Position
}

/** Errors of a replica for reads that the primary can answer: it has to replay a change of rows that a long read still needs. */
const CONFLICTS = new Set(['40001', '40P01', '57014'])

/** The connections to one replica. */
interface ReplicaConnections {
  /** Without passwords. */
  name: string
  /** The connection that asks how far it is. */
  sql: Connections
  readers: Readers<Connections>
  lagSeconds: number
}

/** A standby that answers reads whose answers may be some seconds old. */
class Replica {
  readonly options: ReplicaConnections
  /** undefined: it is away, starts up, or is no replica. */
  standing: Standing | undefined
  reads = 0
  refused = 0
  /** Ends reads that wait for a replica that has gone away. */
  #gone = Promise.withResolvers<undefined>()

  constructor(options: ReplicaConnections) {
    this.options = options
  }

  /** Seconds that it is behind: one node writes a beat every second. */
  lag(seen: Seen): number {
    return this.standing === undefined ? Number.POSITIVE_INFINITY : Math.max(0, seen.beats - this.standing.beats)
  }

  /** True if it may answer who has seen so much. */
  serves(seen: Seen, wanted: Position | undefined): boolean {
    const { standing, options } = this
    if (standing === undefined || standing.epoch < seen.epoch || this.lag(seen) > options.lagSeconds) return false
    return wanted === undefined || hasReplayed(standing.position, wanted)
  }

  async look(): Promise<void> {
    const asked =
      this.options.sql.unsafe<{ database_id: string; epoch: number; beats: number; lsn: string }[]>(STANDING)
    const [row] = await Promise.race([asked, delay(ANSWER_MS, [], { ref: false })]).catch(() => [])
    asked.catch(() => undefined)
    const position = row && positionOf(`${row.database_id}/${row.lsn}`)
    if (row && position) this.standing = { epoch: row.epoch, beats: row.beats, position }
    else this.leave()
  }

  /** Serves nothing until it has answered again. */
  leave(): void {
    this.standing = undefined
    this.#gone.resolve(undefined)
    this.#gone = Promise.withResolvers()
  }

  /** The answer of a read; undefined: the primary has to be asked. */
  async read<T>(run: (connection: Queryable) => PromiseLike<T>): Promise<{ value: T } | undefined> {
    const answer = this.options.readers.run(async (connection) => ({ value: await run(connection) }))
    answer.catch(() => undefined)
    try {
      const found = await Promise.race([answer, this.#gone.promise])
      if (found) this.reads++
      else this.refused++
      return found
    } catch (error) {
      if (!isAway(error) && !CONFLICTS.has(databaseError(error)?.code ?? '')) throw error
      this.refused++
      return undefined
    }
  }
}

/**
 * The replicas of a pool (docs/high-availability.md, "Replicas"). One that is behind by more than its limit, away, or not yet as far as
 * a reader has to see, answers nothing, and nobody notices.
 */
class ReplicaReads implements Replicas {
  readonly #all: Replica[]
  readonly #loops: Loop[]
  #seen: Seen = { epoch: 1, beats: 0 }
  #next = 0

  constructor(all: ReplicaConnections[]) {
    this.#all = all.map((options) => new Replica(options))
    this.#loops = this.#all.map((replica) =>
      startLoop(async () => {
        await replica.look()
        return LOOK_MS
      }),
    )
  }

  /** Notes what the node has seen of the primary. */
  note(seen: Seen): void {
    this.#seen = seen
  }

  /** The answer of a replica to a read that may be some seconds old; undefined: the primary has to be asked. */
  async read<T>(run: (connection: Queryable) => PromiseLike<T>): Promise<{ value: T } | undefined> {
    const freshness = workContext().request?.freshness ?? 'latest'
    if (freshness === 'latest') return undefined
    const wanted = freshness === 'any' ? undefined : freshness
    const able = this.#all.filter((replica) => replica.serves(this.#seen, wanted))
    return able[this.#next++ % able.length]?.read(run)
  }

  /** True if one of them answers what may be some seconds old. */
  get serve(): boolean {
    return this.#all.some((replica) => replica.serves(this.#seen, undefined))
  }

  figures(): ReplicaFigures[] {
    return this.#all.map((replica) => ({
      name: replica.options.name,
      serves: replica.serves(this.#seen, undefined),
      lagSeconds: replica.lag(this.#seen),
      reads: replica.reads,
      refused: replica.refused,
    }))
  }

  async end(how?: { timeout?: number | undefined }): Promise<void> {
    for (const loop of this.#loops) void loop.stop()
    const pools = this.#all.flatMap(({ options: { sql, readers } }) => [sql, ...readers.connections])
    await Promise.all(pools.map((pool) => pool.end(how)))
  }
}

/** Opens connections to standbys for reads, which may be `lagSeconds` behind. They lead through no pooler of shared sessions. */
export const replicasAt =
  ({ urls, lagSeconds }: { urls: readonly string[]; lagSeconds: number }): OpenReplicas =>
  (settings, max) =>
    new ReplicaReads(
      urls.map((url) => {
        const servers = serversOf(url, settings.ca)
        const { host, port } = servers.addresses.all[0]
        const own = { ...settings, shared: undefined }
        const readers = openReaders(servers, own, max)
        return { name: `${host}:${port}`, sql: openConnections(servers, own, 1, 'read'), readers, lagSeconds }
      }),
    )
