import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { replicasAt } from '../../../src/platform/db/cluster/replicas.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { book, stay } from '../../support/booking.ts'
import { calendar, close } from '../../support/calendars.ts'
import { cloneTemplate } from '../../support/database.ts'
import { makeKey } from '../../support/keys.ts'
import { startPair } from '../../support/replication.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const LAG_SECONDS = 5

let pair: Awaited<ReturnType<typeof startPair>>
let t: TestApp & { close(): Promise<void> }
/** Waits for a connection as long as a node in production does. */
let node: Awaited<ReturnType<TestApp['node']>>
let standby: Database
let owner: TestUser
let home: string
let foreign: string
let draft: string
let secret: string
let publishable: string

const PAGE = 'https://villa.example'

const named = (url: string, name: string) => url.replace('/DATABASE', `/${name}`)

beforeAll(async () => {
  pair = await startPair()
  const database = await cloneTemplate(pair.urlOf(pair.primary))
  const replica = named(pair.urlOf(pair.standby), database.name)
  standby = connect(named(pair.urlOf(pair.standby), 'postgres'), { max: 1 })
  t = await startApp({}, { run: false }, { database })
  const replicas = replicasAt({ urls: [replica], lagSeconds: LAG_SECONDS })
  node = await t.node({ run: false }, { max: 6, waitMs: 1_000, replicas })
  owner = await t.user()
  home = await t.home(owner, { address: '14 rue des Rosiers' })
  await close(t, owner, home, 2, 3, 'Travaux')
  foreign = await t.home(await t.user())
  draft = await t.home(owner, { status: 'draft' })
  secret = (await makeKey(t, owner)).token
  publishable = (await makeKey(t, owner, { kind: 'publishable', origins: [PAGE] })).token
  await beat()
})
afterAll(async () => {
  await standby?.end()
  await t?.close()
  await pair?.remove()
})
beforeEach(() => vi.waitFor(() => expect(replica()).toMatchObject({ serves: true, lagSeconds: 0 }), WAIT))

const replica = () => node.app.db.pool.replicas?.figures()[0]
const readsOf = () => replica()?.reads ?? 0

/** A second goes by. */
async function beat(): Promise<void> {
  await t.db`update installation set beaten_at = now() - interval '1 second'`
  await t.app.heartbeat.beat()
  await node.app.heartbeat.beat()
}

const find = (options: { token?: string; headers?: Record<string, string> } = {}) =>
  node.call('GET', '/properties/search?q=pausiert', undefined, options)
const countOf = async (...args: Parameters<typeof find>) => (await find(...args)).body.meta.total

test('whoever has written reads what they wrote; nobody else waits for a replica, or reads one that is too far behind', async () => {
  await standby`select pg_wal_replay_pause()`
  try {
    const created = await node.call(
      'POST',
      '/properties',
      { title: 'Pausiert', city_id: '2988507', base_price: 100, max_guests: 4 },
      owner,
    )
    const position = String(created.headers['x-sejour-position'])
    expect([created.status, position]).toEqual([201, expect.stringMatching(/^\d+\.\d+\.\d+\/[0-9A-F]+\/[0-9A-F]+$/)])
    const before = readsOf()
    expect(await countOf()).toBe(0)
    expect(readsOf()).toBeGreaterThan(before)
    // With a token and without a position, with one, and with that of another timeline.
    const headersOf = (text: string) => ({ token: owner.token, headers: { 'x-sejour-position': text } })
    for (const options of [{ token: owner.token }, headersOf(position), headersOf('1.2.3/0/1'), headersOf('x')])
      expect(await countOf(options)).toBe(1)
    for (let second = 0; second <= LAG_SECONDS; second++) await beat()
    expect(replica()).toMatchObject({ serves: false })
    expect(await countOf()).toBe(1)

    await standby`select pg_wal_replay_resume()`
    await vi.waitFor(() => expect(replica()).toMatchObject({ serves: true }), WAIT)
    const after = readsOf()
    expect(await countOf(headersOf(position))).toBe(1)
    expect(readsOf()).toBeGreaterThan(after)
  } finally {
    await standby`select pg_wal_replay_resume()`
  }
  expect((await node.call('GET', '//metrics')).body).toMatch(/\nreplica_serves\{replica="127\.0\.0\.1:\d+"\} 1\n/)
})

