import type { Evidence } from '../evidence.ts'
import type { History } from '../history.ts'
import { checkStatuses } from './answers.ts'
import type { Finding } from './finding.ts'
import { checkKept } from './kept.ts'
import { checkMoney } from './money.ts'
import { checkClients, checkCommits } from './nights.ts'
import { checkEffects, checkNotices, checkNumbers } from './once.ts'
import { beyondParting, partingsOf, withoutGone } from './parting.ts'
import { checkPushes } from './pushes.ts'
import { checkSettled } from './settled.ts'
import { checkUnclaimed } from './unclaimed.ts'

export interface Promises {
  /** Asynchronous replication may lose the end of what was acknowledged, and nothing else. */
  asynchronous: boolean
}

/** Everything that must not be, by all checks. Pure. */
export function check(history: History, evidence: Evidence, { asynchronous }: Promises): Finding[] {
  const partings = partingsOf(history, asynchronous)
  const losses = checkKept(history, evidence)
  const lost = beyondParting(history, evidence, losses, partings)
  const gone = new Set(losses.flatMap((loss) => (loss.op === undefined || lost.includes(loss) ? [] : [loss.op])))
  const left = withoutGone(history, gone, evidence, partings)
  return [
    ...lost,
    ...checkClients(left, evidence),
    ...checkCommits(evidence),
    ...checkMoney(history, evidence, gone),
    ...checkUnclaimed(history, evidence, partings),
    ...checkEffects(history, evidence),
    ...checkNotices(history, evidence, partings),
    ...checkNumbers(history, evidence),
    ...checkSettled(left, evidence),
    ...checkPushes(left, evidence),
    ...checkStatuses(history),
  ]
}
