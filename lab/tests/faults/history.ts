import { type Evidence, NOTHING } from '../../faults/evidence.ts'
import type { Entry, History, Operation, Request, Value } from '../../faults/history.ts'

/** Small histories and what they leave behind: a good one, of which each test breaks one thing. */

export const HOME = '01900000-0000-7000-8000-000000000001'
export const GUEST = 7
export const OWNER = 3

interface Done {
  who?: number
  at?: number
  until?: number
  outcome?: Operation['outcome']
  status?: number
  code?: string
  value?: Value
}

let last = 0

/** An operation; by default it succeeds, from 1,000 to 1,100 ms. */
export function operation(request: Request, done: Done = {}): Operation {
  const { who = GUEST, at = 1_000, until = at + 100, outcome = 'ok', status = 201, code = '', value = {} } = done
  const attempts = [{ at: until, status, code }]
  return { id: ++last, who, request, invoked: at, answered: until, attempts, outcome, status, code, value }
}

export const book = (reservation: number, from: number, to: number, done: Done = {}): Operation =>
  operation(
    { kind: 'book', home: HOME, check_in: day(from), check_out: day(to), tag: `booking ${reservation}` },
    { value: { reservation }, ...done },
  )

export const cancel = (reservation: number, done: Done = {}): Operation =>
  operation({ kind: 'cancel', reservation, home: HOME }, { status: 200, ...done })

export const message = (id: number, done: Done = {}): Operation =>
  operation({ kind: 'message', to: OWNER, tag: `message ${id}` }, { value: { message: id }, ...done })

export const day = (number: number): string => `2027-05-${String(number).padStart(2, '0')}`

export const historyOf = (operations: Operation[], rest: Partial<History> = {}): History => ({
  operations,
  faults: [],
  primaries: [],
  losses: [],
  machine: [],
  sockets: [],
  heard: [],
  listed: [],
  ...rest,
})

type Row = Evidence['reservations'][number]

export const reservation = (id: number, from: number, to: number, fields: Partial<Row> = {}): Row => ({
  id,
  home: HOME,
  guest: GUEST,
  check_in: day(from),
  check_out: day(to),
  cents: 20_000,
  status: 'pending',
  cancelled_by: null,
  tag: `booking ${id}`,
  overdue: null,
  ...fields,
})

export const transition = (id: number, reservation: number, to: string, from: string | null = null, at = 1_050) => ({
  id,
  reservation,
  from,
  to,
  actor: 'guest',
  at,
})

export const night = (reservation: number, from: number, to: number) => ({
  reservation,
  home: HOME,
  from: day(from),
  to: day(to),
  overbooked: false,
})

export const receipt = (intent: string, payment: number, cents: number, refunded = 0) => ({
  ...{ intent, payment, cents, refunded },
  method: 'card',
  tag: null,
})

/** A stay that was booked, paid, confirmed, told, and of which support gave a part back. */
export function goodRun(): { history: History; evidence: Evidence } {
  const refund = operation(
    { kind: 'refund', reservation: 1, payment: 11, cents: 500, tag: 'refund 1' },
    { at: 2_000, status: 200, value: { refund: 21 } },
  )
  const read = operation(
    { kind: 'read', reservation: 1 },
    { at: 3_000, status: 200, value: { status: 'confirmed', payments: [11], documents: ['2027-1'] } },
  )
  return {
    history: historyOf([book(1, 1, 3), message(31, { at: 1_500 }), refund, read], {
      heard: [{ type: 'heard', at: 1_700, who: OWNER, message: 31 }],
      listed: [{ type: 'listed', at: 20, asked: 10, who: OWNER, messages: [] }],
    }),
    evidence: {
      ...NOTHING,
      reservations: [reservation(1, 1, 3, { status: 'confirmed' })],
      transitions: [transition(1, 1, 'pending'), transition(2, 1, 'confirmed', 'pending')],
      nights: [night(1, 1, 3)],
      payments: [{ id: 11, key: 'p', reservation: 1, cents: 20_000, status: 'partially_refunded' }],
      receipts: [receipt('pi_1', 11, 20_000, 500)],
      refunds: [{ id: 21, key: 'r', payment: 11, intent: 'pi_1', cents: 500, status: 'succeeded', tag: 'refund 1' }],
      documents: [{ number: '2027-1', payment: 11, refund: null, cents: 20_000 }],
      messages: [{ id: 31, sender: GUEST, receiver: OWNER, tag: 'message 31' }],
      notices: [{ user: GUEST, type: 'reservation_confirmed', fact: 'confirmed 1', reservation: 1 }],
      mails: [{ at: 1_900, to: 'g@play.example', subject: 'Confirmed', message_id: '<1>', digest: 'a' }],
      provider: {
        intents: [{ id: 'pi_1', cents: 20_000, payment: 'p', reservation: 1, status: 'succeeded' }],
        refunds: [{ id: 're_1', intent: 'pi_1', cents: 500, key: 'r', status: 'succeeded' }],
      },
    },
  }
}

export const fault = (name: string, begin: number, end: number): Entry[] => [
  { type: 'fault', at: begin, name, target: '', phase: 'begin' },
  { type: 'fault', at: end, name, target: '', phase: 'end' },
  { type: 'fault', at: end, name, target: '', phase: 'healed' },
]
