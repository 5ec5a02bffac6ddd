import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, vi } from 'vitest'
import { OAUTH_PROVIDER } from '../../../src/platform/db/enums.ts'
import { type Answer, alone, startApp, test } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { PASSKEYS } from '../../support/passkeys.ts'
import { TABLE_A, TABLE_B } from '../../support/specification.ts'

interface Operation {
  /** Responses that it declares. */
  statuses: string[]
  method: string
  path: string
  secured: boolean
}

type Document = {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        security?: Record<string, unknown>[]
        responses: Record<string, unknown>
        summary?: string
        tags?: string[]
      }
    >
  >
}

/** True if it takes a token: where `{}` is one of the choices, it may be left out. */
const isSecured = (security: Record<string, unknown>[] = []): boolean =>
  security.length > 0 && security.every((choice) => Object.keys(choice).length > 0)

function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      secured: isSecured(operation.security),
      statuses: Object.keys(operation.responses),
    })),
  )
}

/** Wrong codes of an account are counted. */
const GUESSED = /auth\/second-factor/

/** Sign-in providers are not configured in these tests, so these operations answer 503. */
const UNCONFIGURED = new RegExp(`/auth/(${OAUTH_PROVIDER.join('|')})|oauth2-callback`)

const HOSTILE_VALUES = [[], ['2'], {}, true, -1, 1e308, '0x2', '𝕏'.repeat(2_000), '../../etc/passwd', "' or 1=1 --"]
const HOSTILE_FIELDS = [
  ...['property_id', 'check_in', 'check_out', 'adults', 'children', 'message', 'inquiry', 'quote_id'],
  ...['title', 'city_id', 'base_price', 'max_guests', 'amenities', 'latitude', 'weekend_days', 'status', 'position'],
  ...['login', 'password', 'password_confirmation', 'current_password', 'email', 'username', 'phone', 'code', 'token'],
  ...['start_date', 'end_date', 'action', 'price_per_night', 'reason', 'url', 'type', 'content', 'effective_at'],
  ...['season_libelle', 'season_start_date', 'season_end_date', 'season_reduction_percent', 'season_min_stay'],
  ...['socket_id', 'channel_name', 'email_notifications', 'amount', 'is_default', 'payment_method_id'],
]

const HOSTILE: unknown[] = [
  {},
  [],
  null,
  'text',
  42,
  { id: { $ne: null } },
  { __proto__: { admin: true } },
  { title: '\u0000', email: '\u0000', message: '\u0000', property_id: '\u0000' },
  { title: '\ud800', email: '\udc00', message: 'x\ud800', content: '\ud800', property_id: '\ud800' },
  ...HOSTILE_VALUES.map((_, offset) =>
    Object.fromEntries(
      HOSTILE_FIELDS.map((field, index) => [field, HOSTILE_VALUES[(index + offset) % HOSTILE_VALUES.length]]),
    ),
  ),
]

const HOSTILE_TEXTS = ['%00', '..%2f..', '01980000-0000-7000-8000-000000000000', "'", '9'.repeat(30)]
const HOSTILE_PARAMETERS = [
  'page',
  'q',
  'session_id',
  'quote_id',
  'token',
  'code',
  'state',
  'check_in',
  'from',
  'to',
  'bbox',
]

/** An operation in a form that the document and the specification share: parameters without names, providers named. */
const comparable = (operation: string): string =>
  operation
    .replace('/api/v1', '')
    .replace('{identity_provider_a}', 'google')
    .replace('{identity_provider_b}', 'facebook')
    .replace('{payment_provider}', 'stripe')
    .replaceAll(/\{\w+\}/g, '{}')

const behindProxy = alone.extend<{ env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({ TRUST_PROXY: '1', ...PASSKEYS }),
})

