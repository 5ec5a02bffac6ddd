import type { Database } from './pool.ts'
import type { Readers } from './readers.ts'

/** The connections to one replica. */
export interface ReplicaConnections {
  /** Without passwords. */
  name: string
  /** The connection that asks how far it is. */
  sql: Database
  readers: Readers<Database>
  end(how?: { timeout?: number | undefined }): Promise<void>
  lagSeconds: number
}

/** The state of the primary, as this node has seen it. */
export interface Seen {
  epoch: number
  beats: number
}

/** The activity of a replica, for /metrics. */
export interface ReplicaFigures {
  name: string
  serves: boolean
  lagSeconds: number
  reads: number
  /** Reads that the primary has answered in its place. */
  refused: number
}

/** The replicas of a pool. Only a pool that has some loads their code (src/platform/db/cluster/README.md). */
export interface Replicas {
  /** Notes what the node has seen of the primary. */
  note(seen: Seen): void
  /** The answer of a replica to a read that may be some seconds old; undefined: the primary has to be asked. */
  read<T>(run: (connection: Database) => PromiseLike<T>): Promise<{ value: T } | undefined>
  /** Whether one of them answers what may be some seconds old. */
  readonly serve: boolean
  figures(): ReplicaFigures[]
  end(how?: { timeout?: number | undefined }): Promise<void>
}

/** Standbys for reads, how many seconds they may be behind, and what reads from them. */
export interface ReplicaSet {
  urls: readonly string[]
  lagSeconds: number
  gather(all: ReplicaConnections[]): Replicas
}
