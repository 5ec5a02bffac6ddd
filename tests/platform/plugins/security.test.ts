import { once } from 'node:events'
import net from 'node:net'
import { describe, expect } from 'vitest'
import { alone, isolated, PASSWORD, type TestApp, test } from '../../support/app.ts'
import { scene, stay } from '../../support/booking.ts'

const limited = isolated.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ RATE_LIMIT_PER_MINUTE: '4', CORS_ORIGINS: 'https://app.example.org' }),
})

/** The status of a HEAD, whose answer has no body. */
async function head(t: TestApp, url: string, token = ''): Promise<number> {
  const { statusCode, body } = await t.app.inject({
    method: 'HEAD',
    url,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(body).toBe('')
  return statusCode
}

/** Bytes that a connection receives, up to its end, after it has sent this. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1' })
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.write(text)
  await once(socket, 'close')
  return heard
}

describe('the ceiling on requests', () => {
  limited.for([
    ['GET', '/nowhere'],
    ['PATCH', '/hi'],
    ['PROPFIND', '/hi'],
    ['OPTIONS', '/nowhere'],
    ['OPTIONS', '/hi'],
  ] as const)('counts %s %s, which has no route', async ([method, url], { t }) => {
    const statuses = []
    for (let count = 0; count < 6; count++) statuses.push((await t.call(method, url)).status)
    expect(statuses.slice(0, 4)).not.toContain(429)
    expect(statuses.slice(4)).toEqual([429, 429])
    expect((await t.call('GET', '/hi')).status).toBe(429)
  })

  limited('counts preflights, and what lies beside a path and below it together', async ({ t }) => {
    const preflight = () =>
      t.call('OPTIONS', '/user', undefined, {
        headers: { origin: 'https://app.example.org', 'access-control-request-method': 'PUT' },
      })
    expect((await preflight()).status).toBe(204)
    for (const url of ['/a', '//b', '/../c']) expect((await t.call('GET', url)).status).toBe(404)
    expect((await preflight()).status).toBe(429)
  })
})

describe('caches', () => {
  test('keep no token, nothing of one person, and nothing of an account', async ({ t }) => {
    const { home, guest } = await scene(t)
    const login = { login: guest.email, password: PASSWORD }
    const quote = await t.call('POST', '/quotes', stay(home))
    const requests: [string, string, unknown?, { token: string }?][] = [
      ['POST', '/auth/login', login],
      ['POST', '/auth/login', { ...login, password: 'wrong' }],
      ['POST', '/auth/register', {}],
      ['POST', '/auth/refresh', undefined, t.app.issueToken({ id: guest.id, token_version: 1 })],
      ['GET', '/auth/verify-email?token=x'],
      ['GET', '/auth/google'],
      ['GET', '//api/oauth2-callback'],
      ['POST', '/password_reset/verify_email', { email: guest.email }],
      ['GET', `/quotes/confirm?quote_id=${quote.body.data.quote_id}`, undefined, guest],
      ['GET', '/quotes/payment/verify?session_id=x'],
      ['GET', '/user', undefined, guest],
      ['GET', '/user'],
      ['GET', '/notifications', undefined, guest],
      ['GET', '/properties/get/favorites', undefined, guest],
      ['GET', '/nowhere', undefined, guest],
      ['GET', '//storage/avatars/none.webp', undefined, guest],
    ]
    for (const [method, url, body, token] of requests) {
      const { headers } = await t.call(method, url, body, token)
      expect(headers['cache-control'], `${method} ${url}`).toBe('no-store')
    }
  })
})

describe('HEAD', () => {
  alone('is not there where a GET changes something', async ({ t }) => {
    const { home, guest } = await scene(t)
    const stranger = await t.user({ verified: false })
    await t.call('POST', '/auth/resend-verification', { email: stranger.email })
    await t.drain()
    const link = /token=([\w-]+)/.exec((await t.mails(stranger.email))[0]?.text ?? '')?.[1]
    const { quote_id } = (await t.call('POST', '/quotes', stay(home))).body.data
    for (const url of [
      `/api/v1/auth/verify-email?token=${link}`,
      `/api/v1/quotes/confirm?quote_id=${quote_id}`,
      '/api/v1/quotes/payment/verify?session_id=x',
      '/quotes/payment/verify?session_id=x',
      '/api/v1/auth/google/callback',
      '/api/oauth2-callback',
    ])
      expect(await head(t, url, guest.token), url).toBe(404)
    expect(await t.db`select from reservations`).toHaveLength(0)
    expect(await t.db`select from users where id = ${stranger.id} and email_verified_at is not null`).toHaveLength(0)
    expect((await t.call('GET', `/auth/verify-email?token=${link}`)).status).toBe(200)
  })

  test('is there for health and for what everybody may read', async ({ t }) => {
    const { home } = await scene(t)
    for (const url of ['/health/live', '/health/ready', '/api/v1/hi', '/api/v1/properties/search'])
      expect(await head(t, url), url).toBe(200)
    const { token } = await t.user()
    expect(await head(t, `/api/v1/properties/${home}`, token)).toBe(200)
  })

  limited('counts for the ceiling', async ({ t }) => {
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push(await head(t, '/api/v1/nowhere'))
    expect(statuses).toEqual([404, 404, 404, 404, 429])
  })
})

describe('what Fastify and Node refuse by themselves', () => {
  test('a URL that cannot be decoded, or with too long a part, has the envelope', async ({ t }) => {
    for (const [url, status] of [
      ['/properties/%zz', 400],
      ['//%c0%ae', 400],
      [`/get-cities/${'x'.repeat(301)}`, 414],
    ] as const) {
      for (const locale of ['fr', 'en'] as const) {
        const answer = await t.call('GET', url, undefined, { locale })
        expect([answer.status, answer.body], url).toEqual([
          status,
          { success: false, message: expect.any(String), code: expect.any(String) },
        ])
        expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      }
    }
  })

  test('a URL that cannot be decoded has a page for browsers', async ({ t }) => {
    const { status, body, headers } = await t.call('GET', '//%E0%A4%A', undefined, { headers: { accept: 'text/html' } })
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(body).toContain('<h1>')
    expect(body).toContain('rel="icon"')
  })

  test.for([
    ['what is no HTTP', 400, 'nonsense\r\n\r\n'],
    ['an unknown method', 400, 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no host', 400, 'GET /api/v1/hi HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two lengths',
      400,
      'POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
    [
      'a bad chunk',
      400,
      'POST /api/v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['large headers', 431, `GET /api/v1/hi HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a long URL', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['an odd expectation', 200, 'GET /api/v1/hi HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n'],
  ] as const)('%s has the envelope', async ([_name, status, text], { t }) => {
    const { port } = await t.listen()
    const heard = await exchange(port, text)
    const [head = '', body = ''] = heard.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({
      success: status === 200,
      message: expect.any(String),
      ...(status === 200 ? {} : { code: expect.any(String) }),
    })
  })
})
