/** Order and size of the writes of the driver, as `patches/` changes them (docs/decisions/0014-a-patch-of-the-database-driver.md). */
import { once } from 'node:events'
import net from 'node:net'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'

/** Beginning of a reply that waits for the next statement; its last byte is missing. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])

interface Watched {
  /** Sees what the driver writes. */
  onWrite(bytes: Buffer): void
  onData?(bytes: Buffer): void
}

/** The driver with one connection whose bytes are watched. */
function open({ onWrite, onData = () => {} }: Watched, options: { max_pipeline?: number } = {}): postgres.Sql {
  const url = new URL(inject('databaseUrl').replace('/DATABASE', '/postgres'))
  // The types of postgres.js lack these options.
  const unlisted = {
    ...options,
    async socket() {
      const socket = net.connect({ host: url.hostname, port: Number(url.port) })
      await once(socket, 'connect')
      const write = socket.write.bind(socket)
      socket.write = (chunk: string | Uint8Array) => {
        onWrite(Buffer.from(chunk))
        return write(chunk)
      }
      socket.on('data', onData)
      return socket
    },
  }
  return postgres(url.href, { ...unlisted, ssl: false, max: 1 })
}

test('with max_pipeline 0 nothing is sent before the answer to what was sent before', async () => {
  let isOwed = false
  let early = 0
  const onWrite = (bytes: Buffer) => {
    // The greeting has no letter; a Q is a statement.
    for (let at = 0; bytes[at]; at += 1 + bytes.readInt32BE(at + 1)) {
      if (bytes[at] !== 0x51) continue
      if (isOwed) early++
      isOwed = true
    }
  }
  const onData = (bytes: Buffer) => {
    if (bytes.subarray(-READY.length - 1, -1).equals(READY)) isOwed = false
  }
  const sql = open({ onWrite, onData }, { max_pipeline: 0 })
  const ask = (client: postgres.Sql | postgres.TransactionSql) =>
    Promise.all([1, 2, 3].map((n) => client.unsafe(`select ${n} as n`)))
  expect(await ask(sql)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(await sql.begin((tx) => ask(tx))).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(early).toBe(0)
  await sql.end()
})

test('statements that are sent together share a write of several KiB', async () => {
  const writes: string[] = []
  const sql = open({ onWrite: (bytes) => void writes.push(bytes.toString('latin1')) })
  await sql`select 1`
  writes.length = 0
  const long = `select '${'x'.repeat(5_000)}'`
  await sql.begin((tx) => [tx.unsafe(long), tx.unsafe(long)])
  expect(writes.map((text) => text.match(/begin|select|commit/g))).toEqual([
    ['begin'],
    ['select', 'select'],
    ['commit'],
  ])
  await sql.end()
})

test('a statement whose column has got another type fails alone, and what was sent behind it has its own answer', async () => {
  const sql = open({ onWrite: () => undefined })
  await sql`create temp table counted (id integer)`
  await sql`insert into counted values (1)`
  const both = (on: postgres.Sql | postgres.TransactionSql) => [on`select id from counted`, on`select 'two' as second`]
  await Promise.all(both(sql))
  await sql`alter table counted alter id type bigint`
  const [first, second] = await Promise.allSettled(both(sql))
  expect(first).toMatchObject({ reason: { code: '0A000' } })
  expect(second).toMatchObject({ value: [{ second: 'two' }] })
  expect(await Promise.all(both(sql))).toEqual([[{ id: '1' }], [{ second: 'two' }]])

  await sql`alter table counted alter id type integer`
  await expect(sql.begin((tx) => Promise.all(both(tx)))).rejects.toMatchObject({ code: '0A000' })
  expect(await sql.begin((tx) => Promise.all(both(tx)))).toEqual([[{ id: 1 }], [{ second: 'two' }]])
  await sql.end()
})
