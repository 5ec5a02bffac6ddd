import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, vi } from 'vitest'
import { Admission } from '../../../src/realtime/pusher/gate.ts'
import { isolated, test } from '../../support/app.ts'
import { PATH, portOf, rawSocket } from '../../support/sockets.ts'

const HEADERS = [
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
].join('\r\n')

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
    for (let index = 0; index < 20; index++) {
      const gone = connect(port, '127.0.0.1')
      await once(gone, 'connect')
      gone.write(`GET ${PATH} HTTP/1.1\r\n${HEADERS}\r\n\r\n`)
      gone.resetAndDestroy()
    }
    const client = await rawSocket(t.app)
    expect((await client.read()).event).toBe('pusher:connection_established')
    await vi.waitFor(() => expect(t.app.sockets.figures().sockets).toBe(1))
  })

  isolated(
    'a flood of one address is refused while its first sockets wait, also when they have left',
    async ({ t }) => {
      t.app.config.realtime.limits.socketsPerAddress = 1
      const { promise: turns, resolve: letIn } = Promise.withResolvers<void>()
      const turn = vi.spyOn(Admission.prototype, 'turn').mockReturnValue(turns)
      const port = await portOf(t.app)
      const handshake = () => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined)
        socket.write(`GET ${PATH} HTTP/1.1\r\n${HEADERS}\r\n\r\n`)
        return socket
      }
      try {
        const first = Array.from({ length: 101 }, handshake)
        await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(101), { timeout: 20_000 })
        for (const socket of first) socket.resetAndDestroy()
        const answers: string[] = []
        handshake().on('data', (data) => answers.push(String(data)))
        await vi.waitFor(() => expect(answers).toEqual([expect.stringMatching(/^HTTP\/1.1 429/)]))
        expect(turn).toHaveBeenCalledTimes(101)
      } finally {
        turn.mockRestore()
        letIn()
      }
      const client = await rawSocket(t.app)
      expect((await client.read()).event).toBe('pusher:connection_established')
    },
  )
})
