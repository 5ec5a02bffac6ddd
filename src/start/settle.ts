import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from '../app.ts'
import { DatabaseHeartbeat } from '../operations/health/heartbeat.ts'
import { settleLosses } from '../operations/health/losses.ts'
import { queries } from '../platform/db/queries.ts'
import { AppError } from '../platform/http/errors.ts'
import { ConfigError } from '../platform/lib/environment.ts'
import { createLogger } from '../platform/plugins/logging.ts'

/** Does something in a service that runs no jobs and listens to nobody. */
export async function alone<T>(
  options: Omit<AppOptions, 'jobs'>,
  work: (app: FastifyInstance) => Promise<T>,
): Promise<T> {
  const config = { ...options.config, metricsPort: undefined }
  const app = await buildApp({ ...options, config, jobs: { run: false } })
  try {
    await app.ready()
    return await work(app)
  } finally {
    await app.close()
  }
}

/**
 * Looks before a start at which database this is. One that lacks what was committed, because it was restored or copied or because its
 * primary failed, is reconciled first with what the payment provider has done meanwhile.
 * @throws ConfigError when the payment provider cannot be reached.
 */
export async function settleBeforeStart(options: Omit<AppOptions, 'jobs'>): Promise<void> {
  const { db } = options
  await new DatabaseHeartbeat(db, createLogger(options.config, options.log)).beat()
  await queries.health.noteRehearsal(db, { is_rehearsal: options.config.rehearsal })
  const open = await queries.health.listOpenLosses(db, {})
  if (!open.some(({ reconciled_at }) => reconciled_at === null)) return
  try {
    await alone(options, settleLosses)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new ConfigError(
      'This database lacks work that was committed: it was restored, copied or moved. The payment provider must be ' +
        `asked what has happened meanwhile, and cannot be reached: ${cause.message}`,
      { cause },
    )
  }
}
