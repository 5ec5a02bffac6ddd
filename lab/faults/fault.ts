import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../tests/support/random.ts'
import type { Recorder } from './history.ts'

/** Changes acknowledged after one moment and before another are lost by definition. */
export interface Loss {
  from: number
  stopped: number
}

/** Something that goes wrong, and is mended. */
export interface Fault {
  name: string
  /** Target of the fault, such as one of the nodes. */
  target: string
  begin(): Promise<void> | void
  end(): Promise<Loss | undefined> | Promise<void> | void
  /** Factor by which it lasts longer than others. */
  length?: number
}

/** A kind of fault; it chooses by chance whom it hits. */
export type FaultKind = (random: Random) => Fault

export interface Pace {
  /** When the last fault has ended. */
  untilMs: number
  /** Length of a fault, and of the quiet time between two. */
  faultMs: number
  calmMs: number
}

const HEAL_TIMEOUT_MS = 90_000

/** Values in an order that the seed chooses. */
function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values]
  return values.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

/** Waits until a question is answered with yes. @returns whether it was, in time. */
export async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + HEAL_TIMEOUT_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) return false
    await delay(100)
  }
  return true
}

/** Plays each kind in turn, in an order of the seed, until the time is over. Returns what did not heal. */
export async function playFaults(
  kinds: readonly FaultKind[],
  {
    random,
    recorder,
    pace,
    isWell,
  }: { random: Random; recorder: Recorder; pace: Pace; isWell: () => Promise<boolean> },
): Promise<string[]> {
  const unhealed: string[] = []
  const end = performance.now() + pace.untilMs
  const isTimeFor = (ms: number) => performance.now() + ms < end
  let queue: FaultKind[] = []
  while (isTimeFor(pace.calmMs + pace.faultMs)) {
    if (queue.length === 0) queue = shuffled(kinds, random)
    const fault = queue.shift()?.(random)
    if (!fault) break
    const { name, target, length = 1 } = fault
    const lasts = pace.faultMs * length
    if (!isTimeFor(pace.calmMs + lasts)) continue
    await delay(pace.calmMs)
    const note = (phase: 'begin' | 'end' | 'healed') =>
      recorder.write({ type: 'fault', at: recorder.now(), name, target, phase })
    note('begin')
    try {
      await fault.begin()
      await delay(lasts)
    } finally {
      const loss = await fault.end()
      if (loss) recorder.write({ type: 'loss', at: recorder.now(), ...loss })
      note('end')
    }
    if (!(await eventually(isWell))) unhealed.push(`${name} (${target}) did not heal in ${HEAL_TIMEOUT_MS / 1000} s`)
    note('healed')
  }
  await delay(Math.max(0, end - performance.now()))
  return unhealed
}
