import net from 'node:net'
import { describe, expect, inject } from 'vitest'
import { connect, type Database, transaction } from '../../src/db/client.ts'
import { test as base } from '../support/app.ts'

/** Passes connections on to a port of this machine; `reset` ends all of them with an error, as a lost network does. */
async function startRelay(port: number) {
  const near = new Set<net.Socket>()
  const relay = net.createServer((socket) => {
    const far = net.connect({ host: '127.0.0.1', port })
    near.add(socket)
    for (const end of [socket, far]) end.on('error', () => undefined)
    socket.pipe(far).on('close', () => socket.destroy())
    far.pipe(socket).on('close', () => far.destroy())
    socket.on('close', () => near.delete(socket))
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const address = relay.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    reset() {
      for (const socket of near) socket.resetAndDestroy()
    },
    close: () => relay.close(),
  }
}

const test = base.extend<{ relayed: { db: Database; reset: () => void } }>({
  /** A pool of one connection, which can be lost. */
  relayed: async ({ t }, use) => {
    const [row] = await t.db<{ name: string }[]>`select current_database() as name`
    const url = new URL(inject('databaseUrl').replace('/DATABASE', `/${row?.name}`))
    const relay = await startRelay(Number(url.port))
    url.port = String(relay.port)
    const db = connect(url.href, { max: 1 })
    await use({ db, reset: relay.reset })
    await db.end({ timeout: 1 })
    relay.close()
  },
})

describe('a connection that is reset', () => {
  test('takes nothing of its transaction into the next', async ({ relayed: { db, reset } }) => {
    for (let round = 0; round < 3; round++) {
      const lost = transaction(db, async (tx) => {
        await tx`select 1`
        const waiting = tx`select pg_sleep(60)`
        setImmediate(reset)
        return waiting
      })
      await expect(lost).rejects.toThrow()
      const answers = await transaction(db, (tx) =>
        Promise.all([tx`select ${round}::integer as n`, tx`select 100 as n`, tx`select 200 as n`]),
      )
      expect(answers.map(([answer]) => answer?.n)).toEqual([round, 100, 200])
    }
  })

  test('gives nobody the answer of somebody else', async ({ relayed: { db, reset } }) => {
    for (let round = 0; round < 3; round++) {
      await db`select 1`
      const lost = db`select pg_sleep(60)`
      setImmediate(reset)
      await expect(lost).rejects.toThrow()
      const answers = await Promise.allSettled([1, 2, 3].map((n) => db`select ${n}::integer as n`))
      const wrong = answers.filter((answer, index) => answer.status === 'fulfilled' && answer.value[0]?.n !== index + 1)
      expect(wrong).toEqual([])
      expect(await db`select 4 as n`).toEqual([{ n: 4 }])
    }
  })
})
