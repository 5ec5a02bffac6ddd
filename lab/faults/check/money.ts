import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import { byId, type Finding, sum } from './finding.ts'

const OPEN = new Set(['unpaid', 'processing', 'failed'])
const GIVEN_UP = new Set(['expired', 'cancelled', 'declined'])

/**
 * Received - given back = kept, at the provider and here, for each payment; nothing is kept of a stay that was given up (the homes of
 * a run refund all of it; transfers the company returns itself), and of a stay that takes place its price, less what is still to be paid and
 * what support gave back. Pure.
 * @param gone operations that were lost with their database: what the provider still has of them stands without their tags.
 */
export function checkMoney(history: History, evidence: Evidence, gone: ReadonlySet<number> = new Set()): Finding[] {
  const findings: Finding[] = []
  const find = (kind: Finding['kind'], what: string) => findings.push({ kind, what })
  const { provider, receipts, refunds, payments, reservations, unclaimed } = evidence
  const listed = new Set(unclaimed.map(({ intent }) => intent))
  const paid = provider.intents.filter(({ status }) => status === 'succeeded')
  const given = provider.refunds.filter(({ status }) => status !== 'failed')
  const ours = byId(receipts, ({ intent }) => intent)
  const theirs = byId(paid, ({ id }) => id)

  for (const { id, cents, reservation } of paid) {
    const receipt = ours.get(id)
    const there = sum(
      given.filter(({ intent }) => intent === id),
      (refund) => refund.cents,
    )
    if (!receipt) {
      const isBack = gone.size > 0 && there === cents
      if (!listed.has(id) && !isBack)
        find('lost', `${cents} received as ${id} for reservation ${reservation}, which nobody here knows`)
      continue
    }
    if (receipt.cents !== cents) find('wrong', `${id}: ${cents} there, ${receipt.cents} here`)
    const here = sum(
      refunds.filter(({ intent, status }) => intent === id && status !== 'failed'),
      (refund) => refund.cents,
    )
    if (there > here) find('doubled', `${id}: ${there} given back there, ${here} here`)
    if (there < here) find('lost', `${id}: ${here} given back here, ${there} there`)
    if (receipt.refunded !== here)
      find('wrong', `${id}: ${receipt.refunded} given back by its receipt, ${here} by its refunds`)
  }
  for (const { intent, cents, method } of receipts)
    if (method === 'card' && !theirs.has(intent))
      find('wrong', `${cents} of ${intent}, which the provider has never received`)

  const asks = ofKind(history, 'refund')
  const tags = new Set(asks.map(({ request }) => request.tag))
  const goneAsks = new Set(
    asks.filter(({ id }) => gone.has(id)).map(({ request }) => `${request.payment} ${request.cents}`),
  )
  const goneCancels = new Set(
    ofKind(history, 'cancel').flatMap(({ id, request }) => (gone.has(id) ? [request.reservation] : [])),
  )
  const goneChanges = new Set(
    ofKind(history, 'change').flatMap(({ id, request }) => (gone.has(id) ? [request.reservation] : [])),
  )
  const paymentsOf = Map.groupBy(payments, ({ reservation }) => reservation)
  for (const { id, status, guest, cents: price } of reservations) {
    if (guest === null) continue
    const due = paymentsOf.get(id) ?? []
    const mine = new Set(due.map((payment) => payment.id))
    const received = receipts.filter(({ payment }) => mine.has(payment))
    const back = refunds.filter((refund) => mine.has(refund.payment) && refund.status !== 'failed')
    const kept = sum(received, ({ cents }) => cents) - sum(back, ({ cents }) => cents)
    const transferred = sum(
      received.filter(({ method }) => method !== 'card'),
      ({ cents }) => cents,
    )
    if (GIVEN_UP.has(status) && kept !== transferred)
      find('wrong', `${kept} kept of reservation ${id}, which is ${status}, and ${transferred} transferred`)
    if (status !== 'confirmed') continue
    const open = sum(
      due.filter((payment) => OPEN.has(payment.status)),
      ({ cents }) => cents,
    )
    const asked = sum(
      back.filter(({ tag, payment, cents }) => (tag === null ? goneAsks.has(`${payment} ${cents}`) : tags.has(tag))),
      ({ cents }) => cents,
    )
    // All of it was refunded, and the cancellation is lost. A person is notified.
    if (kept === 0 && goneCancels.has(id)) continue
    // So it is with the refund of a change that is lost.
    if (goneChanges.has(id)) continue
    if (kept !== price - open - asked)
      find('doubled', `${kept} kept of reservation ${id}, whose price is ${price}: ${open} unpaid, ${asked} refunded`)
  }
  return findings
}
