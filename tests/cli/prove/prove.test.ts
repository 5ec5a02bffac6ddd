import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, inject } from 'vitest'
import type { Given } from '../../../src/cli/prove/given.ts'
import { isProved, prove, type Report } from '../../../src/cli/prove/prove.ts'
import type { Part } from '../../../src/cli/prove/steps.ts'
import { loadConfig } from '../../../src/config.ts'
import { freePort } from '../../../src/dev/free-port.ts'
import { startStandin } from '../../../src/dev/stripe/server.ts'
import { test } from '../../support/app.ts'
import { ACCESS_KEY, SECRET_KEY, startBucket } from '../../support/bucket.ts'
import { test as withChannel } from '../../support/channel-manager.ts'
import { startSmtp } from '../../support/smtp.ts'

const KEY = 'sk_test_of_the_operator'
const nobody = async () => ''

async function proved(part: Part, env: Record<string, string>, given: Partial<Given> = {}) {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'sejour-prove-'))
  const lines: string[] = []
  try {
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR, PUBLIC_URL: 'http://sejour.test', ...env })
    const report = await prove([part], { config, standIns: {}, ask: nobody, ...given }, (line) => lines.push(line))
    return { report, lines, steps: report.steps.map(({ step, ok }) => [step, ok]) }
  } finally {
    rmSync(DATA_DIR, { recursive: true })
  }
}

const cameOf = ({ steps }: Report, name: string) => steps.find(({ step }) => step === name)?.came

describe('prove stripe', () => {
  const withStandin = async (work: (env: Record<string, string>, port: number) => Promise<void>) => {
    const port = await freePort()
    const secret = { secretKey: KEY, webhookSecret: 'whsec_of_the_operator' }
    const standin = await startStandin({ ...secret, webhookUrl: () => `http://127.0.0.1:${port}/` })
    try {
      const env = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: secret.webhookSecret, STRIPE_API_URL: standin.url }
      await work(env, port)
      // It cleans up after itself.
      expect([...standin.store.list('customer')].filter((one) => one.deleted !== true)).toEqual([])
    } finally {
      await standin.close()
    }
  }

  test('plays a customer, a checkout, a payment, a refund, a dispute and a webhook, a line each', async () => {
    await withStandin(async (env, listen) => {
      const { report, lines, steps } = await proved('stripe', env, { listen })
      expect(steps).toEqual(
        [
          ...[
            'key',
            'customer',
            'checkout',
            'payment',
            'card that is declined',
            'refund in part',
            'dispute',
            'webhook',
          ],
          ...['refund the rest', 'close the checkout', 'delete the customer', 'close the port of events'],
        ].map((step) => [step, true]),
      )
      expect(lines).toHaveLength(report.steps.length)
      expect(lines[3]).toMatch(
        /^ok {2}stripe: payment: expected: 12345 cents .*; came: pi_\w+: 12345 cents \(\d+ ms\)$/,
      )
      expect(isProved(report)).toBe(true)
    })
  })

  test('says what came where it is not what was expected, and leaves the rest out', async () => {
    await withStandin(async (env) => {
      const { report, steps } = await proved('stripe', { ...env, STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
      expect(steps).toEqual([
        ['key', true],
        ['customer', false],
      ])
      expect(cameOf(report, 'customer')).not.toMatch(/sk_test/)
      expect(isProved(report)).toBe(false)
    })
  })

  test('refuses live keys before anything is called', async () => {
    await withStandin(async (env) => {
      const { report, steps } = await proved('stripe', { ...env, STRIPE_SECRET_KEY: 'sk_live_of_the_operator' })
      expect(steps).toEqual([['key', false]])
      expect(cameOf(report, 'key')).toMatch(/live key/)
    })
  })
})

describe('prove channel', () => {
  withChannel('reads a feed to its end and a property of tests, and changes nothing', async ({ manager, env }) => {
    manager.rooms.set('R', 'P')
    manager.rates.set('T', 'P')
    const { report, steps } = await proved('channel', env, { property: 'P' })
    const played = ['account', 'feed', 'rooms and rates', 'availability and prices', 'bookings', 'webhook']
    expect(steps).toEqual([...played, 'close the connections'].map((step) => [step, true]))
    expect([manager.webhooks.size, cameOf(report, 'feed')]).toEqual([0, '0 revisions in 1 pages'])
  })

  test('refuses the account that sells', async () => {
    const env = { CHANNEL_MANAGER_URL: 'https://app.channex.io/api/v1', CHANNEL_MANAGER_KEY: 'key of the operator' }
    expect((await proved('channel', env)).steps).toEqual([['account', false]])
  })
})

describe('prove mail', () => {
  const mails = async (work: (url: string, last: () => string) => Promise<void>) => {
    const received: string[] = []
    const smtp = await startSmtp({
      onData: async (stream, _session, done) => {
        received.push(await text(stream))
        done()
      },
    })
    try {
      await work(smtp.url, () => received.at(-1) ?? '')
    } finally {
      await smtp.close()
    }
  }

  test('asks for the number of a mail, and has no address in its report', async () => {
    await mails(async (SMTP_URL, last) => {
      const to = 'operator@company.example'
      const ask = async () => /number of this proof is (\d{6})/.exec(last())?.[1] ?? ''
      const { report, steps } = await proved('mail', { SMTP_URL }, { to, ask })
      expect(steps).toEqual([
        ['delivery', true],
        ['arrival', true],
        ['close the connection', true],
      ])
      expect(JSON.stringify(report)).not.toContain(to)
      const { report: unread } = await proved('mail', { SMTP_URL }, { to })
      expect(cameOf(unread, 'arrival')).toBe('no mail, or nobody to ask')
    })
  })

  test('says that nobody answers, without the password', async () => {
    const SMTP_URL = `smtp://sejour:a-password@127.0.0.1:${await freePort()}`
    const { report, steps } = await proved('mail', { SMTP_URL }, { to: 'operator@company.example' })
    expect(steps[0]).toEqual(['delivery', false])
    expect(cameOf(report, 'delivery')).toMatch(/ECONNREFUSED/)
    expect(JSON.stringify(report)).not.toMatch(/a-password|127\.0\.0\.1|company/)
  })
})

describe('prove storage', () => {
  const STEPS = ['opening', 'put', 'read', 'list', 'delete', 'remove the file', 'close it'].map((step) => [step, true])

  test('puts, reads, lists and deletes a file in a folder', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sejour-prove-files-'))
    const { steps } = await proved('storage', { STORAGE_URL: `file://${folder}` })
    expect(steps).toEqual(STEPS)
    expect(readdirSync(path.join(folder, 'documents'))).toEqual([])
    rmSync(folder, { recursive: true })
  })

  test('does the same in a bucket, and says that one has no room', async () => {
    const bucket = await startBucket()
    try {
      const env = { STORAGE_URL: bucket.url, STORAGE_ACCESS_KEY: ACCESS_KEY, STORAGE_SECRET_KEY: SECRET_KEY }
      expect((await proved('storage', env)).steps).toEqual(STEPS)
      expect(bucket.objects.size).toBe(0)
      bucket.trouble = 'full'
      const { report } = await proved('storage', env)
      expect(report.steps.find(({ step }) => step === 'put')?.ok).toBe(false)
      expect(JSON.stringify(report)).not.toContain(SECRET_KEY)
    } finally {
      await bucket.close()
    }
  })
})