/** Searches without a pause, three at a time, until it is told to end; returns the statuses. */
function searchAll() {
  let isOver = false
  const statuses = new Map<number, number>()
  const one = async () => {
    while (!isOver) {
      const { status } = await find()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const running = Promise.all([one(), one(), one()])
  return async () => {
    isOver = true
    await running
    return [...statuses.keys()]
  }
}

test('a replica whose reads are cancelled, that hangs, comes back and is promoted is noticed by nobody', async () => {
  const end = searchAll()
  const { refused = 0 } = replica() ?? {}
  await vi.waitFor(async () => {
    await standby`select pg_cancel_backend(pid) from pg_stat_activity where query like '%search_homes%' and pid <> pg_backend_pid()`
    expect(replica()?.refused).toBeGreaterThan(refused)
  }, WAIT)
  pair.standby.freeze()
  await vi.waitFor(() => expect(replica()).toMatchObject({ serves: false }), WAIT)
  pair.standby.thaw()
  await vi.waitFor(() => expect(replica()).toMatchObject({ serves: true }), WAIT)
  expect(await end()).toEqual([200])
})

test('a primary that hangs holds up no search, also with a token', async () => {
  expect((await node.call('GET', '/user', undefined, owner)).status).toBe(200)
  const byProgram = { ...owner, token: secret }
  const reasons = async () =>
    (await calendar({ ...t, call: node.call }, home, 2, 2, byProgram)).map((day) => day.reason)
  expect(await reasons()).toEqual(['Travaux'])
  pair.primary.freeze()
  try {
    const account = node.call('GET', '/user', undefined, owner)
    const known = [owner.token, secret, publishable].map((token) => find({ token }))
    expect(await Promise.race([account.then(() => 'account'), Promise.all(known).then(() => 'searches')])).toBe(
      'searches',
    )
    for (const { status, headers } of await Promise.all(known))
      expect([status, headers['x-sejour-degraded']]).toEqual([200, 'identity'])
    // A key is nobody's to the end of the request, however long that took: no drafts, and nothing that only owners see.
    const [shown, hidden, closed] = await Promise.all([
      node.call('GET', `/properties/${home}`, undefined, byProgram),
      node.call('GET', `/properties/${draft}`, undefined, byProgram),
      reasons(),
    ])
    expect([shown.status, shown.body.data.address, hidden.status, closed]).toEqual([200, null, 404, [undefined]])
    pair.primary.thaw()
    expect((await account).status).toBe(200)
  } finally {
    pair.primary.thaw()
  }
})

test('a key that is deleted is refused at once, also where replicas have not heard of it', async () => {
  const { id, token } = await makeKey(t, owner)
  const written = await close({ ...t, call: node.call }, owner, home, 5, 6)
  const headers = { 'x-sejour-position': String(written.headers['x-sejour-position']) }
  await vi.waitFor(async () => {
    const before = readsOf()
    expect((await find({ token, headers })).status).toBe(200)
    expect(readsOf()).toBeGreaterThan(before)
  }, WAIT)
  await standby`select pg_wal_replay_pause()`
  try {
    expect((await t.call('DELETE', `/api-keys/${id}`, undefined, owner)).status).toBe(200)
    expect((await find({ token, headers })).status).toBe(401)
  } finally {
    await standby`select pg_wal_replay_resume()`
  }
})

test('while the primary is away searches go on, those with a token as for nobody, and nothing is written', async () => {
  await pair.primary.stop()
  const [anonymous, known] = [await find(), await find({ token: owner.token })]
  expect([anonymous.status, anonymous.headers['x-sejour-degraded']]).toEqual([200, undefined])
  expect([known.status, known.headers['x-sejour-degraded']]).toEqual([200, 'identity'])
  expect((await node.call('GET', `/properties/${home}`)).status).toBe(200)
  // Routes that are the same for everybody are so for every caller.
  for (const path of ['/get-countries', '/config', '/labels', '/amenities'])
    for (const by of [undefined, owner, { token: secret }, { token: publishable }])
      expect([path, (await node.call('GET', path, undefined, by)).status]).toEqual([path, 200])
  expect((await node.call('GET', `/calendars/properties/${home}/availability`)).status).toBe(200)
  expect((await node.call('GET', '/user', undefined, owner)).status).toBe(503)

  // A page with a key of its company: the browser asks first. Homes of others stay out of it.
  const asked = {
    origin: PAGE,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  }
  const preflight = await node.call('OPTIONS', '/properties/search', undefined, { headers: asked })
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, PAGE])
  const list = async (token: string) =>
    node.call('GET', '/properties/search', undefined, { token, headers: { origin: PAGE } })
  const [byPage, byProgram] = [await list(publishable), await list(secret)]
  for (const { status, body, headers } of [byPage, byProgram]) {
    expect([status, headers['x-sejour-degraded']]).toEqual([200, 'identity'])
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(home)
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(foreign)
  }
  expect(byPage.headers['access-control-allow-origin']).toBe(PAGE)
  expect((await node.call('POST', '/quotes', stay(home), { token: publishable })).status).toBe(503)
  // Whatever is not for everybody waits, and a key that the replica does not know may be a new one.
  expect((await node.call('GET', '/reservations', undefined, { token: secret })).status).toBe(503)
  expect((await list(`${secret.slice(0, -8)}AAAAAAAA`)).status).toBe(503)
  // Load balancers leave the node where searches come to it.
  const ready = await node.call('GET', '//health/ready')
  expect([ready.status, ready.body]).toEqual([200, { status: 'ok', reads: true, writes: false }])
  expect((await node.call('GET', '//health/writable')).status).toBe(503)
  expect((await book({ ...t, call: node.call }, owner, stay(home))).status).toBe(503)

  const end = searchAll()
  await pair.standby.promote()
  await vi.waitFor(() => expect(replica()).toMatchObject({ serves: false }), WAIT)
  expect((await end()).filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect((await node.call('GET', '//health/ready')).status).toBe(503)
})
