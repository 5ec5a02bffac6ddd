import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, vi } from 'vitest'
import { Admission } from '../../src/realtime/gate.ts'
import { test } from '../support/app.ts'
import { PATH, portOf, rawSocket } from '../support/sockets.ts'

describe('admission', () => {
  test('lets sockets in a few at a time, in their order, with turns of the event loop in between', async () => {
    const admission = new Admission()
    const entered: number[] = []
    const entries = Array.from({ length: 10 }, async (_, index) => {
      await admission.turn()
      entered.push(index)
    })
    const seen = new Set<number>()
    while (entered.length < 10) {
      await turn()
      seen.add(entered.length)
    }
    await Promise.all(entries)
    expect(entered).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect([...seen].filter((count) => count > 0)).toEqual([4, 8, 10])
  })

  test('waits while others arrive, and lets in who comes after all have entered', async () => {
    const admission = new Admission()
    const entered: string[] = []
    const enter = async (name: string) => {
      await admission.turn()
      entered.push(name)
    }
    const first = enter('first')
    const others: Promise<void>[] = []
    for (let index = 0; index < 5; index++) {
      await turn()
      others.push(enter(`other ${index}`))
    }
    expect(entered).toEqual([])
    await Promise.all([first, ...others])
    expect(entered[0]).toBe('first')
    await enter('last')
    expect(entered).toHaveLength(7)
  })

  test('a client that is gone before its turn leaves nothing behind', async ({ t }) => {
    const port = await portOf(t.app)
    const headers = `Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13`
    for (let index = 0; index < 20; index++) {
      const gone = connect(port, '127.0.0.1')
      await once(gone, 'connect')
      gone.write(`GET ${PATH} HTTP/1.1\r\n${headers}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`)
      gone.resetAndDestroy()
    }
    const client = await rawSocket(t.app)
    expect((await client.read()).event).toBe('pusher:connection_established')
    await vi.waitFor(() => expect(t.app.sockets.figures().sockets).toBe(1))
  })
})
