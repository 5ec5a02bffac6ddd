/** Order and size of the writes of the driver, as `patches/` changes them (docs/decisions/0014-a-patch-of-the-database-driver.md). */
import { once } from 'node:events'
import net from 'node:net'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'

/** How a reply begins that waits for the next statement; its last byte is missing. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])

test('with max_pipeline 0 nothing is sent before the answer to what was sent before', async () => {
  const url = new URL(inject('databaseUrl').replace('/DATABASE', '/postgres'))
  let isOwed = false
  let early = 0
  // The types of postgres.js lack these options.
  const unlisted = {
    max_pipeline: 0,
    async socket() {
      const socket = net.connect({ host: url.hostname, port: Number(url.port) })
      await once(socket, 'connect')
      const write = socket.write.bind(socket)
      socket.write = (chunk: string | Uint8Array) => {
        const bytes = Buffer.from(chunk)
        // The greeting has no letter; a Q is a statement.
        for (let at = 0; bytes[at]; at += 1 + bytes.readInt32BE(at + 1)) {
          if (bytes[at] !== 0x51) continue
          if (isOwed) early++
          isOwed = true
        }
        return write(chunk)
      }
      socket.on('data', (chunk: Buffer) => {
        if (chunk.subarray(-READY.length - 1, -1).equals(READY)) isOwed = false
      })
      return socket
    },
  }
  const sql = postgres(url.href, { ...unlisted, ssl: false, max: 1 })
  const ask = (client: postgres.Sql | postgres.TransactionSql) =>
    Promise.all([1, 2, 3].map((n) => client.unsafe(`select ${n} as n`)))
  expect(await ask(sql)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(await sql.begin((tx) => ask(tx))).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  expect(early).toBe(0)
  await sql.end()
})

test('statements that are sent together share a write, however long they are', async () => {
  const url = new URL(inject('databaseUrl').replace('/DATABASE', '/postgres'))
  const writes: string[] = []
  // The types of postgres.js lack this option.
  const unlisted = {
    async socket() {
      const socket = net.connect({ host: url.hostname, port: Number(url.port) })
      await once(socket, 'connect')
      const write = socket.write.bind(socket)
      socket.write = (chunk: string | Uint8Array) => {
        writes.push(Buffer.from(chunk).toString('latin1'))
        return write(chunk)
      }
      return socket
    },
  }
  const sql = postgres(url.href, { ...unlisted, ssl: false, max: 1 })
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