describe('prove sign-in', () => {
  test('asks each provider whether it knows the client', async () => {
    const provider = createServer(async (request, response) => {
      const form = new URLSearchParams(await text(request))
      const isKnown = form.get('client_secret') === 'secret' && request.url === '/token'
      response.writeHead(isKnown ? 400 : 401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: isKnown ? 'invalid_grant' : 'invalid_client' }))
    })
    const port = await freePort()
    await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve))
    const ofGoogle = async (GOOGLE_CLIENT_SECRET: string) => {
      const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER: `http://127.0.0.1:${port}` }
      const { report } = await proved('sign-in', client)
      expect(report.steps.find(({ step }) => step === 'facebook')).toMatchObject({ ok: null })
      return report.steps.find(({ step }) => step === 'google')
    }
    expect(await ofGoogle('secret')).toMatchObject({ ok: true, came: 'Google refuses the code' })
    expect(await ofGoogle('wrong')).toMatchObject({ ok: false, came: expect.stringMatching(/401.*invalid_client/) })
    await new Promise((resolve) => provider.close(resolve))
  })
})

describe('prove push', () => {
  test('hears over a socket what a signed request triggers', async ({ t }) => {
    const { url } = await t.listen()
    const { steps } = await proved('push', {}, { url })
    expect(steps).toEqual(['socket', 'subscription', 'event', 'close the socket'].map((step) => [step, true]))
    const wrong = await proved('push', { REALTIME_APP_SECRET: 'another secret' }, { url })
    expect(wrong.report.steps.find(({ step }) => step === 'event')).toMatchObject({ ok: false, came: 'HTTP 401' })
  })
})

describe('prove database', () => {
  test('tries rights and settings, and leaves nothing in it', async ({ t }) => {
    const [row] = await t.db<{ name: string }[]>`select current_database() as name`
    const databaseUrl = inject('databaseUrl').replace('/DATABASE', `/${row?.name}`)
    const { report, steps } = await proved('database', {}, { databaseUrl })
    const played = ['server', 'way', 'rights', 'extensions', 'events', 'settings', 'close the connections']
    expect(steps.filter(([step]) => step !== 'settings')).toEqual(
      played.filter((step) => step !== 'settings').map((step) => [step, true]),
    )
    // Test servers do not keep commits.
    expect(cameOf(report, 'settings')).toMatch(/UTF8/)
    expect(await t.db`select from pg_namespace where nspname = 'prove_sejour'`).toHaveLength(0)
  })
})
