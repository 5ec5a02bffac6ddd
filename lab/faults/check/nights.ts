import { dayNumber } from '../../../src/platform/lib/days.ts'
import type { Evidence } from '../evidence.ts'
import { type History, ofKind } from '../history.ts'
import { byId, type Finding } from './finding.ts'
import { type Call, follows, judge, type Model } from './linearizable.ts'

/** A night is sold once, at every moment: as clients saw it, as the database committed it, and as it is in the end. */

interface Stay {
  reservation: number
  from: number
  to: number
}

/** Events of the calendar of one home. `find`: the caller is given the stay that they hold already. */
type Move = { op: number } & (
  | ({ what: 'take' | 'find' } & Stay)
  | ({ what: 'refuse' } & Omit<Stay, 'reservation'>)
  | { what: 'free'; reservation: number }
)

const overlap = (a: Omit<Stay, 'reservation'>, b: Omit<Stay, 'reservation'>): boolean => a.from < b.to && b.from < a.to

/** A home: the stays that hold its nights, in the order of the nights. */
export const home: Model<readonly Stay[], Move> = {
  initial: [],
  step(stays, move) {
    if (move.what === 'refuse') return stays.some((stay) => overlap(stay, move)) ? stays : undefined
    const isHeld = stays.some(({ reservation }) => reservation === move.reservation)
    if (move.what === 'find') return isHeld ? stays : undefined
    if (move.what === 'free') {
      return isHeld ? stays.filter(({ reservation }) => reservation !== move.reservation) : undefined
    }
    const { reservation, from, to } = move
    if (stays.some((stay) => overlap(stay, move))) return undefined
    return [...stays, { reservation, from, to }].toSorted((a, b) => a.from - b.from)
  },
  isRead: ({ what }) => what === 'refuse' || what === 'find',
  nameOf: (stays) => stays.map(({ reservation }) => reservation).join(),
}

const LATE_MS = 60_000

/** Holds whose end no client asked for, in the time in which their transaction may have ended. */
const ends = new Set(['expired', 'cancelled', 'declined'])
const takes = new Set(['pending', 'confirmed'])

const daysOf = ({ check_in, check_out }: { check_in: string; check_out: string }) => ({
  from: dayNumber(check_in),
  to: dayNumber(check_out),
})

/** The calls of each home. What no answer tells is taken from what the database has. */
function callsOf(history: History, { reservations, transitions }: Evidence): Map<string, Call<Move>[]> {
  const rows = byId(reservations, ({ id }) => id)
  const byTag = byId(reservations, ({ tag }) => tag)
  const calls = new Map<string, Call<Move>[]>()
  const add = (place: string, op: Move, invoked: number, answered: number) => {
    const list = calls.get(place) ?? []
    list.push({ op, invoked, answered })
    calls.set(place, list)
  }
  for (const { id: op, request, outcome, code, value, invoked, answered } of ofKind(history, 'book')) {
    const days = daysOf(request)
    const made = byTag.get(request.tag)
    const reservation = outcome === 'ok' ? value.reservation : made?.id
    if (reservation !== undefined && outcome !== 'refused') {
      // The same guest asks for the same stay again, and is given the hold that they have.
      const what = outcome === 'ok' && rows.get(reservation)?.tag !== request.tag ? 'find' : 'take'
      add(
        request.home,
        { op, what, reservation, ...days },
        invoked,
        outcome === 'ok' ? answered : Number.POSITIVE_INFINITY,
      )
    } else if (outcome === 'refused' && code === 'taken')
      add(request.home, { op, what: 'refuse', ...days }, invoked, answered)
  }
  const asked = new Set<number>()
  const isFreed = (reservation: number) =>
    transitions.some((each) => each.reservation === reservation && ends.has(each.to) && each.actor === 'guest')
  for (const { id: op, request, outcome, invoked, answered } of ofKind(history, 'cancel')) {
    if (outcome === 'refused' || asked.has(request.reservation)) continue
    if (outcome === 'unknown' && !isFreed(request.reservation)) continue
    asked.add(request.reservation)
    add(
      request.home,
      { op, what: 'free', reservation: request.reservation },
      invoked,
      outcome === 'ok' ? answered : Number.POSITIVE_INFINITY,
    )
  }
  for (const { reservation, to, from, at } of transitions) {
    const row = rows.get(reservation)
    // Nights sold by platforms are booked by no client of ours.
    if (!row || row.guest === null || asked.has(reservation)) continue
    if (ends.has(to) && from !== null) add(row.home, { op: -1, what: 'free', reservation }, at - LATE_MS, at + LATE_MS)
    // Late money takes the nights of an expired hold again.
    if (from === 'expired' && takes.has(to))
      add(row.home, { op: -1, what: 'take', reservation, ...daysOf(row) }, at - LATE_MS, at + LATE_MS)
  }
  return calls
}

