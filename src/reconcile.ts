import { type AppOptions, buildApp } from './app.ts'
import { ConfigError } from './config.ts'
import { queries } from './db/queries.ts'
import { AppError } from './http/errors.ts'
import { type Reconciliation, reconcile } from './stripe-events/reconcile.ts'

/** Takes over what the payment provider has done meanwhile, in a service that runs no jobs and listens to nobody. */
export async function reconcileAlone(options: Omit<AppOptions, 'jobs'>, from?: Date): Promise<Reconciliation> {
  const config = { ...options.config, metricsPort: undefined }
  const app = await buildApp({ ...options, config, jobs: { run: false } })
  try {
    await app.ready()
    const found = await reconcile(app, from)
    app.log.warn(found, 'reconciled with the payment provider')
    return found
  } finally {
    await app.close()
  }
}

/**
 * Reconciles before a start on another database than the last one: a restored, copied or moved one.
 * @throws ConfigError when the payment provider cannot be reached: to start all the same could charge or refund twice.
 */
export async function reconcileIfMoved(options: Omit<AppOptions, 'jobs'>): Promise<void> {
  const { db } = options
  const { database_id, known } = await queries.operations.findDatabaseId(db, {})
  if (database_id === known) return
  try {
    if (known !== null) await reconcileAlone(options)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new ConfigError(
      'This database is not the one of the last start: it was restored, copied or moved. The payment provider must be ' +
        `asked what has happened meanwhile, and cannot be reached: ${cause.message}`,
      { cause },
    )
  }
  await queries.operations.updateDatabaseId(db, { database_id })
}

/** What was found, for people. Pure. */
export function describeReconciliation(found: Reconciliation): string {
  const money = ({ intent, amount_cents, currency }: Reconciliation['unknown'][number]) =>
    `  ${intent}: ${(amount_cents / 100).toFixed(2)} ${currency}`
  return [
    `Asked the payment provider what has happened since ${found.since}: ${found.events} events that were not known here.`,
    ...(found.checkouts > 0 ? [`${found.checkouts} checkouts that were not known here are closed.`] : []),
    ...(found.failed.length > 0
      ? [`Not applied yet, see \`npm run admin -- inbox\`: ${found.failed.join(', ')}.`]
      : []),
    ...(found.unknown.length > 0
      ? ['Paid, and of no reservation in this database (refund them at the provider, or book them again):']
      : []),
    ...found.unknown.map(money),
    ...(found.returned.length > 0
      ? [
          `Money of these reservations went back, and they go on; perhaps they were cancelled: ${found.returned.join(', ')}.`,
        ]
      : []),
  ].join('\n')
}
