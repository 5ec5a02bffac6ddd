import { type FaultPeriod, type History, type Operation, useOf } from '../history.ts'
import type { Finding } from './finding.ts'

/** Time without answers, and what was answered, for each fault. */

export interface Row {
  fault: string
  times: number
  requests: number
  acknowledged: number
  lost: number
  doubled: number
  stuck: number
  saturated: number
  writeSeconds: number
  readSeconds: number
  /** From the moment at which there was a primary again. */
  primarySeconds: number | undefined
  /** Reads without a token that had no answer. */
  failedSearches: number
  statuses: string
}

const CALM = 'none'
/** Failures this long after a fault still count for it: connections are found anew. */
const AFTER_MS = 2_000

const isAnswered = ({ outcome }: Operation): boolean => outcome !== 'unknown'

/** The longest time within a period in which nobody had an answer, in seconds. Pure. */
export function longestSilence(answers: readonly number[], begin: number, end: number): number {
  const within = answers.filter((at) => at > begin && at < end).toSorted((a, b) => a - b)
  const moments = [begin, ...within, end]
  return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at))) / 1000
}

/** The moments at which there was a primary after there was none, or another one. Pure. */
export function takeovers({ primaries }: Pick<History, 'primaries'>): number[] {
  return primaries.flatMap(({ at, names }, index) => {
    const before = primaries[index - 1]?.names
    return before !== undefined && names.some((name) => !before.includes(name)) ? [at] : []
  })
}

/** The longest time from a primary to the first write that was made, in seconds; below zero: none took over. Pure. */
function longestWithPrimary(moments: number[], writes: readonly number[], begin: number, end: number): number {
  const within = moments.filter((at) => at >= begin && at <= end)
  const waits = within.map((at) => Math.min(...writes.filter((answered) => answered > at)) - at)
  return Math.max(Number.NEGATIVE_INFINITY, ...waits) / 1_000
}

const endOf = ({ healed }: FaultPeriod): number => healed + AFTER_MS

/** A row for each kind of fault, and one for the time without any. Pure. */
export function tableOf(history: History, findings: Finding[]): Row[] {
  const { operations, faults } = history
  const faultAt = (at: number) => faults.find((fault) => at >= fault.begin && at <= endOf(fault))
  const nameAt = (at: number) => faultAt(at)?.name ?? CALM
  const operationsOf = Map.groupBy(operations, ({ invoked }) => nameAt(invoked))
  const attempts = operations.flatMap(({ attempts: tries, request: { kind } }) =>
    tries.map((each) => ({ ...each, kind })),
  )
  const attemptsOf = Map.groupBy(attempts, ({ at }) => nameAt(at))
  const written = operations
    .filter(({ outcome, request }) => outcome === 'ok' && useOf(request.kind) === 'write')
    .map(({ answered }) => answered)
  const moments = takeovers(history)
  const nameOf = new Map(operations.map(({ id, invoked }) => [id, nameAt(invoked)]))
  const nameOfFinding = ({ op = -1, at }: Finding) => nameOf.get(op) ?? (at === undefined ? CALM : nameAt(at))
  const answersOf = (use: 'write' | 'read') =>
    operations.filter((each) => isAnswered(each) && useOf(each.request.kind) === use).map(({ answered }) => answered)
  const [writes, reads] = [answersOf('write'), answersOf('read')]
  return [CALM, ...new Set(faults.map(({ name }) => name))].map((fault) => {
    const periods = faults.filter(({ name }) => name === fault)
    const count = (kind: Finding['kind']) =>
      findings.filter((each) => each.kind === kind && nameOfFinding(each) === fault).length
    const silence = (answers: number[]) =>
      Math.max(0, ...periods.map((period) => longestSilence(answers, period.begin, endOf(period))))
    const tries = attemptsOf.get(fault) ?? []
    const waits = periods.map((period) => longestWithPrimary(moments, written, period.begin, endOf(period)))
    const wait = Math.max(Number.NEGATIVE_INFINITY, ...waits)
    return {
      fault,
      times: periods.length,
      requests: tries.length,
      acknowledged: (operationsOf.get(fault) ?? []).filter(({ outcome }) => outcome === 'ok').length,
      lost: count('lost'),
      doubled: count('doubled'),
      stuck: count('stuck'),
      saturated: count('saturated'),
      writeSeconds: silence(writes),
      readSeconds: silence(reads),
      primarySeconds: wait < 0 ? undefined : wait,
      failedSearches: tries.filter(({ kind, status }) => kind === 'search' && isFailure(status)).length,
      statuses: statusesOf(tries),
    }
  })
}

const isFailure = (status: number): boolean => status === 0 || status === 429 || status >= 500

/** Failures that are no refusal the load asks for. Pure. */
function statusesOf(attempts: Operation['attempts']): string {
  const bad = attempts.filter(({ status }) => isFailure(status))
  return [...Map.groupBy(bad, ({ status }) => (status === 0 ? 'no answer' : String(status)))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, group]) => `${group.length} x ${status}`)
    .join(', ')
}

/**
 * Errors that no client can do anything about: 503 says "later", so does 500 `unavailable` (registration, login and refresh without a
 * database), and everything else of 500 and above is a defect. A proxy in front of the
 * service says 502 and 504 without a code when it has lost a node. Pure.
 */
export function checkStatuses({ operations }: History): Finding[] {
  return operations.flatMap(({ id: op, request, attempts }): Finding[] => {
    const bad = attempts.filter(
      ({ status, code }) =>
        status >= 500 &&
        status !== 503 &&
        !(status === 500 && code === 'unavailable') &&
        !((status === 502 || status === 504) && code === ''),
    )
    return bad.length === 0
      ? []
      : [
          {
            kind: 'wrong',
            what: `${request.kind} was answered ${[...new Set(bad.map(({ status, code }) => `${status} ${code}`))].join(', ')}`,
            op,
          },
        ]
  })
}

/** The findings as Markdown. Pure. */
export function markdown(rows: Row[]): string {
  const head = [
    'fault',
    'times',
    'requests',
    'acknowledged',
    'lost',
    'doubled',
    'stuck',
    'saturated',
    'longest without a write / read',
    'writes after the primary was there',
    'searches that failed',
    'retried and refused',
  ]
  const lines = rows.map((row) => [
    row.fault,
    row.fault === CALM ? '' : row.times,
    row.requests,
    row.acknowledged,
    row.lost,
    row.doubled,
    row.stuck,
    row.saturated,
    row.fault === CALM ? '' : `${row.writeSeconds.toFixed(1)} / ${row.readSeconds.toFixed(1)} s`,
    row.primarySeconds === undefined ? '' : `${row.primarySeconds.toFixed(1)} s`,
    row.failedSearches,
    row.statuses,
  ])
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
