import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import { byId, type Finding } from './finding.ts'

/** Acknowledged changes are kept, as they were acknowledged. Pure. */
export function checkKept(history: History, evidence: Evidence): Finding[] {
  const findings: Finding[] = []
  const lose = (op: number, what: string) => findings.push({ kind: 'lost', what, op })
  const reservations = byId(evidence.reservations, ({ id }) => id)
  const messages = byId(evidence.messages, ({ id }) => id)
  const refunds = byId(evidence.refunds, ({ id }) => id)
  const transfers = byId(evidence.receipts, ({ tag }) => tag)
  const payments = new Set(evidence.payments.map(({ id }) => id))
  const documents = new Set(evidence.documents.map(({ number }) => number))
  const events = new Set(evidence.inbox.map(({ event }) => event))

  const acknowledgedAt = new Map<number, number>()
  const changes = Map.groupBy(
    ofKind(history, 'change').filter(({ outcome }) => outcome !== 'refused'),
    ({ request }) => request.reservation,
  )
  for (const { id: op, who, outcome, request, value, answered } of ofKind(history, 'book')) {
    if (outcome !== 'ok') continue
    const { reservation = 0 } = value
    acknowledgedAt.set(reservation, Math.min(answered, acknowledgedAt.get(reservation) ?? answered))
    const row = reservations.get(reservation)
    const isThere =
      row?.guest === who &&
      row.home === request.home &&
      row.check_in === request.check_in &&
      [request.check_out, ...(changes.get(reservation) ?? []).map((one) => one.request.check_out)].includes(
        row.check_out,
      )
    if (!isThere) lose(op, `reservation ${reservation} of ${request.tag}`)
  }
  for (const { id: op, outcome, request } of ofKind(history, 'cancel')) {
    const status = reservations.get(request.reservation)?.status
    if (outcome === 'ok' && status !== 'cancelled')
      lose(op, `the cancellation of reservation ${request.reservation}, which is ${status}`)
  }
  for (const { id: op, who, outcome, request, value } of ofKind(history, 'message')) {
    const row = messages.get(value.message ?? 0)
    if (outcome === 'ok' && !(row?.tag === request.tag && row.sender === who && row.receiver === request.to))
      lose(op, `message ${value.message} of ${request.tag}`)
  }
  for (const { id: op, outcome, request, value } of ofKind(history, 'refund')) {
    const row = refunds.get(value.refund ?? 0)
    if (outcome === 'ok' && !(row?.tag === request.tag && row.cents === request.cents))
      lose(op, `refund ${value.refund} of ${request.tag}`)
  }
  for (const { id: op, outcome, request } of ofKind(history, 'change')) {
    const row = reservations.get(request.reservation)
    if (outcome === 'ok' && !(row?.check_out === request.check_out && row.cents === request.cents))
      lose(op, `${request.tag} of reservation ${request.reservation}`)
  }
  for (const { id: op, outcome, request } of ofKind(history, 'transfer'))
    if (outcome === 'ok' && transfers.get(request.tag)?.cents !== request.cents) lose(op, request.tag)
  for (const { id: op, outcome, request } of ofKind(history, 'channel'))
    if (outcome === 'ok' && !events.has(request.revision)) lose(op, `revision ${request.revision} of a platform`)
  for (const { id: op, outcome, request, status, value, invoked } of ofKind(history, 'read')) {
    const since = acknowledgedAt.get(request.reservation) ?? Number.POSITIVE_INFINITY
    // One that is gone is found above.
    if (status === 404 && since < invoked && reservations.has(request.reservation))
      lose(op, `reservation ${request.reservation}: read after it was acknowledged, and 404`)
    if (outcome !== 'ok') continue
    for (const id of value.payments ?? []) if (!payments.has(id)) lose(op, `payment ${id}, which was shown`)
    for (const number of value.documents ?? [])
      if (!documents.has(number)) lose(op, `document ${number}, which was shown`)
  }
  return findings
}
