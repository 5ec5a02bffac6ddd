import { execFile, spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres, { type Sql } from 'postgres'
import { fetch } from 'undici'
import { freePort } from '../../src/dev/free-port.ts'
import { root } from '../faults/nodes.ts'
import { until } from '../play/machine.ts'

/** The service as the README starts it, with a clock that the program turns. */
export interface Service {
  url: string
  /** The simulated day, counted from the beginning. */
  day: number
  /** Lets days pass; runs the jobs of each, and waits until nothing is left to do. */
  pass(days: number): Promise<void>
  /** Waits until the jobs of what was done are finished. */
  rest(): Promise<void>
  today(offset?: number): string
  /** Runs a command of the operator. */
  admin(...args: string[]): Promise<void>
  sql: Sql
  stop(): Promise<void>
}

const FAKETIME = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
/** Jobs that the scheduler starts by the hour. Hours do not pass here, so the program starts them once a day. */
const DAILY = [
  ...['settlement.expire', 'settlement.balances', 'reservations.complete', 'calendars.import-feeds'],
  'message-templates.claim-due',
]
const DAY_MS = 86_400_000
/** The homes are in Paris, and so are their days. */
const DAY_THERE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })
const utcDay = (day: number): string => new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10)

export async function startService(folder: string, settings: Record<string, string>): Promise<Service> {
  if (FAKETIME === undefined) throw new Error('libfaketime is not installed')
  const [port, metrics] = [await freePort(), await freePort()]
  const clock = path.join(folder, 'clock')
  const data = path.join(folder, 'data')
  mkdirSync(data, { recursive: true })
  writeFileSync(clock, '+0')
  const service = spawn('npm', ['start'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metrics),
      DATA_DIR: data,
      DEMO_DATA: 'false',
      LOG_LEVEL: 'warn',
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      ...settings,
    },
  })
  service.stdout.resume()
  const url = `http://127.0.0.1:${port}`
  await until('the service answers', async () => (await fetch(`${url}/health/ready`)).ok)
  const sql = openDatabase(data)
  await until('the cities are there', async () => (await sql`select from cities where id = '2988507'`).length === 1)

  const one: Service = {
    url,
    day: 0,
    sql,
    today: (offset = 0) => DAY_THERE.format(Date.now() + (one.day + offset) * DAY_MS),
    async pass(days) {
      for (let passed = 0; passed < days; passed++) {
        one.day++
        writeFileSync(clock, `+${one.day}d`)
        await until(`it is day ${one.day}`, async () => (await dateOf(url)) === utcDay(one.day))
        await until('it is that day in PostgreSQL', async () => {
          const [row] = await sql<{ day: string }[]>`select current_date::text as day`
          return row?.day === utcDay(one.day)
        })
        for (const name of DAILY)
          await sql`insert into pgboss.job (name, data) select name, '{}' from pgboss.queue where name = ${name}`
        await one.rest()
      }
    },
    async rest() {
      await until('all jobs are done', async () => {
        const waiting = await sql`
          select from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now() and name not like '\\_\\_%' limit 1`
        return waiting.length === 0
      })
    },
    async admin(...args) {
      await promisify(execFile)('npm', ['run', '-s', 'admin', '--', ...args], {
        cwd: root,
        env: { ...process.env, DATA_DIR: data },
      })
    },
    async stop() {
      await sql.end()
      if (service.pid !== undefined) process.kill(-service.pid, 'SIGTERM')
      await delay(2_000)
    },
  }
  return one
}

async function dateOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/health/live`)
  await answer.text()
  return new Date(answer.headers.get('date') ?? 0).toISOString().slice(0, 10)
}

/** The database that the service has started, with the password that is in its folder. */
function openDatabase(data: string): Sql {
  const [folder = ''] = globSync(`${data}/**/postmaster.pid`).map((file) => path.dirname(path.dirname(file)))
  const port = Number(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3])
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
  return postgres({
    host: '127.0.0.1',
    port,
    username: 'sejour',
    password,
    database: 'sejour',
    max: 2,
    onnotice: () => undefined,
  })
}
