import type { Database } from '../../platform/db/client.ts'
import { withDeadline } from '../../platform/db/semaphore.ts'
import { startLoop, UNTIL_WOKEN } from '../../platform/lib/loop.ts'
import { databaseTime } from './bus.ts'

const LOOK_MS = 500
/** Time-out of the database. */
const ANSWER_MS = 1_000
/** An outage ends this long after the last refusal: refused clients have reconnected by then. */
export const CALM_MS = 2_000

/** Knows whether somebody was refused the signature of a channel because the service could not answer. */
export interface AuthOutage {
  /** Somebody was refused one. */
  note(): void
  stop(): Promise<void>
}

/**
 * Calls `onCalm` when somebody was refused a signature, and then the database has answered for two seconds without a further refusal: stock
 * clients do not ask again while their socket is open (docs/design/realtime.md, "While the database is away").
 */
export function watchAuthOutage(db: Database, onCalm: () => unknown): AuthOutage {
  let refusedAt: number | undefined
  const { wake, stop } = startLoop(async () => {
    if (refusedAt === undefined) return UNTIL_WOKEN
    const answers = await withDeadline(ANSWER_MS, () => databaseTime(db)).then(
      () => true,
      () => false,
    )
    if (!answers) refusedAt = performance.now()
    else if (performance.now() - refusedAt > CALM_MS) {
      refusedAt = undefined
      onCalm()
    }
    return LOOK_MS
  })
  const note = () => {
    const isFirst = refusedAt === undefined
    refusedAt = performance.now()
    if (isFirst) wake()
  }
  return { note, stop }
}
