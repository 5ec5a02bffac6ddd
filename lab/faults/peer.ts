import { randomUUID } from 'node:crypto'
import { addDays } from '../../src/platform/lib/days.ts'
import type { Random } from '../../tests/support/random.ts'
import { startArrivals } from './arrivals.ts'
import { checkStatuses } from './check/answers.ts'
import type { Finding } from './check/finding.ts'
import { checkKept } from './check/kept.ts'
import { checkClients, checkCommits } from './check/nights.ts'
import { checkEffects } from './check/once.ts'
import type { Attempt, Client } from './client.ts'
import { type Evidence, NOTHING } from './evidence.ts'
import { type History, type Operation, ofKind } from './history.ts'

/**
 * Requests of the load to a booking service, over HTTP alone: an adapter is a module whose default export makes one of these
 * from the address of a peer that runs. It answers as `send` of lab/faults/client.ts does, with bodies in these words.
 */
export interface Peer {
  name: string
  /** Makes or finds units that can be booked, each once a night, and people who book. Returns their ids. */
  prepare(wanted: { units: number; guests: number }): Promise<{ units: string[]; guests: string[] }>
  /** A success has the body `{id}`; nights that are taken are a refusal with the body `{code: 'taken'}`. */
  book(stay: PeerStay): Promise<Attempt>
  /** A refusal because it is cancelled already has the body `{code: 'illegal_move'}`. */
  cancel(booking: { guest: string; id: string; key: string }): Promise<Attempt>
  search(days: { check_in: string; check_out: string }): Promise<Attempt>
  unit(id: string): Promise<Attempt>
  /** All bookings that hold nights of what `prepare` has made. */
  list(): Promise<PeerBooking[]>
}

export type PeerAdapter = (address: string) => Peer

export interface PeerStay {
  unit: string
  guest: string
  check_in: string
  check_out: string
  /** Comes back in `list`, so a remark for example. */
  tag: string
  /** One for all attempts, where the peer knows such keys. */
  key: string
}

export interface PeerBooking {
  id: string
  unit: string
  guest: string
  check_in: string
  check_out: string
  tag: string | null
}

const CONTENDED = 4
const UNITS = 20
const GUESTS = 8
const WANTED = { from: 60, nights: 24, longest: 3 }
const FREE = { from: 120, nights: 2 }
const MIX = { book: 45, cancel: 15, unit: 20, search: 20 }

const idIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : ''

/** Numbers in place of ids of whatever kind. */
function numbering() {
  const numbers = new Map<string, number>()
  return (id: string): number => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return number
  }
}

