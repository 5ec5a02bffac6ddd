import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'

test('a server that accepts connections and never answers is named in the error', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const db = connect(`postgres://sejour@127.0.0.1:${port}/sejour?sslmode=disable`, {
    max: 1,
    connectMs: 200,
    waitMs: 5_000,
  })
  try {
    await expect(db`select 1`).rejects.toThrow(`CONNECT_TIMEOUT 127.0.0.1:${port}`)
  } finally {
    await db.end({ timeout: 0 })
    server.close()
  }
})
