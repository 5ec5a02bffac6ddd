import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { startScript } from '../../tests/support/script.ts'

/** The service without limits, in a process of its own. */
export const SERVICE = path.resolve(import.meta.dirname, '../../tests/support/limitless-service.ts')

export interface Server {
  url: string
  /** Asks it what it has used of the processor (lab/bench/measured.ts). */
  ask(question: 'cpu' | 'startPauses' | 'longestPause' | 'startProfile' | 'stopProfile'): Promise<unknown>
  stop(): void
}

/** Starts a script of this folder, or another by its whole path. */
export async function startServer(script: string, env: Record<string, string>): Promise<Server> {
  const measured = path.join(import.meta.dirname, 'measured.ts')
  const { child, ...server } = await startScript(path.resolve(import.meta.dirname, script), env, ['--import', measured])
  return {
    ...server,
    ask: async (question) => {
      child.send(question)
      const [{ answer }] = await once(child, 'message')
      return answer
    },
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value that a share of the values is not above. */
export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN

/** The lower and the upper quartile. */
export const quartiles = (values: number[]): [number, number] => [quantile(values, 0.25), quantile(values, 0.75)]

/** The times, in milliseconds, of what takes turns, so that a machine that slows down slows all of it. */
export async function timesInTurns(
  { rounds, warmUp }: { rounds: number; warmUp: number },
  runs: (() => Promise<unknown>)[],
): Promise<number[][]> {
  const times = runs.map((): number[] => [])
  for (let index = 0; index < warmUp + rounds; index++) {
    for (const [which, run] of runs.entries()) {
      const start = performance.now()
      await run()
      if (index >= warmUp) times[which]?.push(performance.now() - start)
    }
  }
  return times
}

const WARM_UP = 10

/** The medians of such times. */
export const medianTimes = async (rounds: number, ...runs: (() => Promise<unknown>)[]): Promise<number[]> =>
  (await timesInTurns({ rounds, warmUp: WARM_UP }, runs)).map(median)

/** Describes the load of the machine: a bench prints it before and after. */
export const loadLine = (): string =>
  `load ${loadavg()
    .map((value) => round(value, 2))
    .join(' ')}`

export const round = (value: number, digits = 0): string => value.toFixed(digits)

/** A figure with its goal. `value` is what the goal is about: a ratio, or milliseconds where nothing is compared. */
export interface Result {
  name: string
  measured: string
  /** Baseline of the comparison; empty for none. */
  floor: string
  value: number
  /** `>= 0.6`, `<= 150 ms`, or empty. */
  goal: string
}

/** True if a value reaches its goal; undefined without one. Pure. */
export function isReached({ value, goal }: Result): boolean | undefined {
  const [, way, limit] = /^([<>])=? ([\d.]+)/.exec(goal) ?? []
  if (limit === undefined) return undefined
  return way === '<' ? value <= Number(limit) : value >= Number(limit)
}

/** Keeps a result for the table of `npm run bench -- --all` (lab/bench/all.ts), which names the file. */
export function keep(result: Result): void {
  if (process.env.BENCH_RESULTS) appendFileSync(process.env.BENCH_RESULTS, `${JSON.stringify(result)}\n`)
}

/** One line of the report: the measured value, the baseline and the ratio. */
export function report(name: string, measured: string, floor: string, ratio: number, goal: string): void {
  keep({ name, measured, floor, value: ratio, goal })
  console.log(
    `${name.padEnd(26)}${measured.padStart(16)}${floor.padStart(18)}   ratio ${round(ratio, 2)}   goal ${goal}`,
  )
}
