import type { Evidence } from '../evidence.ts'
import type { History } from '../history.ts'
import { checkStatuses } from './answers.ts'
import type { Finding } from './finding.ts'
import { beyondParting, checkKept } from './kept.ts'
import { checkMoney } from './money.ts'
import { checkClients, checkCommits } from './nights.ts'
import { checkEffects, checkNotices, checkNumbers } from './once.ts'
import { checkPushes } from './pushes.ts'
import { checkSettled } from './settled.ts'

export interface Promises {
  /** Asynchronous replication may lose the end of what was acknowledged, and nothing else. */
  asynchronous: boolean
}

/** Everything that must not be, by all checks. Pure. */
export function check(history: History, evidence: Evidence, { asynchronous }: Promises): Finding[] {
  const kept = checkKept(history, evidence)
  return [
    ...(asynchronous ? beyondParting(history, kept) : kept),
    // A stay that was lost with its primary leaves no order that all clients could have seen.
    ...(asynchronous ? [] : checkClients(history, evidence)),
    ...checkCommits(evidence),
    ...checkMoney(history, evidence),
    ...checkEffects(history, evidence),
    ...checkNotices(history, evidence),
    ...checkNumbers(history, evidence),
    ...checkSettled(history, evidence),
    ...(asynchronous ? [] : checkPushes(history, evidence)),
    ...checkStatuses(history),
  ]
}
