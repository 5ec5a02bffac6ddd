import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, vi } from 'vitest'
import { test as base, isolated, type TestApp } from '../../support/app.ts'

interface RawAnswer {
  status: number
  headers: string
  body: unknown
}

/** A raw connection that sends given bytes and keeps what it receives. */
class Peer {
  readonly socket: net.Socket
  private heard = ''
  readonly closed: Promise<unknown>
  error: Error | undefined

  constructor(port: number) {
    this.socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    this.socket.on('data', (chunk: Buffer) => {
      this.heard += chunk.toString()
    })
    this.socket.on('error', (error) => {
      this.error = error
    })
    this.closed = Promise.race([once(this.socket, 'end'), once(this.socket, 'close')]).catch(() => undefined)
  }

  say(text: string | Buffer): void {
    this.socket.write(text)
  }

  request(method: string, url: string, headers: string[] = [], body: string | Buffer = ''): void {
    const head = `${method} ${url} HTTP/1.1\r\nHost: x\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`
    this.say(Buffer.concat([Buffer.from(head), Buffer.from(body)]))
  }

  /** The next complete answer. */
  async answer(): Promise<RawAnswer> {
    await vi.waitUntil(() => this.whole(), { timeout: 15_000, interval: 10 })
    const end = this.heard.indexOf('\r\n\r\n') + 4
    const headers = this.heard.slice(0, end).toLowerCase()
    const length = Number(/content-length: (\d+)/.exec(headers)?.[1] ?? 0)
    const bytes = Buffer.from(this.heard.slice(end)).subarray(0, length).toString()
    this.heard = this.heard.slice(end + bytes.length)
    return { status: Number(headers.slice(9, 12)), headers, body: bytes === '' ? undefined : JSON.parse(bytes) }
  }

  private whole(): boolean {
    const end = this.heard.indexOf('\r\n\r\n') + 4
    const length = Number(/content-length: (\d+)/i.exec(this.heard)?.[1] ?? 0)
    return end > 4 && Buffer.byteLength(this.heard.slice(end)) >= length
  }
}

type Connect = () => Promise<Peer>

async function connect({ t }: { t: TestApp }, use: (connect: Connect) => Promise<void>): Promise<void> {
  let port: number | undefined
  const peers: Peer[] = []
  await use(async () => {
    port ??= (await t.listen()).port
    const peer = new Peer(port)
    peers.push(peer)
    return peer
  })
  for (const { socket } of peers) socket.destroy()
}

const test = base.extend<{ connect: Connect }>({ connect })

const failure = { success: false, message: expect.any(String), code: expect.any(String) }
const json = 'Content-Type: application/json'
const large = Buffer.alloc(8 * 1024 * 1024, 'x')

/** Long enough for a busy machine. */
const SOON = { timeout: 15_000 }

const connectionsOf = (t: TestApp) =>
  new Promise<number>((resolve) => t.app.server.getConnections((_error, count) => resolve(count)))

describe.concurrent('a request that is refused before it has arrived', () => {
  test.for([
    ['413 by its length', 413, 'POST', '/api/v1/quotes', [json, `Content-Length: ${large.length}`]],
    [
      '413 of a GET',
      413,
      'GET',
      '/api/v1/calendars/properties/01980000-0000-7000-8000-000000000000/availability',
      [json, `Content-Length: ${large.length}`],
    ],
    ['401', 401, 'POST', '/api/v1/properties', [json, `Content-Length: ${large.length}`]],
    ['415', 415, 'POST', '/api/v1/quotes', ['Content-Type: application/xml', `Content-Length: ${large.length}`]],
    ['404', 404, 'POST', '/api/v1/nowhere', ['Content-Type: application/xml', `Content-Length: ${large.length}`]],
    [
      'multipart without a boundary',
      400,
      'POST',
      '/api/v1/auth/register',
      ['Content-Type: multipart/form-data', `Content-Length: ${large.length}`],
    ],
    [
      'no multipart',
      415,
      'POST',
      '/api/v1/auth/register',
      ['Content-Type: application/xml', `Content-Length: ${large.length}`],
    ],
  ] as const)(
    '%s: the whole answer, then an end without a reset',
    async ([_name, status, method, url, headers], { connect }) => {
      // One peer sends everything at once, the other so slowly that the answer comes before the end of the body.
      const fast = await connect()
      fast.request(method, url, [...headers], large)
      const slow = await connect()
      slow.request(method, url, [...headers], large.subarray(0, 20_000))
      for (const peer of [fast, slow]) {
        const answer = await peer.answer()
        expect(answer).toMatchObject({ status, body: failure })
        expect(answer.headers).toContain('connection: close')
        await peer.closed
        expect(peer.error).toBeUndefined()
      }
      slow.say(large.subarray(20_000, 4_000_000))
      slow.socket.end()
      await once(slow.socket, 'close')
      expect(slow.error).toBeUndefined()
    },
  )

  test('a chunked body that grows too large is 413', async ({ connect }) => {
    const peer = await connect()
    peer.request('POST', '/api/v1/quotes', [json, 'Transfer-Encoding: chunked'])
    for (let count = 0; count < 3; count++)
      peer.say(Buffer.concat([Buffer.from('80000\r\n'), Buffer.alloc(0x80000, 'x'), Buffer.from('\r\n')]))
    expect(await peer.answer()).toMatchObject({ status: 413, body: failure })
    await peer.closed
    expect(peer.error).toBeUndefined()
  })

  test('a request sent behind it is not carried out', async ({ t, connect }) => {
    const user = await t.user()
    const peer = await connect()
    peer.request('POST', '/api/v1/quotes', [json, 'Content-Length: 1100000'], Buffer.alloc(1_100_000, 'x'))
    peer.request('POST', '/api/v1/auth/logout', [`Authorization: Bearer ${user.token}`])
    expect(await peer.answer()).toMatchObject({ status: 413 })
    await peer.closed
    expect((await t.call('GET', '/user', undefined, user)).status).toBe(200)
  })

  test('where the whole body has come, the connection serves on', async ({ connect }) => {
    const peer = await connect()
    for (const body of ['{"broken', '{}', '<x/>']) {
      peer.request('POST', '/api/v1/properties', [json, `Content-Length: ${body.length}`], body)
      const answer = await peer.answer()
      expect(answer).toMatchObject({ status: 401, body: failure })
    }
    peer.request('GET', '/api/v1/hi')
    expect((await peer.answer()).status).toBe(200)
  })
})

