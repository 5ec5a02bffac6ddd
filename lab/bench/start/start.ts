/** `npm run bench:start`: how long a first start and later ones take, by phase, and how much memory a node keeps. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { keep, loadLine, median, quartiles, round } from '../support.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const ROUNDS = 5
const LATER = 3
const REST_MS = 60_000
const GOALS = { first: 5_000, places: 15_000, later: 1_000, megabytes: 150 }

/** The line of the log at the end of a start (src/main.ts). */
const startedLine = z.object({
  msg: z.literal('started'),
  process_ms: z.number(),
  phases: z.record(z.string(), z.number()),
})
const placesLine = z.object({ msg: z.literal('all places are loaded') })

/** Milliseconds by phase; `ready` and `places` since `npm start`. */
type Times = Record<string, number>

function npmStart(env: Record<string, string>): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'info', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Starts the service, measures until its answer of /health/ready is 200, and stops it when its places are there. */
async function timeStart(env: Record<string, string>, isFirst: boolean): Promise<Times> {
  const begin = performance.now()
  const child = npmStart(env)
  const times: Times = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const entry: unknown = line.startsWith('{') ? JSON.parse(line) : undefined
    const started = startedLine.safeParse(entry)
    if (started.success) {
      times.ready = performance.now() - begin
      times.npm = times.ready - started.data.process_ms
      Object.assign(times, started.data.phases)
    }
    if (placesLine.safeParse(entry).success) times.places = performance.now() - begin
    if (times.ready !== undefined && (times.places !== undefined || !isFirst)) break
  }
  child.kill('SIGTERM')
  await once(child, 'close')
  return times
}

function report(title: string, rounds: Times[], goals: Times): void {
  console.log(`\n${title}, ${rounds.length} rounds: median (quartiles) in ms`)
  for (const name of Object.keys(rounds[0] ?? {})) {
    const values = rounds.map((times) => times[name] ?? Number.NaN)
    const [low, high] = quartiles(values).map((value) => round(value))
    const goal = goals[name] === undefined ? '' : `   goal <= ${goals[name]}`
    if (goals[name] !== undefined)
      keep({
        name: `${title}, ${name}`,
        measured: `${round(median(values))} ms`,
        floor: '',
        value: median(values),
        goal: `<= ${goals[name]} ms`,
      })
    console.log(`  ${name.padEnd(16)}${round(median(values)).padStart(7)}  (${low} to ${high})${goal}`)
  }
}

/** Memory of a production node a minute after its start, with a database of its own. */
async function benchMemory(folder: string): Promise<void> {
  const server = await startEmbedded({ folder: path.join(folder, 'memory') })
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: server.url(),
    DATA_DIR: path.join(folder, 'node'),
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://sejour.example',
    JWT_SECRET: 'a secret of the benchmark, and of nobody else',
    REALTIME_APP_SECRET: 'another secret of the benchmark',
    STRIPE_SECRET_KEY: 'sk_test_benchmark',
    STRIPE_WEBHOOK_SECRET: 'whsec_benchmark',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SHUTDOWN_DELAY_SECONDS: '0',
  }
  try {
    await timeStart(env, false)
    const child = npmStart(env)
    let pid = 0
    for await (const line of createInterface({ input: child.stdout })) {
      const entry = z.object({ pid: z.number(), msg: z.literal('started') }).safeParse(JSON.parse(line))
      if (entry.success) pid = entry.data.pid
      if (entry.success) break
    }
    await delay(REST_MS)
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    keep({
      name: 'memory of a production node',
      measured: `${round(Number(kilobytes) / 1000)} MB`,
      floor: '',
      value: Number(kilobytes) / 1000,
      goal: `<= ${GOALS.megabytes} MB`,
    })
    console.log(
      `\nmemory of a production node after a minute: ${round(Number(kilobytes) / 1000)} MB   goal <= ${GOALS.megabytes}`,
    )
    child.kill('SIGTERM')
    await once(child, 'close')
  } finally {
    await server.stop()
  }
}

/** First starts, each with an empty data folder and nothing compiled, and later ones with the same folder. */
export async function benchStart(): Promise<void> {
  console.log(`\n${loadLine()}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-start-'))
  const firsts: Times[] = []
  const laters: Times[] = []
  for (let index = 0; index < ROUNDS; index++) {
    const env = { DATA_DIR: path.join(folder, String(index)) }
    rmSync(path.join(ROOT, 'node_modules/.cache/sejour'), { recursive: true, force: true })
    firsts.push(await timeStart(env, true))
    for (let again = 0; again < LATER; again++) laters.push(await timeStart(env, false))
  }
  report('first start', firsts, { ready: GOALS.first, places: GOALS.places })
  report('later start', laters, { ready: GOALS.later })
  if (process.platform === 'linux') await benchMemory(folder)
  rmSync(folder, { recursive: true, force: true })
  console.log(loadLine())
}
