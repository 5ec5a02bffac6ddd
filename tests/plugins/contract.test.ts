import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect } from 'vitest'
import { startApp, test } from '../support/app.ts'

interface Operation {
  method: string
  path: string
  secured: boolean
  responses: string[]
}

type Document = {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        security?: unknown
        responses: Record<string, unknown>
        summary?: string
        operationId?: string
        tags?: string[]
      }
    >
  >
}

function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      secured: operation.security !== undefined,
      responses: Object.keys(operation.responses),
    })),
  )
}

/** Sign-in providers are not configured in these tests, which is a 503 with a clear text. */
const UNCONFIGURED = /\/auth\/(google|facebook)|oauth2-callback/

const HOSTILE: unknown[] = [
  {},
  [],
  null,
  'text',
  42,
  { id: { $ne: null } },
  { __proto__: { admin: true } },
  { title: '\u0000', email: '\u0000', message: '\u0000', property_id: '\u0000' },
  Object.fromEntries(
    [
      'property_id',
      'check_in',
      'check_out',
      'adults',
      'title',
      'city_id',
      'base_price',
      'login',
      'password',
      'email',
      'token',
      'socket_id',
      'channel_name',
      'position',
    ].map((field, index) => [
      field,
      [[], {}, -1, 1e308, '𝕏'.repeat(2_000), '../../etc/passwd', "' or 1=1 --"][index % 7],
    ]),
  ),
]

describe('every documented operation', () => {
  test('is named under /api/v1 (or is operational), with a summary, a tag and its refusals', async ({ t }) => {
    const document: Document = (await t.call('GET', '//openapi.json')).body
    expect(document.openapi).toBe('3.1.0')
    const operations = operationsOf(document)
    expect(operations.length).toBeGreaterThan(30)
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(operations.length)
    for (const { path } of operations) expect(path).toMatch(/^\/(api\/v1|health)\/|^\/api\/oauth2-callback$/)
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        expect(operation.summary, `${method} ${path}`).toBeTruthy()
        expect(operation.tags, `${method} ${path}`).toHaveLength(1)
        expect(Object.keys(operation.responses), `${method} ${path}`).toContain('500')
        if (operation.security) expect(Object.keys(operation.responses), `${method} ${path}`).toContain('401')
      }
    }
  })

  test('names what the specification asks of this line', async ({ t }) => {
    const known = new Set(
      operationsOf((await t.call('GET', '//openapi.json')).body).map(
        ({ method, path }) => `${method} ${path.replace('/api/v1', '')}`,
      ),
    )
    for (const operation of [
      'GET /hi',
      'GET /get-countries',
      'GET /get-cities/{country_id}',
      'GET /get-neighborhoods/{city_id}',
      'POST /auth/register',
      'POST /auth/login',
      'POST /auth/refresh',
      'POST /auth/logout',
      'GET /auth/verify-email',
      'POST /auth/verify-email',
      'POST /auth/resend-verification',
      'GET /user',
      'POST /properties',
      'PUT /properties/{id}',
      'DELETE /properties/{id}',
      'GET /properties/{id}',
      'GET /properties/search',
      'GET /property/types',
      'GET /room-types',
      'POST /quotes',
      'GET /quotes/confirm',
      'POST /reservations',
      'POST /stripe/webhook',
      'GET /quotes/payment/verify',
      'GET /notifications',
      'POST /notifications/{id}/read',
      'POST /notifications/read-all',
      'DELETE /notifications/{id}',
      'GET /notifications/settings',
      'PUT /notifications/settings',
      'POST /broadcasting/auth',
    ])
      expect(known, operation).toContain(operation)
  })

  test('refuses strangers with 401 where it is secured, and never answers hostile input with a 5xx', async ({ t }) => {
    const admin = await t.user({ role: 'admin' })
    const operations = operationsOf((await t.call('GET', '//openapi.json')).body)
    for (const { method, path, secured } of operations) {
      const url = `/${path}`.replace(/\{\w+\}/g, '1')
      const stranger = await t.call(method, url, method === 'GET' || method === 'DELETE' ? undefined : {})
      if (secured) expect(stranger.status, `${method} ${path}`).toBe(401)
      const bodies = method === 'GET' || method === 'DELETE' ? [undefined] : [...HOSTILE, '{"broken":', '\u0000']
      for (const body of bodies) {
        for (const id of ['1', '%00', '..%2f..', '01980000-0000-7000-8000-000000000000', "'", '9'.repeat(30)]) {
          const answer = await t.call(
            method,
            `/${path.replace(/\{\w+\}/g, id)}?page=${id}&q=${id}&session_id=${id}&quote_id=${id}`,
            body,
            { token: admin.token },
          )
          expect(
            answer.status,
            `${method} ${path} ${id} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`,
          ).toBeLessThan(UNCONFIGURED.test(path) ? 504 : 500)
          if (path.includes('logout') || path.includes('refresh'))
            admin.token = t.app.issueToken({ id: admin.id, token_version: 1 })
        }
      }
    }
  }, 120_000)
})

describe('answers', () => {
  test('404, broken JSON, a wrong type and a body too large have the envelope', async ({ t }) => {
    const failure = { success: false, message: expect.any(String) }
    const cases = [
      [404, await t.call('GET', '/nowhere')],
      [404, await t.call('PATCH', '/hi')],
      [400, await t.call('POST', '/quotes', '{"property_id":')],
      [400, await t.call('POST', '/quotes', '{"__proto__":{"x":1}}')],
      [415, await t.call('POST', '/quotes', '<x/>', { headers: { 'content-type': 'application/xml' } })],
      [413, await t.call('POST', '/quotes', JSON.stringify({ q: 'x'.repeat(1_100_000) }))],
    ] as const
    for (const [status, answer] of cases) {
      expect([answer.status, answer.body]).toEqual([status, failure])
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
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
      expect(refused?.body).toEqual({ success: false, message: 'Trop de requêtes : réessayez plus tard.' })
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
      for (let count = 0; count < 10; count++) expect((await t.call('GET', '//health/live')).status).toBe(200)
    } finally {
      await t.close()
    }
  })

  test('docs and their assets come from here; metrics tell routes', async ({ t }) => {
    const page = await t.call('GET', '//docs/')
    expect(page.status).toBe(200)
    const assets = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '')
    expect(assets.length).toBeGreaterThan(2)
    for (const url of assets) expect(url).not.toMatch(/^https?:|^\/\//)
    await t.call('GET', '/get-cities/FR')
    const metrics = await t.call('GET', '//metrics')
    expect(metrics.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/get-cities/:country_id",status="200"} 1',
    )
  })

  test('when the database is away: 503 with Retry-After, ready says so, and it comes back by itself', async ({ t }) => {
    expect((await t.call('GET', '//health/ready')).status).toBe(200)
    const [{ name } = { name: '' }] = await t.db<{ name: string }[]>`select current_database() as name`
    const { connect } = await import('../../src/db/client.ts')
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
    await expect.poll(async () => (await t.call('GET', '//health/ready')).status).toBe(200)
    expect((await t.call('GET', '/get-countries')).status).toBe(200)
  })
})
