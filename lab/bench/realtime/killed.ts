import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { connect } from '../../../src/platform/db/client.ts'
import { usedByPostgres } from '../scale/processor.ts'
import { loadLine, quantile, report, round } from '../support.ts'
import { type Child, sharedNow, startChild } from './child.ts'

/** People of one client process. */
const PEOPLE_PER_CLIENT = 5_000
const GOAL_SECONDS = 10
/** Longest wait that no request exceeds. */
const LONGEST_MS = 500
const GIVE_UP_MS = 180_000
const PROBE_MS = 50

/** More than are open at once while a node answers in time. */
const KEPT_CONNECTIONS = 64

/**
 * Somebody else's requests to a node, each at its time whether or not the one before has been answered: over connections that are open
 * before, as those of a proxy, or each over a new one.
 */
async function probe(url: string, isNew: boolean): Promise<{ stop(): Promise<number[]> }> {
  const http = new Pool(new URL(url).origin, { connections: isNew ? null : KEPT_CONNECTIONS, keepAliveTimeout: 60_000 })
  const times: number[] = []
  const open = new Set<Promise<void>>()
  const ask = async () => {
    const start = performance.now()
    const { statusCode, body } = await http.request({ path: new URL(url).pathname, method: 'GET', reset: isNew })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${statusCode} of ${url}`)
    times.push(performance.now() - start)
  }
  await Promise.all(Array.from({ length: isNew ? 1 : KEPT_CONNECTIONS }, ask))
  times.splice(0)
  const timer = setInterval(() => {
    const asked = ask().finally(() => open.delete(asked))
    open.add(asked)
  }, PROBE_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(open)
      await http.close()
      return times
    },
  }
}

async function insertPeople(databaseUrl: string, count: number): Promise<{ first: number; home: string }> {
  const db = connect(databaseUrl, { max: 1 })
  const users = await db<{ id: number }[]>`
    insert into users (username, first_name, last_name, email, email_verified_at, avatar)
    select 'person' || i, 'Person', i::text, 'person' || i || '@example.org', now(), '/storage/avatars/' || i || '.webp'
    from generate_series(1, ${count}::integer) i
    returning id`
  const [home] = await db<{ id: string }[]>`select id from properties where status = 'published' order by id limit 1`
  await db.end()
  return { first: Math.min(...users.map(({ id }) => id)), home: home?.id ?? '' }
}

/** Milliseconds of processor that something has used since. */
async function workOf(children: Child[]): Promise<number> {
  const used = await Promise.all(children.map((child) => child.ask('processor')))
  return used.reduce((sum, { cpu = 0 }) => sum + cpu, 0)
}

/**
 * A node whose people are all authorised and present is killed: how soon they are so on the two others, what they waited for, and
 * how long somebody else's request waits there meanwhile.
 */
export async function benchKilled(env: Record<string, string>, people: number, postgresFolder: string): Promise<void> {
  const { first, home } = await insertPeople(env.DATABASE_URL ?? '', people)
  const [victim, ...others] = await Promise.all([1, 2, 3].map(() => startChild('node.ts', env)))
  if (victim === undefined) return
  const ports = await Promise.all([victim, ...others].map(async (child) => (await child.ask('ready')).port ?? 0))
  const [port0 = 0, port1 = 0, port2 = 0] = ports
  const clients: Child[] = []
  for (let from = 0; from < people; from += PEOPLE_PER_CLIENT) {
    const client = await startChild('people.ts', {}, [])
    const address = 2 + clients.length
    const count = Math.min(PEOPLE_PER_CLIENT, people - from)
    clients.push(client)
    await client.ask('arrive', { first: first + from, count, address, port1: port0 })
  }
  for (const client of clients) await client.ask('divert', { port1, port2 })
  for (const other of others) await other.ask('resetStall')
  const before = await workOf(others)
  const databaseBefore = usedByPostgres(postgresFolder)
  const urls = [port1, port2].map((port) => `http://127.0.0.1:${port}/api/v1/properties/${home}`)
  const kept = await Promise.all(urls.map((url) => probe(url, false)))
  const fresh = await Promise.all(urls.map((url) => probe(url, true)))
  await delay(1_000)
  console.log(`killed: a node with ${people} people, ${loadLine()}`)
  const killedAt = sharedNow()
  victim.stop()
  let back = people
  while (back > 0 && sharedNow() - killedAt < GIVE_UP_MS) {
    await delay(250)
    const counts = await Promise.all(clients.map((client) => client.ask('back', { since: killedAt })))
    back = people - counts.reduce((sum, { back = 0 }) => sum + back, 0)
  }
  const used = (await workOf(others)) - before
  const databaseUsed = usedByPostgres(postgresFolder) - databaseBefore
  const stop = async (probes: typeof kept) => (await Promise.all(probes.map((one) => one.stop()))).flat()
  const waits = { 'on open connections': await stop(kept), 'on new connections': await stop(fresh) }
  const times = Object.assign({}, ...(await Promise.all(clients.map((client) => client.ask('times')))))
  const secondsOf = (name: string) =>
    Object.entries<number>(times)
      .filter(([key, at]) => key.startsWith(name) && at > 0)
      .map(([, at]) => (at - killedAt) / 1000)
      .toSorted((a, b) => a - b)
  for (const name of ['hello', 'authorised', 'present']) {
    const seconds = secondsOf(name)
    const marks = [1_000, 5_000, people].filter((mark) => mark <= people)
    const texts = marks.map((mark) => `${mark} after ${round(seconds[mark - 1] ?? Number.NaN, 1)} s`)
    console.log(`killed: ${name.padEnd(12)}${texts.join(', ')}`)
  }
  const figures = await Promise.all(clients.map((client) => client.ask('figures')))
  const sum = (name: string) => figures.reduce((total, values) => total + (values[name] ?? 0), 0)
  const stalls = await Promise.all(others.map((other) => other.ask('stall')))
  console.log(
    `killed: processor ${round(used)} ms of the two nodes, ${round(databaseUsed)} ms of PostgreSQL, ${round(sum('cpu'))} ms of the clients; ` +
      `the loops stand still for ${stalls.map(({ longest = 0 }) => round(longest)).join(' and ')} ms at the longest; ` +
      `${round(sum('reconnects'))} sockets were cut and ${round(sum('refused'))} requests refused; slowest authorisation ` +
      `${round(Math.max(...figures.map(({ slowestRequest = 0 }) => slowestRequest)))} ms; ${loadLine()}`,
  )
  const all = secondsOf('present')[people - 1] ?? Number.NaN
  report(`${people} back`, `${round(all, 1)} s`, `${GOAL_SECONDS} s`, all / GOAL_SECONDS, '<= 1')
  for (const [which, times] of Object.entries(waits)) {
    const longest = Math.max(...times)
    const own = `${round(longest)} ms, p99 ${round(quantile(times, 0.99))} ms`
    report(`others wait ${which}`, own, `${LONGEST_MS} ms`, longest / LONGEST_MS, '<= 1')
  }
  for (const child of [...others, ...clients]) child.stop()
}
