import PusherServer from 'pusher'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { TakenForReadError } from '../../../src/platform/db/errors.ts'
import { toAppError } from '../../../src/platform/plugins/errors.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'
import { SOON } from '../../support/refusals.ts'
import { APP, portOf } from '../../support/sockets.ts'

const WAIT = { timeout: 20_000, interval: 50 }
/** Four of six connections are for writes. */
const WRITERS = 4

let server: TestServer
let t: TestApp & { close(): Promise<void> }
let node: Awaited<ReturnType<TestApp['node']>>

beforeAll(async () => {
  server = await startServer()
  t = await startApp({}, { run: false }, { database: await cloneTemplate(server.url) })
  node = await t.node({ run: false }, { max: 6, waitMs: 10_000 })
})
afterAll(async () => {
  await t?.close()
  await server?.remove()
})

/** As providers do when a disk is full, and as a server is that has become a standby. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await t.db.unsafe(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
  await t.db`select pg_reload_conf()`
  await vi.waitFor(async () => {
    const [row] = await t.db<{ value: string }[]>`select current_setting('default_transaction_read_only') as value`
    expect(row?.value).toBe(isReadOnly ? 'on' : 'off')
  }, WAIT)
}

/** The processes of the node's connections for writes, each of which holds a transaction meanwhile. */
async function writers(): Promise<number[]> {
  const all = Promise.withResolvers<void>()
  let begun = 0
  return Promise.all(
    Array.from({ length: WRITERS }, () =>
      node.app.db.begin(async (tx) => {
        const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
        if (++begun === WRITERS) all.resolve()
        await all.promise
        return row?.pid ?? 0
      }),
    ),
  )
}

const health = async () => {
  const [ready, writable] = [await node.call('GET', '//health/ready'), await node.call('GET', '//health/writable')]
  return [ready.status, ready.body, writable.status, writable.headers['retry-after']]
}

test('while the server is read-only, writes are 503, reads go on, and connections for writes are dropped', async () => {
  const { home, guest } = await scene(t)
  const favorite = () => node.call('POST', `/properties/${home}/favorite`, undefined, guest)
  await vi.waitFor(
    async () => expect(await health()).toEqual([200, { status: 'ok', reads: true, writes: true }, 200, undefined]),
    WAIT,
  )
  const port = String(await portOf(node.app))
  const sdk = new PusherServer({ ...APP, host: '127.0.0.1', port, useTLS: false })
  const before = await writers()
  expect(new Set(before).size).toBe(WRITERS)
  await setReadOnly(true)
  try {
    expect(await favorite()).toMatchObject({ status: 503, headers: { 'retry-after': SOON } })
    await vi.waitFor(async () => {
      const left = await t.db`select from pg_stat_activity where pid = any (${before})`
      expect(left).toHaveLength(0)
    }, WAIT)
    expect((await node.call('GET', `/properties/${home}`)).status).toBe(200)
    await expect(sdk.trigger('cache-c1', 'e', {})).rejects.toMatchObject({ status: 503 })
    await vi.waitFor(
      async () => expect(await health()).toEqual([200, { status: 'ok', reads: true, writes: false }, 503, '5']),
      WAIT,
    )
    const { body } = await node.call('GET', '//metrics')
    expect(body).toContain('database_up 1\n')
    expect(body).toContain('database_writable 0\n')
  } finally {
    await setReadOnly(false)
  }
  await vi.waitFor(
    async () => expect(await health()).toEqual([200, { status: 'ok', reads: true, writes: true }, 200, undefined]),
    WAIT,
  )
  expect((await favorite()).status).toBe(200)
  expect(await t.db`select from write_probes`).toHaveLength(0)
})

test('a statement that writes and was taken for a read is a defect: 500', async () => {
  const taken = node.app.db.pool.run('read', (connection) =>
    connection.unsafe('insert into refreshed_tokens default values'),
  )
  const error = await taken.catch((cause: Error) => cause)
  expect(error).toBeInstanceOf(TakenForReadError)
  expect(toAppError(error as Error).status).toBe(500)
})

test('a server without room, a shutdown, a lost connection and a wait that was too long are 503 with Retry-After', async () => {
  const { home, guest } = await scene(t)
  const owner = await t.user()
  const other = await t.home(owner)
  await t.db.unsafe(`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception using errcode = (select filler from codes), message = 'as the server says it'; end $$;
    create table codes (filler text);
    create trigger fail before insert on favorites for each row execute function fail();`)
  const codes = [
    ...['25006', '25P03', '53000', '53100', '53200', '53300', '53400', '57014', '57P01', '57P02', '57P03', '57P05'],
    ...['55P03', '08000', '08001', '08003', '08004', '08006', '08P01', '58030'],
  ]
  const answers: unknown[] = []
  for (const code of codes) {
    await t.db`delete from codes`
    await t.db`insert into codes values (${code})`
    const { status, headers, body } = await node.call('POST', `/properties/${other}/favorite`, undefined, guest)
    answers.push([code, status, headers['retry-after'], body.success])
  }
  expect(answers).toEqual(codes.map((code) => [code, 503, SOON, false]))
  expect((await node.call('GET', `/properties/${home}`)).status).toBe(200)
  const nowhere = connect('postgres://database.invalid/none', { max: 1, waitMs: 10_000 })
  const lost = await nowhere`select 1`.then(
    () => new Error('it was there'),
    (error: Error) => error,
  )
  await nowhere.end({ timeout: 0 })
  expect(toAppError(lost)).toMatchObject({ status: 503, headers: { 'retry-after': SOON } })
})
