import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import type { Finding } from './finding.ts'

/** Holds end a minute after their time at the latest, when the job has looked for them. */
const HOLD_LATE_SECONDS = 120
/** Time after the last fault in which everything settles. */
export const SETTLE_MS = 60_000

const TAKEN = new Set(['pending', 'inquiry'])

/** Nothing is on its way for ever: what is left to do after the last fault is done within a minute. Pure. */
export function checkSettled(history: History, evidence: Evidence): Finding[] {
  const { reservations, refunds, inbox, unfinished, provider, channel } = evidence
  const paid = new Set(
    provider.intents.flatMap(({ status, reservation }) => (status === 'succeeded' ? [reservation] : [])),
  )
  const findings: Finding[] = []
  const stick = (what: string, op?: number) => findings.push({ kind: 'stuck', what, ...(op !== undefined && { op }) })
  for (const what of unfinished) stick(what)
  for (const { id, status, overdue } of reservations) {
    if ((overdue ?? 0) > HOLD_LATE_SECONDS) stick(`reservation ${id} holds its nights ${overdue} s too long`)
    if (TAKEN.has(status) && paid.has(id)) stick(`reservation ${id} is paid and ${status}`)
  }
  for (const { id, status } of refunds) if (status === 'pending') stick(`refund ${id} is pending`)
  for (const { event, status } of inbox) if (status === 'received') stick(`event ${event} is not applied`)

  const latest = new Map(
    ofKind(history, 'channel')
      .filter(({ outcome }) => outcome === 'ok')
      .map(({ id, request }) => [request.booking, { id, ...request }]),
  )
  for (const { id, booking, status, check_in, check_out, revision } of latest.values()) {
    const stays = channel.find((each) => each.booking === booking)?.stays ?? []
    const isRight =
      status === 'cancelled'
        ? stays.every((stay) => stay.status === 'cancelled')
        : stays.some(
            (stay) => stay.status === 'confirmed' && stay.check_in === check_in && stay.check_out === check_out,
          )
    if (!isRight) stick(`booking ${booking} of a platform is not as ${revision} says: ${JSON.stringify(stays)}`, id)
  }

  // A client that was sent away for a minute with nothing broken.
  for (const { id, outcome, invoked, attempts, request, answered } of history.operations) {
    if (outcome !== 'unknown') continue
    const broken = history.faults.filter(({ begin, healed }) => begin < answered && healed > invoked)
    const since = Math.max(invoked, ...broken.map(({ healed }) => healed))
    if ((attempts.at(-1)?.at ?? 0) - since > SETTLE_MS)
      stick(
        `${request.kind} was sent away ${attempts.length} times: ${[...new Set(attempts.map(({ status, code }) => `${status} ${code}`))].join(', ')}`,
        id,
      )
  }
  return findings
}
