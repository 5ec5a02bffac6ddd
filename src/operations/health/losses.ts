import { z } from 'zod'
import type { IntegrationsContext } from '../../integrations/context.ts'
import { reconcile } from '../../integrations/stripe-events/reconcile.ts'
import { seriesNamed, skipNumbers } from '../../money/invoices/numbers.ts'
import { type Database, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { type Beat, highest, type LossReason, type Seen } from './failover.ts'

/** Numbers as PostgreSQL gives them in JSON. */
export const numbersByName = z.record(z.string(), z.int())

/** The highest numbers that a node has seen: of sequences by their names, and of documents by their years. */
export interface Numbers {
  sequences: Record<string, number>
  documents: Record<string, number>
}

/** A beat, with the last numbers of the database. */
export interface BeatWithNumbers extends Beat {
  beaten_at: string | null
  numbers: Numbers
}

/** More than is given out between the last beat and a failure, and between reading a number and raising it. */
const MARGIN = 10_000
/** Documents that may be issued without an event of the provider: their numbers have gaps that an accountant asks about. */
const DOCUMENTS_MARGIN = 10
/** An event may have happened this long before the newest beat that is left, and have been applied after it. */
const EVENT_MINUTES = 10

/** Runs what decides whether others may write. */
const lookingAt = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(db, work, { onAnyDatabase: true })

/** True if the database is still as a beat has shown it, in the transaction that changes what is known of it. */
async function isStill(tx: Transaction, beat: Beat): Promise<boolean> {
  const known = await queries.health.lockInstallation(tx, {})
  if (!known) return beat.known_id === null
  return (
    known.known_id === beat.known_id && known.is_known_server === beat.is_known_server && known.epoch === beat.epoch
  )
}

/** Goes on with a database that has all that was committed; false: another node has changed what is known of it. */
export const accept = (db: Database, beat: Beat): Promise<boolean> =>
  lookingAt(db, async (tx) => {
    if (!(await isStill(tx, beat))) return false
    await queries.health.accept(tx, { epoch: beat.epoch ?? 1, beats: (beat.beats ?? 0) + 1 })
    return true
  })

/**
 * Goes on with a database that lacks what was committed, in a new epoch and with numbers that nobody has seen. Charges, refunds and
 * documents wait until the payment provider has been asked. false: another node was faster.
 */
export const declareLoss = (
  db: Database,
  beat: BeatWithNumbers,
  reason: LossReason,
  seen: (Seen & Numbers) | undefined,
): Promise<boolean> =>
  lookingAt(db, async (tx) => {
    if (!(await isStill(tx, beat))) return false
    const epoch = Math.max(beat.epoch ?? 1, seen?.epoch ?? 1) + 1
    const survived_at = beat.beaten_at ?? new Date().toISOString()
    await queries.health.insertLoss(tx, { epoch, reason, survived_at })
    await queries.events.beginEpoch(tx, { epoch })
    await raise(tx, epoch, seen ?? beat.numbers, true)
    await queries.health.accept(tx, { epoch, beats: Math.max(beat.beats ?? 0, seen?.beats ?? 0) + 1 })
    return true
  })

/** Adds what this node has seen to a loss that another one has found. */
export const addSeen = (db: Database, epoch: number, seen: Numbers): Promise<void> =>
  lookingAt(db, (tx) => raise(tx, epoch, seen, false))

async function raise(tx: Transaction, epoch: number, seen: Numbers, all: boolean): Promise<void> {
  await queries.health.raiseSequences(tx, { numbers: seen.sequences, margin: MARGIN, all })
  await queries.health.noteDocumentsSeen(tx, { epoch, documents: seen.documents })
}

/**
 * Asks the payment provider what has happened since the losses that are open, and settles the numbers of documents: first what can have
 * been lost, so that charges and refunds go on, then the days before, whose events may have arrived late.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function settleLosses(context: IntegrationsContext): Promise<void> {
  const open = await queries.health.listOpenLosses(context.db, {})
  // Several losses are settled together: what happened since the first of them is asked for once.
  const waiting = open.filter(({ reconciled_at }) => reconciled_at === null)
  const lostSince = waiting[0]?.survived_at
  if (lostSince !== undefined) {
    const from = new Date(Date.parse(lostSince) - EVENT_MINUTES * 60_000)
    const found = await reconcile(context, { from, lostSince })
    await transaction(context.db, async (tx) => {
      // More may have been given out than the margin covers, after a restore to yesterday for example.
      const reservations_id_seq = Math.max(0, ...found.unknown.map(({ reservation_id = 0 }) => reservation_id))
      await queries.health.raiseSequences(tx, { numbers: { reservations_id_seq }, margin: MARGIN, all: false })
      for (const { epoch, documents_seen } of waiting) {
        const documents_lost = await skipDocuments(tx, numbersByName.parse(documents_seen), found.events)
        await queries.health.markReconciled(tx, { epoch, documents_lost })
      }
    })
    context.log.warn({ epochs: waiting.map(({ epoch }) => epoch), ...found }, 'reconciled with the payment provider')
  }
  const [oldest] = open
  if (!oldest) return
  await reconcile(context, { lostSince: oldest.survived_at })
  for (const { epoch } of open) await queries.health.markCompleted(context.db, { epoch })
}

/** Leaves out the numbers of documents that may have been given out: at most one for each event of the provider. */
async function skipDocuments(tx: Transaction, seen: Record<string, number>, events: number) {
  const counters = (await queries.invoices.listCounters(tx, {})).map(({ series, last }) => [series, last] as const)
  const left: Record<string, number> = Object.fromEntries(counters)
  const skipped = Object.entries(highest(seen, left)).map(([series, last]) => ({
    ...seriesNamed(series),
    first: (left[series] ?? 0) + 1,
    last: last + events + DOCUMENTS_MARGIN,
  }))
  for (const { last, ...series } of skipped) await skipNumbers(tx, series, last)
  return skipped
}
