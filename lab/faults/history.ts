import { appendFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** History of a run, an append-only file of JSON lines: requests, attempts, answers, faults. */

const at = z.number()

/** Request of a client. A `tag` is unique, and comes back in what the service keeps. */
const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('book'),
    home: z.string(),
    check_in: z.string(),
    check_out: z.string(),
    tag: z.string(),
  }),
  z.object({ kind: z.literal('pay'), reservation: z.number(), url: z.string() }),
  z.object({ kind: z.literal('cancel'), reservation: z.number(), home: z.string() }),
  z.object({
    kind: z.literal('refund'),
    reservation: z.number(),
    payment: z.number(),
    cents: z.number(),
    tag: z.string(),
  }),
  /** Another price and last day, by the company. */
  z.object({
    kind: z.literal('change'),
    reservation: z.number(),
    check_out: z.string(),
    cents: z.number(),
    tag: z.string(),
  }),
  /** Money that the company has received by a transfer. */
  z.object({ kind: z.literal('transfer'), reservation: z.number(), cents: z.number(), tag: z.string() }),
  z.object({ kind: z.literal('message'), to: z.number(), tag: z.string() }),
  z.object({
    kind: z.literal('channel'),
    home: z.string(),
    booking: z.string(),
    revision: z.string(),
    status: z.enum(['new', 'modified', 'cancelled']),
    check_in: z.string(),
    check_out: z.string(),
  }),
  z.object({ kind: z.literal('read'), reservation: z.number() }),
  z.object({ kind: z.literal('search') }),
])

/** Part of an answer that a later look must find again. */
const value = z.object({
  reservation: z.number().optional(),
  url: z.string().optional(),
  message: z.number().optional(),
  refund: z.number().optional(),
  cents: z.number().optional(),
  status: z.string().optional(),
  payments: z.array(z.number()).optional(),
  documents: z.array(z.string()).optional(),
})

const entry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('invoke'), at, op: z.number(), who: z.number(), request }),
  /** `status` 0: no answer. */
  z.object({ type: z.literal('attempt'), at, op: z.number(), status: z.number(), code: z.string() }),
  z.object({
    type: z.literal('answer'),
    at,
    op: z.number(),
    outcome: z.enum(['ok', 'refused', 'unknown']),
    status: z.number(),
    code: z.string(),
    value,
  }),
  z.object({
    type: z.literal('fault'),
    at,
    name: z.string(),
    target: z.string(),
    phase: z.enum(['begin', 'end', 'healed']),
  }),
  /** The members that say that they are the primary, whenever that has changed. */
  z.object({ type: z.literal('primary'), at, names: z.array(z.string()) }),
  /** A database that is as it was at `from` goes on at `at`, in place of one that ran until `stopped`. */
  z.object({ type: z.literal('loss'), at, from: at, stopped: at }),
  /** Work that waits for a processor of this machine: the load average divided by their number. */
  z.object({ type: z.literal('machine'), at, load: z.number() }),
  z.object({ type: z.literal('socket'), at, who: z.number(), state: z.string() }),
  z.object({ type: z.literal('heard'), at, who: z.number(), message: z.number() }),
  /** A list that was read because a socket had connected again; `asked`: when the question was sent. */
  z.object({ type: z.literal('listed'), at, asked: at, who: z.number(), messages: z.array(z.number()) }),
])

export type Entry = z.infer<typeof entry>
export type Request = z.infer<typeof request>
export type Kind = Request['kind']
export type Value = z.infer<typeof value>
export type Outcome = Extract<Entry, { type: 'answer' }>['outcome']

/** Requests that change something, and reads; a payment is made at the provider. */
export const useOf = (kind: Kind): 'write' | 'read' | 'none' =>
  kind === 'pay' ? 'none' : kind === 'read' || kind === 'search' ? 'read' : 'write'

/** One request of a client, over all its attempts. */
export interface Operation {
  id: number
  who: number
  request: Request
  invoked: number
  attempts: { at: number; status: number; code: string }[]
  /** When the client had its answer, or gave up; infinite: the run ended before. */
  answered: number
  outcome: Outcome
  status: number
  code: string
  value: Value
}

export interface FaultPeriod {
  name: string
  target: string
  begin: number
  /** When it was taken away. */
  end: number
  /** When all parts worked again. */
  healed: number
}

export interface History {
  operations: Operation[]
  faults: FaultPeriod[]
  primaries: Extract<Entry, { type: 'primary' }>[]
  losses: Extract<Entry, { type: 'loss' }>[]
  machine: Extract<Entry, { type: 'machine' }>[]
  sockets: Extract<Entry, { type: 'socket' }>[]
  heard: Extract<Entry, { type: 'heard' }>[]
  listed: Extract<Entry, { type: 'listed' }>[]
}

type OperationOf<K extends Kind> = Operation & { request: Extract<Request, { kind: K }> }

/** The operations of a kind. Pure. */
export const ofKind = <K extends Kind>({ operations }: History, kind: K): OperationOf<K>[] =>
  operations.filter((operation): operation is OperationOf<K> => operation.request.kind === kind)

/** Puts the entries of each operation and each fault together. Pure. */
export function fold(entries: Entry[]): History {
  const operations = new Map<number, Operation>()
  const faults: FaultPeriod[] = []
  for (const each of entries) {
    if (each.type === 'invoke') {
      const { op: id, who, request, at: invoked } = each
      const open = { answered: Number.POSITIVE_INFINITY, outcome: 'unknown' as const, status: 0, code: '', value: {} }
      operations.set(id, { id, who, request, invoked, attempts: [], ...open })
    } else if (each.type === 'attempt') {
      operations.get(each.op)?.attempts.push({ at: each.at, status: each.status, code: each.code })
    } else if (each.type === 'answer') {
      const { at: answered, op, outcome, status, code, value } = each
      const operation = operations.get(op)
      if (operation) Object.assign(operation, { answered, outcome, status, code, value })
    } else if (each.type === 'fault') {
      const never = { end: Number.POSITIVE_INFINITY, healed: Number.POSITIVE_INFINITY }
      if (each.phase === 'begin') faults.push({ name: each.name, target: each.target, begin: each.at, ...never })
      const last = faults.at(-1)
      if (last && each.phase !== 'begin') last[each.phase] = each.at
    }
  }
  return {
    operations: [...operations.values()],
    faults,
    primaries: entries.filter((each) => each.type === 'primary'),
    losses: entries.filter((each) => each.type === 'loss'),
    machine: entries.filter((each) => each.type === 'machine'),
    sockets: entries.filter((each) => each.type === 'socket'),
    heard: entries.filter((each) => each.type === 'heard'),
    listed: entries.filter((each) => each.type === 'listed'),
  }
}

/** Milliseconds of one monotonic clock, which no fault moves. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Appends entries to a file. */
export function openHistory(file: string) {
  const write = (line: Entry) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  return { write, now }
}

export type Recorder = ReturnType<typeof openHistory>

/** Reads a file of entries. */
export const readHistory = (file: string): History =>
  fold(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => entry.parse(JSON.parse(line))),
  )
