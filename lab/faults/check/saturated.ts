import type { History } from '../history.ts'
import type { Finding } from './finding.ts'

/** From here on, what does not run waits longer for a processor than for anything else. */
const SATURATED = 3

/** The load of each processor during most of a run; undefined: the machine could carry it. Pure. */
export function saturationOf({ machine }: Pick<History, 'machine'>): number | undefined {
  const loads = machine.map(({ load }) => load).toSorted((a, b) => a - b)
  const median = loads[Math.floor(loads.length / 2)] ?? 0
  return median > SATURATED ? median : undefined
}

/**
 * Findings as they may be called: on a machine that could not carry the load, what has not been done in time may only be late. All other
 * findings stay what they are. Pure.
 */
export function judged(history: Pick<History, 'machine'>, findings: Finding[]): Finding[] {
  if (saturationOf(history) === undefined) return findings
  return findings.map((finding) => (finding.kind === 'stuck' ? { ...finding, kind: 'saturated' } : finding))
}