describe('every documented operation', () => {
  test('is named under /api/v1 (or is operational), with a summary, a tag and its refusals', async ({ t }) => {
    const document: Document = (await t.call('GET', '//openapi.json')).body
    expect(document.openapi).toBe('3.1.0')
    const operations = operationsOf(document)
    expect(operations.length).toBeGreaterThan(30)
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    for (const { path } of operations) expect(path).toMatch(/^\/(api\/v1|health)\/|^\/api\/oauth2-callback$/)
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        expect(operation.summary, `${method} ${path}`).toBeTruthy()
        expect(operation.tags, `${method} ${path}`).toHaveLength(1)
        expect(Object.keys(operation.responses), `${method} ${path}`).toContain('500')
        // An invalid token is nobody’s where a token is optional.
        const isSecured =
          operation.security?.length && operation.security.every((scheme) => Object.keys(scheme).length > 0)
        if (isSecured) expect(Object.keys(operation.responses), `${method} ${path}`).toContain('401')
      }
    }
  })

  test('are all of the specification’s', async ({ t }) => {
    const operations = operationsOf((await t.call('GET', '//openapi.json')).body)
    const served = new Set(operations.map(({ method, path }) => comparable(`${method} ${path}`)))
    const specified = [...TABLE_A, ...TABLE_B]
    expect(new Set(specified).size).toBe(79)
    expect(specified.filter((operation) => !served.has(comparable(operation)))).toEqual([])
  })

  behindProxy(
    'refuses strangers with 401 where it is secured, and never answers hostile input with a 5xx',
    async ({ t }) => {
      const { owner, home, guest } = await scene(t)
      await book(t, guest, stay(home))
      const admin = await t.user({ role: 'admin' })
      const operations = operationsOf((await t.call('GET', '//openapi.json')).body)
      let requests = 0
      let turn = 0
      /** Each request has its own address, so that no rate limit refuses it. */
      const headers = () => ({ 'x-forwarded-for': `10.${requests >> 16}.${(requests >> 8) & 255}.${requests++ & 255}` })
      for (const { method, path, secured, statuses } of operations) {
        const takesBody = method !== 'GET' && method !== 'DELETE'
        const expectSound = (answer: Answer, what: unknown) => {
          const about = `${method} ${path} ${JSON.stringify(what)} ${JSON.stringify(answer.body)}`
          if (!GUESSED.test(path)) expect(answer.status, about).not.toBe(429)
          expect(statuses, about).toContain(String(answer.status))
          if (answer.status !== 503 || !UNCONFIGURED.test(path)) expect(answer.status, about).toBeLessThan(500)
          if (answer.status >= 400 && !path.endsWith('/refresh')) expect(answer.body.success, about).toBe(false)
        }
        const stranger = await t.call(method, `/${path}`.replace(/\{\w+\}/g, '1'), takesBody ? {} : undefined, {
          headers: headers(),
        })
        if (secured) expect(stranger.status, `${method} ${path}`).toBe(401)
        for (const id of ['1', home, ...HOSTILE_TEXTS]) {
          const url = `/${path.replace(/\{\w+\}/g, id)}`
          const query = HOSTILE_PARAMETERS.map((name) => `${name}=${id}`).join('&')
          // Bodies take turns, because each is parsed by itself: four for a home that exists, and all with MATRIX=all; two for hostile ids.
          const all = [undefined, ...HOSTILE, '{"broken":', '\u0000']
          const some = id === home ? (process.env.MATRIX === 'all' ? all.length : 4) : 2
          const bodies = Array.from({ length: some }, () => all[turn++ % all.length])
          // A body and a query are parsed one after the other: of the bodies one comes with a query.
          const accompanied = bodies[turn++ % bodies.length]
          for (const body of takesBody ? bodies : [undefined]) {
            const isWithQuery = body === undefined || body === accompanied
            for (const target of isWithQuery ? [url, `${url}?${query}`] : [url]) {
              // Some of these requests revoke the token or erase the account.
              const { token } = t.app.issueToken({ id: (id === home ? owner : admin).id, token_version: 1 })
              expectSound(await t.call(method, target, body, { token, headers: headers() }), [id, body])
            }
          }
          // Types of bodies are refused before an id is read.
          if (!takesBody || HOSTILE_TEXTS.includes(id)) continue
          const form = Buffer.from(
            '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\n\u0000\r\n--x--\r\n',
          )
          for (const type of [
            'multipart/form-data; boundary=x',
            'multipart/form-data',
            'application/xml',
            'nonsense',
          ]) {
            const answer = await t.call(method, url, form, {
              token: admin.token,
              headers: { ...headers(), 'content-type': type },
            })
            expectSound(answer, [id, type])
          }
        }
      }
    },
    300_000,
  )
})

