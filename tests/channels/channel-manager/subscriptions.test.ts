import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { describe, expect } from 'vitest'
import { signatureOf } from '../../../src/channels/channel-manager/secrets.ts'
import { publicLookup } from '../../../src/platform/outbound/guarded.ts'
import { test as base, type TestApp } from '../../support/app.ts'
import { eventOf, send, sold, subscribe } from '../../support/channels.ts'

interface Callback {
  url: string
  received: { headers: IncomingHttpHeaders; path: string; body: string }[]
  status: number
  location: string | undefined
}

/** `test` with a callback of another service: DNS leads its name to this machine, past the guard. */
const test = base.extend<{ callback: Callback; resolve: LookupFunction; env: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  callback: async ({}, use) => {
    const callback: Callback = { url: '', received: [], status: 202, location: undefined }
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        callback.received.push({ headers: request.headers, path: request.url ?? '', body })
        const { location } = callback
        response.writeHead(callback.status, location === undefined ? {} : { location }).end('x'.repeat(3_000))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    callback.url = `http://hooks.example:${(server.address() as AddressInfo).port}/hook`
    await use(callback)
    server.closeAllConnections()
    server.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  resolve: async ({}, use) =>
    use((hostname, options, answer) => {
      if (hostname !== 'hooks.example') return publicLookup(hostname, options, answer)
      if (options.all) answer(null, [{ address: '127.0.0.1', family: 4 }])
      else answer(null, '127.0.0.1', 4)
    }),
  // Addresses allowed for calendars are not allowed for callbacks.
  env: async ({ callback }, use) =>
    use({ OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${new URL(callback.url).port},localhost` }),
})
const alone = test.extend({ neighbours: false })

const scene = async (t: TestApp) => {
  const owner = await t.user({ locale: 'en' })
  return {
    owner,
    home: await t.home(owner),
    stranger: await t.user(),
    support: await t.user({ role: 'support' }),
  }
}

describe('subscriptions', () => {
  test('are made with a secret that is shown once, and with hidden values', async ({ t }) => {
    const { owner, home } = await scene(t)
    const headers = { 'x-team': 'value of a header' }
    const answer = await t.call('POST', `/webhook/${home}/create`, { headers, request_params: { a: 'b' } }, owner)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          property_id: home,
          provider: 'channex',
          callback_url: 'http://sejour.test/api/v1/webhook/notifications',
          event_mask: '*',
          headers: { 'x-team': '***' },
          request_params: { a: '***' },
          is_active: true,
          failure_count: 0,
          secret: expect.stringMatching(/^whs_[0-9a-f]{32}_[\w-]{43}$/),
        },
      },
      headers: { 'cache-control': 'no-store' },
    })
    const shown = (await t.call('GET', `/webhook/${home}/show`, undefined, owner)).body.data
    expect(shown).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toMatch(/secret|value of a header/)
    expect(JSON.stringify(await t.db`select * from webhook_subscriptions`)).not.toContain(answer.body.data.secret)
  })

  alone('are for the owner and the staff only', async ({ t }) => {
    const { owner, home, stranger, support } = await scene(t)
    const { id } = await subscribe(t, owner, home)
    const statuses = async (user: typeof owner) => [
      (await t.call('GET', `/webhook/${home}/show`, undefined, user)).status,
      (await t.call('POST', `/webhook/${home}/create`, {}, user)).status,
      (await t.call('PUT', `/webhook/${id}/${home}/update`, { is_active: true }, user)).status,
      (await t.call('POST', `/webhook/${home}/create-test`, undefined, user)).status,
      (await t.call('DELETE', `/webhook/${id}/delete`, undefined, user)).status,
    ]
    expect(await statuses(stranger)).toEqual([403, 403, 403, 403, 404])
    expect((await t.call('GET', '/webhook/list', undefined, stranger)).body.data).toEqual([])
    expect((await t.call('GET', '/webhook/list', undefined, support)).body.meta.total).toBe(1)
    expect(await statuses(support)).toEqual([200, 201, 200, 200, 200])
    // A subscription is changed at its own home only.
    const other = await t.home(stranger)
    const own = (await subscribe(t, owner, home)).id
    expect((await t.call('PUT', `/webhook/${own}/${other}/update`, {}, stranger)).status).toBe(404)
  })

  test('are listed by home and by activity', async ({ t }) => {
    const { owner, home } = await scene(t)
    const second = await t.home(owner)
    await subscribe(t, owner, home)
    await subscribe(t, owner, second, { is_active: false })
    const total = async (query: string) =>
      (await t.call('GET', `/webhook/list?${query}`, undefined, owner)).body.meta.total
    expect(await total('')).toBe(2)
    expect(await total('is_active=true')).toBe(1)
    expect(await total(`property_id=${second}`)).toBe(1)
    expect(await total(`property_id=${second}&is_active=true`)).toBe(0)
  })

  test('are mapped to rooms that nobody has assigned by the staff only, each room once', async ({ t }) => {
    const { owner, home, support } = await scene(t)
    const mapping = { remote_property_id: 'P', room_type_id: 'R', rate_plan_id: 'T' }
    expect((await t.call('POST', `/webhook/${home}/create`, mapping, owner)).status).toBe(404)
    await subscribe(t, support, home, mapping)
    expect((await t.call('POST', `/webhook/${home}/create`, mapping, support)).status).toBe(409)
    const { id } = await subscribe(t, support, home, { remote_property_id: 'P', room_type_id: 'R2' })
    const change = (body: object) => t.call('PUT', `/webhook/${id}/${home}/update`, body, support)
    expect((await change({ room_type_id: 'R' })).status).toBe(409)
    expect((await change({ remote_property_id: null })).status).toBe(400)
    expect((await change({ remote_property_id: null, room_type_id: null })).status).toBe(200)
  })

  test.for([
    [{ callback_url: 'http://127.0.0.1:1/x' }, 'callback_url'],
    [{ callback_url: 'http://[::1]/x' }, 'callback_url'],
    [{ callback_url: 'http://localhost/' }, 'callback_url'],
    [{ callback_url: 'https://api.LOCALHOST.:8080/x' }, 'callback_url'],
    [{ callback_url: 'http://169.254.169.254/latest' }, 'callback_url'],
    [{ callback_url: 'ftp://example.org' }, 'callback_url'],
    [{ callback_url: 'https://user:pass@example.org' }, 'callback_url'],
    [{ event_mask: 'booking;dance' }, 'event_mask'],
    [{ headers: { Host: 'x' } }, 'headers'],
    [{ headers: { 'x-webhook-secret': 'x' } }, 'headers'],
    [{ headers: { 'x y': 'x' } }, 'headers'],
    [{ headers: { 'x-a': 'a\r\nb: c' } }, 'headers.x-a'],
    [{ provider: 'Ünknown' }, 'provider'],
  ] as const)('refuse %o', async ([body, field], { t }) => {
    const { owner, home } = await scene(t)
    const answer = await t.call('POST', `/webhook/${home}/create`, body, owner)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.data)).toEqual([field])
  })

  test('are ten a home at most', async ({ t }) => {
    const { owner, home } = await scene(t)
    for (let count = 0; count < 10; count++) await subscribe(t, owner, home)
    expect((await t.call('POST', `/webhook/${home}/create`, {}, owner)).status).toBe(409)
  })

  alone('rotate their secret; the old one is valid for a day more, the one before not at all', async ({ t }) => {
    const { owner, home } = await scene(t)
    const { id, secret } = await subscribe(t, owner, home)
    const rotate = async () =>
      (await t.call('PUT', `/webhook/${id}/${home}/update`, { rotate_secret: true }, owner)).body.data.secret
    const second = await rotate()
    const event = eventOf(sold(10, 12), 'test')
    const statuses = async (...secrets: string[]) =>
      Promise.all(secrets.map(async (one) => (await send(t, one, event)).status))
    expect(await statuses(secret, second)).toEqual([200, 200])
    const third = await rotate()
    expect(await statuses(secret, second, third)).toEqual([401, 200, 200])
    await t.db`update webhook_subscriptions set rotated_at = now() - interval '25 hours'`
    expect(await statuses(secret, second, third)).toEqual([401, 401, 200])
    expect((await t.call('DELETE', `/webhook/${id}/delete`, undefined, owner)).status).toBe(200)
    expect(await statuses(third)).toEqual([401])
  })
})

describe('create-test', () => {
  test('sends a signed event and tells what came back', async ({ t, callback }) => {
    const { owner, home } = await scene(t)
    const body = { callback_url: callback.url, headers: { 'x-team': 'blue' }, request_params: { from: 'sejour' } }
    const { id, secret } = await subscribe(t, owner, home, body)
    const answer = await t.call('POST', `/webhook/${home}/create-test`, undefined, owner)
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { webhook_id: id, status_code: 202, duration_ms: expect.any(Number), error: null },
    ])
    const [delivery] = callback.received
    expect(delivery).toMatchObject({
      path: '/hook?from=sejour',
      headers: { 'x-webhook-secret': secret, 'content-type': 'application/json' },
    })
    // Headers are for the channel manager; with headers of their choice owners would speak to others as this service.
    expect(delivery?.headers).not.toHaveProperty('x-team')
    const signature = String(delivery?.headers['x-webhook-signature'])
    const seconds = Number(/^t=(\d+)/.exec(signature)?.[1])
    expect(signature).toBe(signatureOf(secret, delivery?.body ?? '', seconds))
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ event: 'test', property_id: home })
    callback.status = 500
    await t.call('POST', `/webhook/${home}/create-test`, { webhook_id: id }, owner)
    expect((await t.call('GET', `/webhook/${home}/show`, undefined, owner)).body.data[0]).toMatchObject({
      last_delivery_status: 500,
      failure_count: 1,
    })
  })

  test('follows no redirect, refuses private names, and reports what cannot be reached', async ({ t, callback }) => {
    const { owner, home } = await scene(t)
    callback.status = 302
    callback.location = 'http://169.254.169.254/'
    await subscribe(t, owner, home, { callback_url: callback.url })
    const run = () => t.call('POST', `/webhook/${home}/create-test`, undefined, owner)
    expect((await run()).body.data.status_code).toBe(302)
    // A name that became private later.
    const { id } = await subscribe(t, owner, home)
    await t.db`update webhook_subscriptions set callback_url = 'http://localhost:9/' where id = ${id}`
    expect((await run()).status).toBe(400)
    // Hosts that calendars may be read from, by address and by name.
    const { port } = new URL(callback.url)
    const received = callback.received.length
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const allowed = `http://${host}/hook`
      expect((await t.call('POST', `/webhook/${home}/create`, { callback_url: allowed }, owner)).status).toBe(400)
      await t.db`update webhook_subscriptions set callback_url = ${allowed} where id = ${id}`
      expect((await run()).status, host).toBe(400)
    }
    expect(callback.received).toHaveLength(received)
    await subscribe(t, owner, home, { callback_url: 'http://nowhere.invalid/' })
    expect((await run()).body.data).toMatchObject({ status_code: null, error: 'unreachable' })
  })

  alone('reaches our own inbox, where it is stored and changes nothing', async ({ t }) => {
    const { owner, home } = await scene(t)
    await subscribe(t, owner, home)
    const answer = await t.call('POST', `/webhook/${home}/create-test`, undefined, owner)
    expect(answer.body.data.status_code).toBe(200)
    await t.drain()
    expect(await t.db`select type, status from inbound_events`).toEqual([{ type: 'test', status: 'ignored' }])
    expect(await t.db`select from reservations`).toHaveLength(0)
    const none = await t.home(owner)
    expect((await t.call('POST', `/webhook/${none}/create-test`, undefined, owner)).status).toBe(404)
  })
})
