import type { Transaction } from '../../platform/db/client.ts'
import { type EventsPart, queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Changed } from './lists.ts'

interface Reach {
  /** The first event that is kept; null: none is. */
  kept_since: string | null
  /** The last time that something was found to be lost. */
  lost_at: string | null
}

/**
 * What was told of a subject since a moment; undefined: it may be everything, because the feed does not go back that far.
 * @throws AppError 410 for a moment before a loss: what is gone has no event.
 */
export async function changedSince(
  tx: Transaction,
  { subject, owner_id, since }: { subject: string; owner_id: number | undefined; since: string },
  { kept_since, lost_at }: Reach,
): Promise<Changed | undefined> {
  const moment = Date.parse(since)
  if (lost_at !== null && moment < Date.parse(lost_at)) throw new AppError('cursorLost')
  if (kept_since === null || moment < Date.parse(kept_since)) return undefined
  const parts = new Set<EventsPart>(owner_id === undefined ? [] : ['told-to'])
  const told = async (name: string) =>
    (await queries.events.listSubjects(tx, parts, { since, owner_id, subject: name })).map((row) => row.subject_id)
  return { subjects: await told(subject), homes: await told('property') }
}