describe('answers', () => {
  test('404, broken JSON, a wrong type and a body too large have the envelope', async ({ t }) => {
    const failure = { success: false, message: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) }
    const cases = [
      [404, await t.call('GET', '/nowhere')],
      [404, await t.call('PATCH', '/hi')],
      [400, await t.call('POST', '/quotes', '{"property_id":')],
      [400, await t.call('POST', '/quotes', '{"__proto__":{"x":1}}')],
      [415, await t.call('POST', '/quotes', '<x/>', { headers: { 'content-type': 'application/xml' } })],
      [415, await t.call('POST', '/quotes', '{}', { headers: { 'content-type': 'text/plain' } })],
    ] as const
    for (const [status, answer] of cases) {
      expect([answer.status, answer.body]).toEqual([status, failure])
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
    const large = await t.call('POST', '/quotes', JSON.stringify({ q: 'x'.repeat(1_100_000) }))
    expect([large.status, large.body]).toEqual([413, { ...failure, data: { limit: 65_536, unit: 'bytes' } }])
    expect(large.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('carry security headers, and CORS for listed origins only', async () => {
    const t = await startApp({
      NODE_ENV: 'test',
      CORS_ORIGINS: 'https://app.example.org',
      FRONTEND_URL: 'https://front.example.org',
    })
    try {
      const from = async (origin: string) => (await t.call('GET', '/hi', undefined, { headers: { origin } })).headers
      const headers = await from('https://app.example.org')
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://app.example.org',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect((await from('https://front.example.org'))['access-control-allow-origin']).toBe('https://front.example.org')
      expect((await from('https://evil.example'))['access-control-allow-origin']).toBeUndefined()
      expect((await from('http://localhost:5173'))['access-control-allow-origin']).toBe('http://localhost:5173')
    } finally {
      await t.close()
    }
  })

  test('too many requests are 429 with Retry-After, in the envelope; health is not counted', async () => {
    const t = await startApp({ RATE_LIMIT_PER_MINUTE: '5' })
    try {
      const answers = []
      for (let count = 0; count < 9; count++) answers.push(await t.call('GET', '/hi'))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.body).toEqual({
        success: false,
        message: 'Trop de requêtes : réessayez plus tard.',
        code: 'too_many_requests',
      })
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
      for (let count = 0; count < 10; count++) expect((await t.call('GET', '//health/live')).status).toBe(200)
    } finally {
      await t.close()
    }
  })

  test('docs carry the own name, also with a slash; metrics tell routes', async ({ t }) => {
    const page = await t.call('GET', '//docs/')
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('<title>Séjour API</title>')])
    await t.call('GET', '/get-cities/FR')
    const metrics = await t.call('GET', '//metrics')
    expect(metrics.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/get-cities/:country_id",status="200"} 1',
    )
  })

  test('when the database is away: 503 with Retry-After, ready says so, and it comes back by itself', async ({ t }) => {
    expect((await t.call('GET', '//health/ready')).status).toBe(200)
    const [{ name } = { name: '' }] = await t.db<{ name: string }[]>`select current_database() as name`
    const { connect } = await import('../../../src/platform/db/client.ts')
    const { inject } = await import('vitest')
    const admin = connect(inject('databaseUrl').replace('/DATABASE', '/postgres'), { max: 1 })
    await admin.unsafe(`alter database ${name} allow_connections false`)
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    const away = await t.call('GET', '/get-countries')
    expect([away.status, away.body.success]).toEqual([503, false])
    expect((await t.call('GET', '//health/ready')).status).toBe(503)
    expect((await t.call('GET', '//health/live')).status).toBe(200)
    await admin.unsafe(`alter database ${name} allow_connections true`)
    await admin.end()
    await vi.waitUntil(async () => (await t.call('GET', '//health/ready')).status === 200, { timeout: 20_000 })
    expect((await t.call('GET', '/get-countries')).status).toBe(200)
  })
})
