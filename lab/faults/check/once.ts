import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import { byId, type Finding, repeated } from './finding.ts'
import { mayBeGone, type Parting } from './parting.ts'

const double = (what: string, op?: number): Finding => ({ kind: 'doubled', what, ...(op !== undefined && { op }) })

/** One effect per key. Pure. */
export function checkEffects(
  _history: History,
  { reservations, messages, refunds, receipts, provider }: Evidence,
): Finding[] {
  const tagged = [
    ...reservations.map(({ id, tag }) => ({ what: `reservation ${id}`, tag })),
    ...messages.map(({ id, tag }) => ({ what: `message ${id}`, tag })),
    ...receipts.map(({ intent, tag }) => ({ what: `receipt ${intent}`, tag })),
    ...refunds.map(({ id, tag }) => ({ what: `refund ${id}`, tag })),
  ].filter(({ tag }) => tag !== null)
  return [
    ...repeated(tagged, ({ tag }) => String(tag)).map(([tag, group]) =>
      double(`${tag} has ${group.map(({ what }) => what).join(' and ')}`),
    ),
    ...repeated(provider.refunds, ({ key }) => key).map(([key, group]) =>
      double(`refund ${key} was made ${group.length} times at the provider`),
    ),
  ]
}

/** Types of notices that there are one of for each reservation and reader. */
const ONCE = new Set(['reservation_confirmed', 'reservation_cancelled'])

/** A channel may change a stay, and change it back: each time is a fact of its own, with the same words. */
const MODIFIED = { type: 'reservation_modified', subject: 'Reservation modified' }

/** One notice and one mail per fact, and none is missing; what was lost with its mail is sent again. Pure. */
export function checkNotices(
  _history: History,
  { notices, mails, reservations, transitions }: Evidence,
  partings: readonly Parting[] = [],
): Finding[] {
  const stays = notices.filter(({ type, reservation }) => ONCE.has(type) && reservation !== null)
  const notified = new Set(stays.map(({ user, type, reservation }) => `${type} ${reservation} ${user}`))
  const modified = Map.groupBy(
    notices.filter(({ type }) => type === MODIFIED.type),
    ({ user, reservation }) => `${user} ${reservation}`,
  )
  const changes = Math.max(1, ...[...modified.values()].map(({ length }) => length))
  const confirmed = new Set(transitions.flatMap(({ reservation, to }) => (to === 'confirmed' ? [reservation] : [])))
  const kept = mails.filter(({ at }) => !mayBeGone(partings, at))
  return [
    ...repeated(notices, ({ user, fact }) => `${fact} for ${user}`).map(([fact]) => double(`notice ${fact}`)),
    ...repeated(stays, ({ user, type, reservation }) => `${type} ${reservation} for ${user}`).map(([fact]) =>
      double(`notice ${fact}`),
    ),
    ...repeated(kept, ({ to, subject, digest }) => `"${subject}" to ${to} (${digest})`).flatMap(([mail, copies]) =>
      // Mail systems take copies with one Message-ID for one mail.
      new Set(copies.map(({ message_id }) => message_id)).size > (copies[0]?.subject === MODIFIED.subject ? changes : 1)
        ? [{ ...double(`a mail was sent again: ${mail}, ${copies.length} times`), at: copies[1]?.at ?? 0 }]
        : [],
    ),
    ...reservations.flatMap(({ id, guest }): Finding[] =>
      guest !== null && confirmed.has(id) && !notified.has(`reservation_confirmed ${id} ${guest}`)
        ? [{ kind: 'lost', what: `the notice to guest ${guest} that reservation ${id} is confirmed` }]
        : [],
    ),
  ]
}

/** No number of a reservation, payment, refund, message or document stands for two things, to whoever has seen it. Pure. */
export function checkNumbers(history: History, { payments, documents, reservations }: Evidence): Finding[] {
  const seen: { number: string; of: string; op: number }[] = []
  const homes = byId(reservations, ({ id }) => id)
  for (const { id: op, who, outcome, request, value } of ofKind(history, 'book')) {
    const { home, check_in } = request
    if (outcome === 'ok')
      seen.push({ number: `reservation ${value.reservation}`, of: `${who} ${home} ${check_in}`, op })
  }
  for (const { id, home, guest, check_in } of reservations)
    if (guest !== null) seen.push({ number: `reservation ${id}`, of: `${guest} ${home} ${check_in}`, op: -1 })
  for (const { id: op, outcome, request, value } of ofKind(history, 'message'))
    if (outcome === 'ok') seen.push({ number: `message ${value.message}`, of: request.tag, op })
  for (const { id: op, outcome, request, value } of ofKind(history, 'refund'))
    if (outcome === 'ok') seen.push({ number: `refund ${value.refund}`, of: request.tag, op })
  for (const { id: op, outcome, request, value } of ofKind(history, 'read')) {
    if (outcome !== 'ok') continue
    for (const id of value.payments ?? []) seen.push({ number: `payment ${id}`, of: String(request.reservation), op })
    for (const number of value.documents ?? [])
      seen.push({ number: `document ${number}`, of: String(request.reservation), op })
  }
  const reservationOf = byId(payments, ({ id }) => id)
  for (const { id, reservation } of payments) seen.push({ number: `payment ${id}`, of: String(reservation), op: -1 })
  for (const { number, payment } of documents) {
    const { reservation } = reservationOf.get(payment) ?? {}
    if (homes.has(reservation ?? -1)) seen.push({ number: `document ${number}`, of: String(reservation), op: -1 })
  }
  return repeated(seen, ({ number }) => number).flatMap(([number, group]) => {
    const things = new Set(group.map(({ of }) => of))
    const op = group.find((each) => each.op >= 0)?.op
    return things.size > 1 ? [double(`${number} is ${[...things].join(' and ')}`, op)] : []
  })
}
