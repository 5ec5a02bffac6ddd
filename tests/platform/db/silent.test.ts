import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { connect, pipeline, transaction } from '../../../src/platform/db/client.ts'
import { cloneTemplate } from '../../support/database.ts'

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

test('a server that answers only the first of several statements is given up', async () => {
  const clone = await cloneTemplate(inject('databaseUrl'))
  const db = connect(clone.url, { max: 1, silenceMs: 300 })
  try {
    const silent = transaction(db, (tx) => pipeline({ first: tx`select 1`, second: tx`select pg_sleep(60)` }))
    await expect(silent).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    expect(await db`select 2 as n`).toEqual([{ n: 2 }])
  } finally {
    await db.end({ timeout: 0 })
    await clone.drop()
  }
})
