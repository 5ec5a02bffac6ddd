/** The places of postgres.js that `patches/` changes: each test fails without one of them (docs/decisions/0014-a-patch-of-the-database-driver.md). */
import { once } from 'node:events'
import net from 'node:net'
import postgres from 'postgres'
import { test as base, expect, inject } from 'vitest'

interface Driver {
  sql: postgres.Sql
  /** The present connection to the server. */
  socket(): net.Socket
  /** Is told of the next connection that is opened. */
  onNext(prepare: (socket: net.Socket) => void): void
}

/** What a server says to a session that an administrator ends. */
const ENDED = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.from([0x45, 0, 0, 0, 0])
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

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

test('a reserved connection that has ended refuses what comes after, and gives its place back', async ({ driver }) => {
  const { sql } = driver
  const reserved = await sql.reserve()
  await reserved`select 1`
  // The second statement waits behind the first one.
  const waiting = [reserved`select pg_sleep(60)`, reserved`select 2`].map((statement) => statement.execute())
  expect(await endSession(driver, waiting)).toEqual([CLOSED, CLOSED])
  await expect(reserved`select 3`).rejects.toEqual(CLOSED)
  expect(await sql`select 4 as n`).toEqual([{ n: 4 }])
  reserved.release()
  expect(await Promise.all([sql`select 5 as n`, sql`select 6 as n`])).toEqual([[{ n: 5 }], [{ n: 6 }]])
})

test('a transaction whose session has ended runs nothing in the next one', async ({ driver }) => {
  const { sql } = driver
  let late: unknown
  let outcomes: unknown
  const others: Promise<unknown>[] = []
  const lost = sql.begin(async (tx) => {
    const [first] = await tx`select pg_backend_pid() as pid`
    others.push(sql`select 7 as n`.execute())
    outcomes = await endSession(driver, [tx`select pg_sleep(60)`.execute(), tx`select 1`.execute()])
    await Promise.all(others)
    late = await tx`select pg_backend_pid() as pid`.catch((error: Error) => error)
    return first
  })
  await expect(lost).rejects.toEqual(CLOSED)
  expect(await sql`select 8 as n`).toEqual([{ n: 8 }])
  expect(outcomes).toEqual([CLOSED, CLOSED])
  await expect.poll(() => late).toEqual(CLOSED)
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

test('rows of an answer that broke off are not given to the next statement', async ({ driver }) => {
  const { sql, socket } = driver
  await sql`select 1`
  socket().once('data', () => socket().destroy())
  await expect(sql`select n from generate_series(1, 1e5::integer) n`.simple()).rejects.toEqual(CLOSED)
  expect(await sql`select 3 as n`).toEqual([{ n: 3 }])
})

test('a session that ends while it reads the types fails no statement of the next one, and no process', async ({
  driver,
}) => {
  const { sql, onNext } = driver
  onNext((socket) => {
    const write = socket.write.bind(socket)
    socket.write = ((chunk: Buffer) => {
      if (!chunk.includes('pg_catalog.pg_type')) return write(chunk)
      socket.emit('data', ENDED)
      return !socket.destroy()
    }) as typeof socket.write
  })
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
  expect(await sql`select ${['a']}::text[] as texts`).toEqual([{ texts: ['a'] }])
})