/** Linearizable for each home, as its clients saw it. Pure. */
export function checkClients(history: History, evidence: Evidence): Finding[] {
  const ranks = new Map<string, number>()
  for (const { id, reservation, from, to } of evidence.transitions) {
    if (ends.has(to)) ranks.set(`free ${reservation}`, id)
    else if (from === null && takes.has(to)) ranks.set(`take ${reservation}`, id)
  }
  const rankOf = (move: Move): number =>
    move.what === 'refuse' ? Number.NaN : (ranks.get(`${move.what} ${move.reservation}`) ?? Number.NaN)
  return [...callsOf(history, evidence)].flatMap(([place, calls]): Finding[] => {
    const [reads, changes] = [true, false].map((isRead) => calls.filter(({ op }) => home.isRead(op) === isRead))
    // The order in which the database says that it all happened, unless it says nothing of one: then any order will do.
    const known = changes?.toSorted((a, b) => rankOf(a.op) - rankOf(b.op)) ?? []
    if (known.every(({ op }) => Number.isFinite(rankOf(op))) && follows(home, known, reads ?? [])) return []
    const verdict = judge(home, calls)
    if (verdict === 'undecided') return [{ kind: 'wrong', what: `home ${place}: too tangled to judge` }]
    if (verdict.isLinearizable) return []
    const { culprit } = verdict
    const found = `home ${place}: no order explains ${JSON.stringify(culprit)}`
    return [{ kind: culprit.what === 'take' ? 'doubled' : 'wrong', what: found, op: culprit.op }]
  })
}

/** No two stays have a night at once in the order of the database's own commits, nor in the end. Pure. */
export function checkCommits({ reservations, transitions, nights }: Evidence): Finding[] {
  const findings: Finding[] = []
  const rows = byId(reservations, ({ id }) => id)
  const overbooked = new Set(nights.flatMap(({ reservation, overbooked }) => (overbooked ? [reservation] : [])))
  const held = new Map<string, Map<number, { from: number; to: number }>>()
  for (const { reservation, to } of transitions.toSorted((a, b) => a.id - b.id)) {
    const row = rows.get(reservation)
    // Sales by platforms may overbook, which is reported (docs/design/channels.md, "An overbooking").
    if (!row || row.guest === null || overbooked.has(reservation)) continue
    const stays = held.get(row.home) ?? new Map()
    held.set(row.home, stays)
    if (ends.has(to)) stays.delete(reservation)
    if (!takes.has(to)) continue
    const days = daysOf(row)
    for (const [other, theirs] of stays)
      if (other !== reservation && overlap(days, theirs))
        findings.push({ kind: 'doubled', what: `reservations ${other} and ${reservation} had one night at once` })
    stays.set(reservation, days)
  }
  const kept = nights.filter((night) => !night.overbooked)
  for (const [place, group] of Map.groupBy(kept, (night) => night.home)) {
    const sorted = group.toSorted((a, b) => (a.from < b.from ? -1 : 1))
    for (const [index, { to, reservation }] of sorted.entries()) {
      const next = sorted[index + 1]
      if (next && next.from < to)
        findings.push({ kind: 'doubled', what: `home ${place}: nights of ${reservation} and ${next.reservation}` })
    }
  }
  for (const { id, status, guest } of reservations)
    if (guest !== null && takes.has(status) && !nights.some(({ reservation }) => reservation === id))
      findings.push({ kind: 'lost', what: `reservation ${id} is ${status} and has no nights` })
  return findings
}
