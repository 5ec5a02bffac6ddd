/** The places of postgres.js that `patches/` changes: each test fails without one of them (docs/decisions/0014-a-patch-of-the-database-driver.md). */
import { once } from 'node:events'
import net from 'node:net'
import postgres from 'postgres'
import { test as base, expect, inject, vi } from 'vitest'

interface Driver {
  sql: postgres.Sql
  /** The present connection to the server. */
  socket(): net.Socket
  /** Is told of the next connection that is opened. */
  onNext(prepare: (socket: net.Socket) => void): void
}

/** Reply of a server about a failed statement. */
function failure(code: string, message: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${code}\0M${message}\0\0`)
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Reply when it waits for the next one. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

const test = base.extend<{ driver: Driver }>({
  /** The driver alone, with one connection that takes one statement at a time. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  driver: async ({}, use) => {
    const url = new URL(inject('databaseUrl').replace('/DATABASE', '/postgres'))
    const sockets: net.Socket[] = []
    const preparations: ((socket: net.Socket) => void)[] = []
    // The types of postgres.js lack these options.
    const unlisted = {
      max_pipeline: 1,
      async socket() {
        const socket = net.connect({ host: url.hostname, port: Number(url.port) })
        await once(socket, 'connect')
        sockets.push(socket)
        preparations.shift()?.(socket)
        return socket
      },
    }
    const sql = postgres(url.href, { ...unlisted, ssl: false, max: 1, backoff: () => 0 })
    await use({
      sql,
      socket() {
        const socket = sockets.at(-1)
        if (socket === undefined) throw new Error('no connection has been opened')
        return socket
      },
      onNext: (prepare) => preparations.push(prepare),
    })
    await sql.end({ timeout: 1 })
  },
})

const CLOSED = expect.objectContaining({ code: 'CONNECTION_CLOSED' })

/** Ends the session as its server would in the middle of a statement; returns what became of the statements. */
async function endSession({ socket }: Driver, statements: PromiseLike<unknown>[]): Promise<unknown[]> {
  const settled = Promise.allSettled(statements)
  const closed = once(socket(), 'close')
  socket().destroy()
  await closed
  return (await settled).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'answered'))
}

test('a reserved connection that has ended refuses what comes after, also when its place is used again', async ({
  driver,
}) => {
  const { sql } = driver
  const reserved = await sql.reserve()
  await reserved`select 1`
  // The driver takes two statements, and keeps the third.
  const waiting = [reserved`select pg_sleep(60)`, reserved`select 2`, reserved`select 3`]
  expect(
    await endSession(
      driver,
      waiting.map((statement) => statement.execute()),
    ),
  ).toEqual([CLOSED, CLOSED, CLOSED])
  expect(await sql`select 4 as n`).toEqual([{ n: 4 }])
  await expect(reserved`select 5`).rejects.toEqual(CLOSED)
  reserved.release()
})

test('a reserved connection that has ended gives back a place that works', async ({ driver }) => {
  const { sql } = driver
  const reserved = await sql.reserve()
  expect(await endSession(driver, [reserved`select pg_sleep(60)`.execute()])).toEqual([CLOSED])
  reserved.release()
  expect(await Promise.all([sql`select 5 as n`, sql`select 6 as n`])).toEqual([[{ n: 5 }], [{ n: 6 }]])
})

test('a transaction whose session has ended runs nothing in the next one', async ({ driver }) => {
  const { sql } = driver
  const outcomes = Promise.withResolvers<unknown[]>()
  const lost = sql.begin(async (tx) => {
    await tx`select 1`
    const waiting = [tx`select pg_sleep(60)`, tx`select 2`, tx`select 3`].map((statement) => statement.execute())
    const ended = await endSession(driver, waiting)
    expect(await sql`select 4 as n`).toEqual([{ n: 4 }])
    outcomes.resolve([...ended, await tx`select 5`.catch((error: Error) => error)])
  })
  await expect(lost).rejects.toEqual(CLOSED)
  expect(await outcomes.promise).toEqual([CLOSED, CLOSED, CLOSED, CLOSED])
})

test('what was not written yet when a session ended is not sent to the next one', async ({ driver }) => {
  const { sql, socket } = driver
  await sql`select 1`
  socket().destroy()
  // The driver writes in the next round of the event loop; the connection is closed at the end of this one.
  await new Promise(setImmediate)
  const unwritten = sql`select 2 as n`.execute()
  await expect(unwritten).rejects.toEqual(CLOSED)
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }])
})

test('a statement between the error of a connection and its end is refused', async ({ driver }) => {
  const { sql, socket } = driver
  await sql`select 1`
  const running = sql`select pg_sleep(60)`.execute()
  const between = running.catch(() => sql`select 2`)
  socket().destroy(new Error('lost'))
  await expect(running).rejects.toThrow('lost')
  await expect(between).rejects.toEqual(CLOSED)
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }])
})

/** Answers the driver's question for the types of a connection in place of its server. */
function answerTypes({ onNext }: Driver, answer: (socket: net.Socket) => void): void {
  onNext((socket) => {
    const write = socket.write.bind(socket)
    socket.write = (chunk: string | Uint8Array) => {
      if (!Buffer.from(chunk).includes('pg_catalog.pg_type')) return write(chunk)
      answer(socket)
      return true
    }
  })
}

test('a session that ends while it reads the types fails no statement of the next one', async ({ driver }) => {
  answerTypes(driver, (socket) => {
    socket.emit('data', failure('57P01', 'terminating connection due to administrator command'))
    socket.destroy()
  })
  expect(await driver.sql`select 1 as n`).toEqual([{ n: 1 }])
})

test('types that cannot be read end the connection, and not the process', async ({ driver }) => {
  answerTypes(driver, (socket) => {
    socket.emit('data', Buffer.concat([failure('57014', 'canceling statement due to statement timeout'), READY]))
  })
  await expect(driver.sql`select 1`).rejects.toMatchObject({ code: '57014' })
  await once(driver.socket(), 'close')
  expect(await driver.sql`select ${['a']}::text[] as texts`).toEqual([{ texts: ['a'] }])
})

test('a statement that fails after its first rows leaves none to the next one', async ({ driver }) => {
  const { sql } = driver
  await expect(sql`select 10 / (3 - n) from generate_series(1, 5) n`).rejects.toMatchObject({ code: '22012' })
  expect([...(await sql`select 1 as n`)]).toEqual([{ n: 1 }])
})

test('the prelude runs before the first statement of each connection, listeners and reserved ones among them', async () => {
  const url = inject('databaseUrl').replace('/DATABASE', '/postgres')
  // The types of postgres.js lack this option.
  const prelude = (text: string) => ({ prelude: text })
  const sql = postgres(url, { ...prelude("set statement_timeout to 4000; set work_mem to '1MB'"), ssl: false, max: 2 })
  const shown = 'select current_setting($1) as value'
  const reserved = await sql.reserve()
  expect(await reserved.unsafe(shown, ['work_mem'])).toEqual([{ value: '1MB' }])
  expect(await sql.unsafe(shown, ['statement_timeout'])).toEqual([{ value: '4s' }])
  reserved.release()
  const { state } = await sql.listen('nothing', () => undefined)
  expect(state.pid).toBeGreaterThan(0)
  await sql.end()
  const failing = postgres(url, { ...prelude('set work_mem to nonsense'), ssl: false, max: 1, backoff: () => 0 })
  await expect(failing`select 1`).rejects.toMatchObject({ code: '22023' })
  await expect(failing`select 1`).rejects.toThrow()
  await failing.end()
})

async function startServer(accept: (socket: net.Socket) => void) {
  const server = net.createServer(accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, [Symbol.dispose]: () => void server.close() }
}

/** A server that closes each connection without a word, as a proxy does whose database is away. */
const startSilentServer = () => startServer((socket) => void socket.resume().end())

const connectTo = (port: number, backoff: (failures: number) => number) =>
  postgres({ host: '127.0.0.1', port, database: 'x', user: 'x', ssl: false, max: 1, backoff, connect_timeout: 60 })

base('waits longer after each session that a server ends before it has begun', async () => {
  using silent = await startSilentServer()
  const backoff = vi.fn<(failures: number) => number>(() => 0)
  const sql = connectTo(silent.port, backoff)
  const statement = sql`select 1`.catch(() => undefined)
  await expect.poll(() => backoff.mock.calls.slice(0, 3)).toEqual([[1], [2], [3]])
  await sql.end({ timeout: 0 })
  await statement
})

base('opens no further connection after its end', async () => {
  using silent = await startSilentServer()
  const backoff = vi.fn<() => number>(() => 60)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const sql = connectTo(silent.port, backoff)
    const statement = sql`select 1`.catch(() => undefined)
    await vi.waitUntil(() => backoff.mock.calls.length > 0)
    const ended = sql.end({ timeout: 0 })
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([ended, statement])
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

base('closes a connection that opens after its end', async () => {
  using server = await startServer((accepted) => void accepted.resume())
  const socket = net.connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const opening = Promise.withResolvers<net.Socket>()
  // The types of postgres.js lack this option.
  const unlisted = { socket: () => opening.promise }
  const sql = postgres('postgres://x@127.0.0.1/x', { ...unlisted, ssl: false, max: 1, connect_timeout: 60 })
  const statement = sql`select 1`.catch(() => undefined)
  await new Promise(setImmediate)
  await sql.end({ timeout: 0 })
  await statement
  opening.resolve(socket)
  await once(socket, 'close')
})
