import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { signedEvent } from '../../../src/dev/stripe/store.ts'
import type { RenderedMail } from '../../../src/platform/mail/templates.ts'
import { test as base, type TestApp } from '../../support/app.ts'
import { scene, stay } from '../../support/booking.ts'
import { addFeed, test as feedTest } from '../../support/feeds.ts'
import { drain } from '../../support/jobs.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const through = (proxies: string) =>
  base.extend<{ env: Record<string, string> }>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
    env: async ({}, use) => use({ TRUST_PROXY: proxies }),
  })

const idOf = async (t: TestApp, given: string) =>
  (await t.call('GET', '/hi', undefined, { headers: { 'x-request-id': given } })).headers['x-request-id']

/** A service like that of a test, whose calls to the provider, mails and lines of log are kept; its first mail fails. */
async function overheard(t: TestApp) {
  const calls: IncomingHttpHeaders[] = []
  const recorder = createServer(async (request, response) => {
    calls.push(request.headers)
    const { host: _, connection: __, ...headers } = request.headers
    const body = request.method === 'GET' ? null : new Uint8Array(await buffer(request))
    const answer = await fetch(`${t.standin.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(recorder, 'listening')
  const lines: { reqId?: string; msg: string; job?: string }[] = []
  const mails: (RenderedMail & { to: string })[] = []
  const app = await buildApp({
    config: t.app.config,
    db: t.db,
    jobs: { run: false },
    standIns: {
      stripeUrl: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`,
      mailer: {
        async deliver(mail) {
          if (mails.push(mail) === 1) throw new Error('the mail server is away')
        },
        close: () => undefined,
      },
    },
    log: { write: (line: string) => lines.push(JSON.parse(line)) },
  })
  app.get('/noted', async () => app.log.warn('noted'))
  const close = async () => {
    await app.close()
    recorder.close()
  }
  return { app, calls, lines, mails, close }
}

const overhearing = through('1').extend<{ service: Awaited<ReturnType<typeof overheard>> }>({
  service: async ({ t }, use) => {
    const service = await overheard(t)
    await use(service)
    await service.close()
  },
})

describe('the id of a request', () => {
  through('1')('is that of a trusted proxy, if it looks like one', async ({ t }) => {
    expect(await idOf(t, '8f14e45fceea167a5a36dedd4bea2543')).toBe('8f14e45fceea167a5a36dedd4bea2543')
    for (const odd of ['', 'two words', 'a\tb', '<script>', 'x'.repeat(101), 'a, b'])
      expect(await idOf(t, odd), odd).toMatch(UUID)
  })

  through('10.0.0.0/8')('is a new one when somebody else names it', async ({ t }) => {
    expect(await idOf(t, 'invented')).toMatch(UUID)
  })

  through('false')('is a new one without proxies', async ({ t }) => {
    expect(await idOf(t, 'invented')).toMatch(UUID)
  })

  overhearing('finds the lines of log that the request has caused', async ({ service: { app, lines } }) => {
    await app.inject({ url: '/noted', headers: { 'x-request-id': 'of-the-note' } })
    expect(lines.filter(({ msg }) => msg === 'noted')).toMatchObject([{ reqId: 'of-the-note' }])
  })

  overhearing('finds the calls, jobs and mails that the request has caused', async ({ t, service }) => {
    const { guest, home } = await scene(t)
    const { app, calls, lines, mails } = service
    const booked = await app.inject({
      method: 'POST',
      url: '/api/v1/reservations',
      headers: { authorization: `Bearer ${guest.token}`, 'x-request-id': 'of-the-booking' },
      payload: stay(home),
    })
    expect(booked.statusCode).toBe(201)
    expect(calls.map((headers) => headers['x-request-id'])).toContain('of-the-booking')
    calls.length = 0

    const [paid] = t.pay(booked.json().data.payment_url)
    const event = paid && signedEvent(paid, t.app.config.stripe.webhookSecret)
    const told = await app.inject({
      method: 'POST',
      url: '/api/v1/stripe/webhook',
      headers: { ...event?.headers, 'x-request-id': 'of-the-event' },
      payload: event?.body ?? '',
    })
    expect(told.statusCode).toBe(200)
    await drain(app)
    // The job asked the provider and enqueued mails. One of them failed, and a further job sent it.
    expect(new Set(calls.map((headers) => headers['x-request-id']))).toEqual(new Set(['of-the-event']))
    expect(mails.length).toBeGreaterThan(1)
    expect(new Set(mails.map(({ headers }) => headers['x-request-id']))).toEqual(new Set(['of-the-event']))
    expect(lines.filter(({ msg }) => msg === 'mail failed')).toMatchObject([{ reqId: 'of-the-event' }])
    expect(lines.filter(({ reqId }) => reqId === 'of-the-booking')).toHaveLength(1)
  })

  feedTest('goes with the reading of a calendar', async ({ t, platform }) => {
    const { owner, home } = await scene(t)
    await addFeed(t, owner, home, platform.url)
    await t.drain()
    expect(platform.headers?.['x-request-id']).toMatch(UUID)
  })
})
