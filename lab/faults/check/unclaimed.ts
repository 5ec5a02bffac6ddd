import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import { byId, type Finding, sum } from './finding.ts'
import type { Parting } from './parting.ts'
import { SETTLE_MS } from './settled.ts'

/**
 * Money whose payment was lost is on the list of what nobody has claimed within a minute of the database being there again, and nothing
 * else is. That what is not here at all is on the list, checkMoney looks for. Pure.
 */
export function checkUnclaimed(history: History, evidence: Evidence, partings: readonly Parting[]): Finding[] {
  const findings: Finding[] = []
  const { provider, receipts, unclaimed } = evidence
  const paid = byId(
    provider.intents.filter(({ status }) => status === 'succeeded'),
    ({ id }) => id,
  )
  const received = new Set(receipts.map(({ intent }) => intent))
  const pays = byId(ofKind(history, 'pay'), ({ request }) => request.reservation)
  for (const { intent, cents, found } of unclaimed) {
    const find = (kind: Finding['kind'], what: string) => findings.push({ kind, what: `${intent}: ${what}`, at: found })
    const money = paid.get(intent)
    if (!money) find('wrong', `${cents} on the list, which the provider has never received`)
    else if (money.cents !== cents) find('wrong', `${cents} on the list, ${money.cents} there`)
    if (received.has(intent)) find('doubled', 'received here, and on the list')
    const parting = partings.findLast(({ until }) => until <= found)
    if (!parting) {
      find('wrong', 'on the list, although nothing was lost before')
      continue
    }
    const due = Math.max(parting.until, pays.get(money?.reservation ?? -1)?.answered ?? 0)
    const broken = sum(history.faults, ({ begin, healed }) =>
      Math.max(0, Math.min(healed, found) - Math.max(begin, due)),
    )
    const late = found - due - broken
    if (late > SETTLE_MS) find('stuck', `on the list only after ${Math.round(late / 1_000)} s`)
  }
  return findings
}
