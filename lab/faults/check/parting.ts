import type { Evidence } from '../evidence.ts'
import { type History, type Operation, ofKind } from '../history.ts'
import { byId, type Finding } from './finding.ts'

/**
 * A moment at which the database went on without the last of what it had acknowledged: a backup was restored, or a standby became the
 * primary that replication had not brought everything.
 */
export interface Parting {
  /** Changes acknowledged before are kept. */
  from: number
  /** Changes acknowledged before were acknowledged by the lost database. */
  stopped: number
  /** The other one works. */
  until: number
}

/** Largest lag of an asynchronous standby when something goes wrong. */
const LAG_MS = 10_000

/** Restores of the run, and where replication is asynchronous each time at which another member was the primary. Pure. */
export function partingsOf({ losses, primaries, faults }: History, asynchronous: boolean): Parting[] {
  const partings = losses.map(({ from, stopped, at }): Parting => ({ from, stopped, until: at }))
  if (!asynchronous) return partings
  let known: string[] = []
  for (const { names, at } of primaries) {
    if (known.length > 0 && names.some((name) => !known.includes(name))) {
      const stopped = faults.findLast(({ begin }) => begin <= at)?.begin ?? at
      partings.push({ from: stopped - LAG_MS, stopped, until: at })
    }
    if (names.length > 0) known = names
  }
  return partings
}

/** True if something that was acknowledged then may be missing. Pure. */
export const mayBeGone = (partings: readonly Parting[], at: number): boolean =>
  partings.some(({ from, until }) => at >= from && at <= until)

/**
 * The losses that no parting explains: what was acknowledged in its time may be missing, unless something is there that was asked for
 * later and acknowledged by the same database. Pure.
 */
export function beyondParting(
  history: History,
  { reservations }: Evidence,
  losses: Finding[],
  partings: readonly Parting[],
): Finding[] {
  const byOp = byId(history.operations, ({ id }) => id)
  const tags = new Set(reservations.map(({ tag }) => tag))
  // Whoever is given the hold that they have already has written nothing.
  const written = ofKind(history, 'book').filter(({ outcome, request }) => outcome === 'ok' && tags.has(request.tag))
  return losses.filter(({ op }) => {
    const missing = op === undefined ? undefined : byOp.get(op)
    if (!missing) return true
    const { answered } = missing
    return !partings.some(
      ({ from, stopped, until }) =>
        answered >= from &&
        answered <= until &&
        !written.some((kept) => kept.invoked > answered && kept.answered < stopped),
    )
  })
}

/**
 * The run as if what partings took had never been asked for: without the operations whose effects are gone, and what clients were refused
 * or heard because of such effects. Pure.
 */
export function withoutGone(
  history: History,
  gone: ReadonlySet<number>,
  evidence: Evidence,
  partings: Parting[],
): History {
  if (partings.length === 0) return history
  const messages = byId(evidence.messages, ({ id }) => id)
  const goneBookings = new Set(
    ofKind(history, 'book').flatMap(({ id, value }) => (gone.has(id) ? [value.reservation] : [])),
  )
  const isOfGone = ({ id, outcome, request, answered }: Operation) =>
    gone.has(id) ||
    (request.kind === 'book' && outcome === 'refused' && mayBeGone(partings, answered)) ||
    (request.kind === 'cancel' && goneBookings.has(request.reservation))
  return {
    ...history,
    operations: history.operations.filter((operation) => !isOfGone(operation)),
    heard: history.heard.filter(({ message, at }) => messages.has(message) || !mayBeGone(partings, at)),
  }
}
