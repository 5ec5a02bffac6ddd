import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendMail } from '../../../src/platform/mail/jobs.ts'
import { startApp } from '../../support/app.ts'
import { startSmtp } from '../../support/smtp.ts'

const SOON = { timeout: 40_000, interval: 50 }

interface Line {
  level: number
  msg: string
  service?: string
  reason?: string
}

/** The lines of a log that are about outages, and all that complain. */
function openLog() {
  const lines: Line[] = []
  return {
    write: (line: string) => void lines.push(JSON.parse(line)),
    outages: () =>
      lines.filter(({ msg }) => /^service (away|back)$/.test(msg)).map(({ service, msg }) => [service, msg]),
    refusals: () => lines.filter(({ msg }) => /^service (refuses|accepts)/.test(msg)),
    reasons: () => lines.flatMap(({ reason }) => reason ?? []),
    complaints: () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

const notice = (to: string) => ({
  to,
  locale: 'en' as const,
  content: { template: 'notification' as const, title: 'Hello', message: 'A message', link: 'http://sejour.test' },
})

test('while the mail server is away its queue pauses, and all mails leave when it is back', async () => {
  const log = openLog()
  const port = await freePort()
  const t = await startApp({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { run: true, probeMs: 100 }, undefined, { log })
  onTestFinished(() => t.close())
  const figure = async (name: string) => {
    const text = (await t.call('GET', '//metrics')).body as string
    return Number(new RegExp(`^${name}\\{service="mail"\\} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const addresses = Array.from({ length: 60 }, (_, index) => `guest${index}@example.org`)
  await Promise.all(addresses.map((to) => t.app.jobs.enqueue(t.db, sendMail, notice(to))))
  // The first batch, then single jobs.
  await vi.waitFor(async () => {
    const tried = await t.db`select from pgboss.job where name = 'mail.send' and output is not null`
    expect(tried.length).toBeGreaterThan(11)
  }, SOON)
  expect([await figure('service_away'), await figure('service_jobs_waiting')]).toEqual([1, addresses.length])
  expect(await figure('service_jobs_waiting_seconds')).toBeGreaterThan(0)
  // The attempt that has found the outage counts, and no other one.
  const counted = await t.db`
    select from pgboss.job where name = 'mail.send' and output is not null and retry_count >= 0 and state = 'retry'`
  expect(counted.length).toBeLessThanOrEqual(1)
  expect(log.outages()).toEqual([['mail', 'service away']])

  const received: string[] = []
  const server = await startSmtp(
    {
      onData: async (stream, session, done) => {
        await stream.toArray()
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      },
    },
    port,
  )
  onTestFinished(server.close)
  await vi.waitFor(() => expect(received).toHaveLength(addresses.length), SOON)
  expect(received.toSorted()).toEqual(addresses.toSorted())
  expect(log.outages()).toEqual([
    ['mail', 'service away'],
    ['mail', 'service back'],
  ])
  expect(log.complaints()).toEqual(['service away'])
  await vi.waitFor(
    async () => expect([await figure('service_away'), await figure('service_jobs_waiting')]).toEqual([0, 0]),
    SOON,
  )
})

test('a mail that the server refuses is no outage, and its attempt counts', async () => {
  const log = openLog()
  const server = await startSmtp({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such person'), { responseCode: 550 })),
  })
  onTestFinished(server.close)
  const t = await startApp({ SMTP_URL: server.url }, { run: false }, undefined, { log })
  onTestFinished(() => t.close())
  await t.app.jobs.enqueue(t.db, sendMail, notice('nobody@example.org'))
  await expect(t.drain()).rejects.toThrow('550')
  const [job] = await t.db`select retry_count, state from pgboss.job where name = 'mail.send'`
  expect([job, log.outages()]).toEqual([{ retry_count: 0, state: 'retry' }, []])
})

/** A server that answers 503 until it is repaired, and then what it is told. */
async function openBroken(answer: [status: number, body: object]): Promise<{ url: string; repair(): void }> {
  let isBroken = true
  const server: Server = createServer((request, response) => {
    request.resume()
    const [status, body] = isBroken ? [503, { error: { message: 'away' } }] : answer
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    repair() {
      isBroken = false
    },
  }
}

test('outages of provider, channel manager and storage are one line at their start and one at their end', async () => {
  const log = openLog()
  const provider = await openBroken([404, { error: { type: 'invalid_request_error', message: 'No such intent' } }])
  const channels = await openBroken([200, { data: [] }])
  const t = await startApp({ STRIPE_API_URL: provider.url }, { run: false }, undefined, {
    log,
    channelManager: { url: channels.url, key: 'key' },
  })
  onTestFinished(() => t.close())
  const { payments, channelManager, storage, log: logger } = t.app
  const calls = {
    payments: () => payments.findIntent('pi_1'),
    channels: async () => channelManager?.listUnacknowledged(1),
    // A name that cannot be written: its folder is none.
    files: (name = 'documents/missing/file.txt') => storage.files.write(name, new Uint8Array(1)),
  }
  for (const call of Object.values(calls)) {
    const errors = await Promise.all(
      [call(), call(), call()].map((made) =>
        made.then(
          () => undefined,
          (error) => error,
        ),
      ),
    )
    for (const err of errors) {
      expect(err).toBeInstanceOf(Error)
      logger.error({ err: new Error('of a request', { cause: err }) }, 'follows from it')
    }
  }
  const away = Object.keys(calls).map((service) => [service, 'service away'])
  expect(log.outages()).toEqual(away)
  expect(log.complaints()).toEqual(away.map(() => 'service away'))
  provider.repair()
  channels.repair()
  for (const call of [calls.payments, calls.channels, () => calls.files('documents/file.txt')]) {
    await call()
    await call()
  }
  expect(log.outages()).toEqual([...away, ...Object.keys(calls).map((service) => [service, 'service back'])])
})

test('a node that closes does not take that for an answer', async () => {
  const log = openLog()
  const t = await startApp({}, { run: false }, undefined, {
    log,
    channelManager: { url: 'http://127.0.0.1:1', key: 'key' },
  })
  await expect(t.app.channelManager?.listUnacknowledged(1)).rejects.toThrow('no answer')
  await t.close()
  expect(log.outages()).toEqual([['channels', 'service away']])
})

test('a mail server that puts mails off is one line at the start and one at the end, and its queue goes on', async () => {
  const log = openLog()
  let isBusy = true
  const server = await startSmtp({
    onData: async (stream, _session, done) => {
      await stream.toArray()
      done(isBusy ? Object.assign(new Error('local error in processing'), { responseCode: 451 }) : null)
    },
  })
  onTestFinished(server.close)
  const t = await startApp({ SMTP_URL: server.url }, { run: false }, undefined, { log })
  onTestFinished(() => t.close())
  const deliver = (to: string) =>
    t.app.mail
      .deliver({ to, subject: 'Hello', text: 'A message', html: '<p>A message</p>', headers: {} })
      .catch(() => undefined)
  for (const to of ['one@example.org', 'two@example.org', 'three@example.org']) await deliver(to)
  expect(log.refusals()).toMatchObject([
    { service: 'mail', msg: 'service refuses for now', reason: expect.stringContaining('451') },
  ])
  expect([t.app.outages.isAway('mail'), t.app.outages.figures().get('mail')]).toEqual([
    false,
    { isAway: false, isRefusing: true },
  ])
  isBusy = false
  await deliver('one@example.org')
  await deliver('two@example.org')
  expect(log.refusals().map(({ msg }) => msg)).toEqual(['service refuses for now', 'service accepts again'])
})

test('a provider that is asked too often is away, and the reason of an outage has its cause', async () => {
  const log = openLog()
  const busy = createServer((request, response) => {
    request.resume()
    const body = JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many' } })
    response.writeHead(429, { 'content-type': 'application/json', connection: 'close' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const t = await startApp({ STRIPE_API_URL: `http://127.0.0.1:${port}` }, { run: false }, undefined, { log })
  onTestFinished(() => t.close())
  for (let turn = 0; turn < 3; turn++) await expect(t.app.payments.findIntent('pi_1')).rejects.toThrow()
  expect(log.complaints()).toEqual(['service away'])
  busy.close()
  const nobody = openLog()
  const other = await startApp({ STRIPE_API_URL: `http://127.0.0.1:${await freePort()}` }, { run: false }, undefined, {
    log: nobody,
  })
  onTestFinished(() => other.close())
  await expect(other.app.payments.findIntent('pi_1')).rejects.toThrow()
  expect(nobody.reasons()).toEqual([expect.stringContaining('ECONNREFUSED')])
})
