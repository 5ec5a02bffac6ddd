import type { Database, Queryable, Transaction } from './db/client.ts'
import type { DatabaseConfig } from './db/config.ts'
import type { Brand } from './http/brand.ts'
import type { RetentionConfig } from './jobs/config.ts'
import type { Jobs } from './jobs/job.ts'
import type { Log } from './lib/log.ts'
import type { Reports } from './lib/reports.ts'
import type { MailConfig } from './mail/config.ts'
import type { Mail } from './mail/letter.ts'
import type { OutboundConfig } from './outbound/config.ts'
import type { Outages } from './outbound/outages.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { FrontEndLinks, PathValues } from './plugins/addresses.ts'
import type { ServerConfig } from './plugins/config.ts'
import type { StorageConfig } from './storage/config.ts'
import type { Storage } from './storage/storage.ts'

export type PlatformConfig = ServerConfig &
  DatabaseConfig &
  StorageConfig &
  MailConfig &
  OutboundConfig &
  RetentionConfig

/**
 * The context of rules. Each district adds its own ports in its `context.ts`. A running service is one, so routes and plugins pass
 * their Fastify instance; a test can pass less.
 */
export interface Context {
  config: PlatformConfig
  /** The pool of the service. A test may pass a transaction, which it rolls back. */
  db: Database | Transaction
  log: Log
  jobs: Jobs
  mail: Mail
  storage: Storage
  outbound: Outbound
  outages: Outages
  reports: Reports
  /** The public address of this service, without a trailing slash. */
  readonly publicUrl: string
  frontEnd: FrontEndLinks
  /** The public address of an operation. @throws Error for an unknown one, or a missing value, which are defects. */
  addressOf(operationId: string, values?: PathValues): string
  /** The public address of a public file, by its path as rows have it: `/storage/avatars/….webp`. */
  fileUrl(path: string): string
  /** Finds the brand that signs for an account: its company, or that of the installation. Implemented by company. */
  brandOf(db: Queryable, owner_id: number | undefined): Promise<Brand | undefined>
  /**
   * Counts mails with news, and sends them but to the addresses that have had theirs of the day, `full`. Not for transactions: those of one
   * company would wait for each other. Implemented by auth.
   */
  countNews<T>(db: Queryable, addresses: string[], send: (full: ReadonlySet<string>) => Promise<T>): Promise<T>
  /** True from the first signal to stop on: new work is refused, running work is finished. */
  stopping: boolean
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<Context, 'log' | 'db'> {
    db: Database
  }
}
