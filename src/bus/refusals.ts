import { type Database, poolFigures } from '../db/client.ts'
import { withDeadline } from '../db/deadline.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { databaseTime } from './bus.ts'

const LOOK_MS = 500
/** How long the database may take to answer. */
const ANSWER_MS = 1_000
/** How long nobody must have been turned away. */
const CALM_MS = 2_000

/** How much work has found no connection to the database so far. */
function refusedBy(db: Database): number {
  const { read, write } = poolFigures(db) ?? {}
  return (read?.refused ?? 0) + (write?.refused ?? 0)
}

/**
 * Calls `onCalm` when the database answers again after it has turned work away. Whoever asked for the signature of a channel meanwhile
 * has been refused it, and stock clients do not ask again while their socket is open (docs/design/realtime.md, "While the database is away").
 */
export function watchRefusals(db: Database, onCalm: () => unknown): Loop {
  let refused = refusedBy(db)
  let turnedAwayAt: number | undefined
  return startLoop(async () => {
    const answers = await withDeadline(ANSWER_MS, () => databaseTime(db)).then(
      () => true,
      () => false,
    )
    const before = refused
    refused = refusedBy(db)
    if (!answers || refused > before) turnedAwayAt = performance.now()
    else if (turnedAwayAt !== undefined && performance.now() - turnedAwayAt > CALM_MS) {
      turnedAwayAt = undefined
      onCalm()
    }
    return LOOK_MS
  })
}