/** The load of lab/faults/load.ts as far as any service for bookings can answer it. */
export async function startPeerLoad(
  peer: Peer,
  { client, random, perSecond }: { client: Client; random: Random; perSecond: number },
) {
  const { units, guests } = await peer.prepare({ units: UNITS, guests: GUESTS })
  const [contended, free] = [units.slice(0, CONTENDED), units.slice(CONTENDED)]
  const [reservationOf, guestOf] = [numbering(), numbering()]
  const today = new Date().toISOString().slice(0, 10)
  const bookings: { unit: string; id: string; guest: string }[] = []
  let slot = 0
  let serial = 0

  async function book(): Promise<void> {
    const guest = random.pick(guests)
    const isContended = random.below(2) === 0
    const mine = isContended ? 0 : slot++
    const unit = isContended ? random.pick(contended) : (free[mine % free.length] ?? '')
    const first = isContended
      ? WANTED.from + random.below(WANTED.nights)
      : FREE.from + FREE.nights * Math.floor(mine / free.length)
    const check_in = addDays(today, first)
    const check_out = addDays(check_in, isContended ? 1 + random.below(WANTED.longest) : FREE.nights)
    const tag = `booking ${++serial}`
    const stay = { unit, guest, check_in, check_out, tag, key: randomUUID() }
    let id = ''
    const { outcome } = await client.ask(
      guestOf(guest),
      { kind: 'book', home: unit, check_in, check_out, tag },
      () => peer.book(stay),
      (body) => {
        id = idIn(body)
        return { reservation: reservationOf(id) }
      },
    )
    if (outcome === 'ok') bookings.push({ unit, id, guest })
  }

  async function cancel(): Promise<void> {
    const [booking] = bookings.splice(random.below(bookings.length || 1), 1)
    if (!booking) return book()
    const { unit, id, guest } = booking
    const key = randomUUID()
    await client.ask(guestOf(guest), { kind: 'cancel', reservation: reservationOf(id), home: unit }, () =>
      peer.cancel({ guest, id, key }),
    )
  }

  async function read(): Promise<void> {
    await client.ask(0, { kind: 'search' }, () => peer.unit(random.pick(units)))
  }

  async function search(): Promise<void> {
    const days = { check_in: addDays(today, WANTED.from), check_out: addDays(today, WANTED.from + 2) }
    await client.ask(0, { kind: 'search' }, () => peer.search(days))
  }

  const kinds = { book, cancel, unit: read, search }
  const wheel = (Object.keys(MIX) as (keyof typeof MIX)[]).flatMap((kind) =>
    Array.from({ length: MIX[kind] }, () => kinds[kind]),
  )

  /** Final state of the peer, as far as it reports. */
  async function collect(history: History): Promise<Evidence> {
    const rows = (await peer.list()).map(({ id, unit, guest, check_in, check_out, tag }) => ({
      ...{ id: reservationOf(id), guest: guestOf(guest), home: unit, status: 'confirmed', check_in, check_out, tag },
    }))
    const holds = new Set(rows.map(({ id }) => id))
    // A list of what holds nights does not have what was cancelled, with or without an answer.
    const freed = ofKind(history, 'cancel').filter(
      ({ outcome, request }) => outcome !== 'refused' && !holds.has(request.reservation),
    )
    const given = [...new Set(freed.map(({ request }) => request.reservation))].flatMap((id) => {
      const made = ofKind(history, 'book').find(({ outcome, value }) => outcome === 'ok' && value.reservation === id)
      return made ? [{ id, guest: made.who, status: 'cancelled', ...made.request }] : []
    })
    return {
      ...NOTHING,
      reservations: [...rows, ...given].map(({ id, guest, home, status, check_in, check_out, tag }) => ({
        ...{ id, guest, home, status, check_in, check_out, tag },
        cents: 0,
        cancelled_by: null,
        overdue: null,
      })),
      transitions: freed.map(({ id, request: { reservation }, invoked: at }) => ({
        ...{ id, reservation, from: 'confirmed', to: 'cancelled', actor: 'guest', at },
      })),
      nights: rows.map(({ id, home, check_in, check_out }) => ({
        ...{ reservation: id, home, from: check_in, to: check_out, overbooked: false },
      })),
    }
  }

  return { finish: startArrivals(wheel, { random, perSecond }), collect }
}

/** Bookings that hold nights, and whose number no client has received; each with what was asked when they were made. */
const unanswered = (history: History, { reservations }: Evidence): Operation[] => {
  const received = new Set(ofKind(history, 'book').map(({ value }) => value.reservation))
  return reservations.flatMap(({ id, tag }) => {
    const asked = ofKind(history, 'book').find(({ request }) => request.tag === tag)
    return asked && asked.outcome !== 'unknown' && !received.has(id)
      ? [{ ...asked, outcome: 'ok' as const, answered: Number.POSITIVE_INFINITY, value: { reservation: id } }]
      : []
  })
}

/** Clients refused for taken nights that they have booked themselves: by an attempt whose answer was lost, and whose repetition met it. Pure. */
const checkRefused = (history: History, unknown: Operation[]): Finding[] =>
  unknown.flatMap(({ id: op, value }) =>
    history.operations.some(({ id, outcome }) => id === op && outcome === 'refused')
      ? [{ kind: 'wrong' as const, what: `booking ${value.reservation} is there, and its guest was refused it`, op }]
      : [],
  )

/** Invariants of any service that takes bookings, and what could not be judged. Pure. */
export function checkPeer(history: History, evidence: Evidence): { findings: Finding[]; leftOut: string[] } {
  const unknown = unanswered(history, evidence)
  // Bookings that nobody was notified of have taken their nights all the same, and explain later refusals.
  const explained = { ...history, operations: [...history.operations, ...unknown] }
  // A peer does not say in which order it committed: where many waited at once, the search for one may end without a verdict.
  const { judged = [], undecided = [] } = Object.groupBy(checkClients(explained, evidence), ({ op }) =>
    op === undefined ? 'undecided' : 'judged',
  )
  const findings = [
    ...checkKept(history, evidence),
    ...judged,
    ...checkCommits(evidence),
    ...checkEffects(history, evidence),
    ...checkRefused(history, unknown),
    ...checkStatuses(history),
  ]
  return { findings, leftOut: undecided.map(({ what }) => what) }
}
