import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PoolOptions, transaction } from '../../../src/platform/db/client.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'
import { SOON } from '../../support/refusals.ts'

/** The rules of production with shorter times. Of six connections at most four run transactions. */
const HASTY: PoolOptions = { max: 6, waitMs: 500, connectMs: 5_000, silenceMs: 5_000 }
const TRANSACTIONS = 4
const WAIT = { timeout: 20_000, interval: 20 }

let server: TestServer
let t: TestApp & { close(): Promise<void> }
let hasty: Awaited<ReturnType<TestApp['node']>>['app']

beforeAll(async () => {
  server = await startServer()
  t = await startApp({}, { run: false }, { database: await cloneTemplate(server.url) })
  hasty = (await t.node({ run: false }, HASTY)).app
  await hasty.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await t?.close()
  await server?.remove()
})

interface Sent {
  status: Promise<number>
  retryAfter(): string | undefined
  giveUp(): void
}

/** Sends a request to the hasty node over a connection of its own. */
function send(method: string, path: string, body?: object, user?: TestUser): Sent {
  const address = hasty.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const headers = {
    connection: 'close',
    ...(body && { 'content-type': 'application/json' }),
    ...(user && { authorization: `Bearer ${user.token}` }),
  }
  const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false })
  const answer = once(request, 'response').then(([response]) => (response as http.IncomingMessage).resume())
  answer.catch(() => undefined)
  request.end(body && JSON.stringify(body))
  let retryAfter: string | undefined
  const status = answer.then((response) => {
    retryAfter = response.headers['retry-after']
    return response.statusCode ?? 0
  })
  status.catch(() => undefined)
  return { status, retryAfter: () => retryAfter, giveUp: () => request.destroy() }
}

const read = (home: string) => send('GET', `/api/v1/properties/${home}`)
const reserve = (user: TestUser, home: string) => send('POST', '/api/v1/reservations', stay(home), user)
const isReady = () => send('GET', '/health/ready').status

async function expectRefused(sent: Sent[]) {
  for (const { status, retryAfter } of sent) expect([await status, retryAfter()]).toEqual([503, SOON])
}

/** Waits until the service has noticed that every client has closed its connection. */
const untilNoticed = () =>
  vi.waitFor(async () => {
    const open = await new Promise((resolve) => hasty.server.getConnections((_error, count) => resolve(count)))
    expect(open).toBe(0)
  }, WAIT)

const sessions = () => t.db<{ pid: number; state: string | null; wait_event_type: string | null }[]>`
  select pid, state, wait_event_type from pg_stat_activity where pid <> pg_backend_pid()`

/** Waits until no statement and no transaction is left over. */
const untilIdle = () =>
  vi.waitFor(async () => {
    const running = (await sessions()).filter(({ state }) => state !== null && state !== 'idle')
    expect(running).toEqual([])
  }, WAIT)

const countReservations = async (homes: string[]) =>
  (await t.db`select from reservations where property_id = any (${homes})`).length

const guestsOf = (count: number) => Promise.all(Array.from({ length: count }, () => t.user()))

test('a lock that somebody holds takes the places of transactions, and leaves reads and readiness', async () => {
  const { home, owner, guest } = await scene(t)
  const homes = await Promise.all(Array.from({ length: 30 }, () => t.home(owner)))
  const guests = await guestsOf(homes.length)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holder = t.db.begin(async (tx) => {
    await tx`lock table reservations in share row exclusive mode`
    lock()
    await held
  })
  await locked
  const bookings = homes.map((id, index) => () => reserve(guests[index] ?? guest, id))
  const first = bookings.slice(0, TRANSACTIONS).map((start) => start())
  await vi.waitFor(async () => {
    expect((await sessions()).filter((session) => session.wait_event_type === 'Lock')).toHaveLength(TRANSACTIONS)
  }, WAIT)
  await expectRefused(bookings.slice(TRANSACTIONS).map((start) => start()))
  expect(await read(home).status).toBe(200)
  await vi.waitFor(async () => expect(await isReady()).toBe(200), WAIT)
  // Work that these four have begun is not committed, because nobody waits for it.
  for (const { giveUp } of first) giveUp()
  await untilNoticed()
  release()
  await holder
  await untilIdle()
  expect(await countReservations(homes)).toBe(0)
  expect((await book(t, guest, stay(home))).status).toBe(201)
})

test('while the database is frozen requests are 503, and nothing is booked for clients that have gone', async () => {
  const { home } = await scene(t)
  const [guest, ...guests] = await guestsOf(24)
  const pids = [server.readPid(), ...(await sessions()).map(({ pid }) => pid)]
  // The session that was asked runs on, so it is stopped last.
  const [own] = await t.db<{ pid: number }[]>`select pg_backend_pid() as pid`
  for (const pid of [...pids, own?.pid ?? 0]) process.kill(pid, 'SIGSTOP')
  try {
    // The first reads take the places, and hear nothing; all others wait in vain for a place.
    const reads = Array.from({ length: 12 }, () => read(home))
    const bookings = guests.map((user) => reserve(user, home))
    expect(await isReady()).toBe(503)
    for (const { giveUp } of bookings.slice(0, 12)) giveUp()
    await expectRefused([...reads, ...bookings.slice(12)])
    await untilNoticed()
  } finally {
    for (const pid of [...pids, own?.pid ?? 0]) process.kill(pid, 'SIGCONT')
  }
  await vi.waitFor(async () => expect(await isReady()).toBe(200), WAIT)
  await untilIdle()
  expect(await countReservations([home])).toBe(0)
  await vi.waitFor(async () => expect(guest && (await reserve(guest, home).status)).toBe(201), WAIT)
})

test('a database that is stopped and comes back is found again', async () => {
  const { home, guest } = await scene(t)
  const refusals = () => Object.values(hasty.db.pool.figures()).map((figures) => figures.refused)
  const before = refusals()
  await server.stop()
  const refused = [reserve(guest, home), read(home), read(home)]
  expect(await isReady()).toBe(503)
  await expectRefused(refused)
  await expect(transaction(hasty.db, async () => undefined)).rejects.toThrow()
  // An alert watches both, reads and writes.
  expect(refusals().map((count, index) => count > (before[index] ?? 0))).toEqual([true, true])
  await server.restart()
  await vi.waitFor(async () => expect(await isReady()).toBe(200), WAIT)
  await vi.waitFor(async () => expect(await read(home).status).toBe(200), WAIT)
  expect(await countReservations([home])).toBe(0)
  await vi.waitFor(async () => expect(await reserve(guest, home).status).toBe(201), WAIT)
})