describe.concurrent('an offer to change the protocol', () => {
  test.for([
    ['h2c', 'GET', '/api/v1/hi', 200],
    ['h2c', 'POST', '/api/v1/quotes', 400],
    ['h2c', 'GET', '/app/sejour-key', 404],
    ['websocket', 'GET', '/api/v1/hi', 200],
    ['websocket', 'GET', '/nowhere', 404],
    ['websocket', 'POST', '/app/sejour-key', 404],
  ] as const)('of %s on %s %s is not taken up: %d', async ([protocol, method, url, status], { connect }) => {
    const peer = await connect()
    const offer = ['Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABkAAQAAP__']
    peer.request(method, url, [...offer, ...(method === 'POST' ? [json, 'Content-Length: 2'] : [])])
    if (method === 'POST') peer.say('{}')
    const answer = await peer.answer()
    expect(answer.status).toBe(status)
    peer.request('GET', '/api/v1/hi')
    expect((await peer.answer()).status).toBe(200)
  })
})

describe.concurrent('a peer that takes its time', () => {
  // On a service of their own: they count its connections.
  const impatient = isolated.extend<{ connect: Connect; env: Record<string, string> }>({
    connect,
    // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
    env: async ({}, use) => use({ REQUEST_TIMEOUT_SECONDS: '1' }),
  })

  impatient.for([
    ['headers', 'GET /api/v1/hi HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['a body', `POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\n${json}\r\nContent-Length: 900\r\n\r\n`],
    [
      'a form',
      'POST /api/v1/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n--x\r\n',
    ],
    ['nothing', ''],
  ] as const)('drips %s a byte at a time: 408, and the connection ends', async ([_name, start], { t, connect }) => {
    const peer = await connect()
    if (start !== '') peer.say(start)
    const drip = setInterval(() => start !== '' && peer.say('a'), 100)
    try {
      const answer = await peer.answer()
      expect(answer).toMatchObject({
        status: 408,
        body: { success: false, message: 'La requête a mis trop longtemps à arriver.', code: 'request_timeout' },
      })
      await peer.closed
    } finally {
      clearInterval(drip)
    }
    peer.socket.end()
    await vi.waitUntil(async () => (await connectionsOf(t)) === 0, SOON)
  })

  impatient(
    'reads nothing: the connection ends',
    async ({ t, connect }) => {
      const peer = await connect()
      await once(peer.socket, 'connect')
      peer.socket.pause()
      for (let count = 0; count < 300; count++) peer.request('GET', '/openapi.json')
      await vi.waitUntil(async () => (await connectionsOf(t)) === 1, SOON)
      await vi.waitUntil(async () => (await connectionsOf(t)) === 0, { timeout: 45_000 })
    },
    60_000,
  )

  const patient = test.extend<{ env: Record<string, string> }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
    env: async ({}, use) => use({ REQUEST_TIMEOUT_SECONDS: '6' }),
  })

  patient('has its time for each request, not for all of a connection', async ({ connect }) => {
    const peer = await connect()
    for (let count = 0; count < 4; count++) {
      peer.request('POST', '/api/v1/quotes', [json, 'Content-Length: 2'], '{')
      await wait(1_800)
      peer.say('}')
      expect((await peer.answer()).status).toBe(400)
    }
  })
  patient('does nothing with a token that was given up while its body arrived', async ({ t, connect }) => {
    const peer = await connect()
    const user = await t.user()
    const length = 'Content-Length: 30'
    peer.request('PUT', '/api/v1/notifications/settings', [json, length, `Authorization: Bearer ${user.token}`], '{')
    await wait(1_200)
    expect((await t.call('POST', '/auth/logout', {}, user)).status).toBe(200)
    peer.say('"email_notifications": false}'.padEnd(29))
    expect((await peer.answer()).status).toBe(401)
    expect(await t.db`select from notification_settings where not email_notifications`).toHaveLength(0)
  })
})
