import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { expireHoldsJob } from '../../../src/bookings/settlement/holds.jobs.ts'
import { MODULES } from '../../../src/modules.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { stay } from '../../support/booking.ts'
import { addPhoto } from '../../support/files.ts'
import { ROOT } from '../../support/folders.ts'

const test = base.extend<{ t: TestApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  t: async ({}, use) => {
    const t = await startApp({ REHEARSAL: 'true', DEMO_FRONTEND: 'true' })
    await use(t)
    await t.close()
  },
})

/** Jobs that a rehearsal runs: they write to the database only. All others wait. */
const RUNNING = ['operations.settle-losses', 'reservations.complete', 'search.refresh-popularity', 'settlement.expire']

/** Every call of something outside, and whether a rehearsal makes it. */
const CALLS = {
  payments: {
    assignIntent: 'off',
    attachMethod: 'off',
    charge: 'off',
    checkoutRequest: 'on',
    closeCheckout: 'off',
    createCheckout: 'off',
    createCustomer: 'off',
    detachMethod: 'off',
    findCharge: 'on',
    findCheckout: 'on',
    findDispute: 'on',
    findEvent: 'on',
    findFraudWarning: 'on',
    findIntent: 'on',
    findIntentId: 'on',
    findMethod: 'on',
    findSubscription: 'on',
    hasCustomer: 'on',
    listEvents: 'on',
    listOpenCheckouts: 'on',
    listRefunds: 'on',
    openSetup: 'off',
    refund: 'off',
    verifySignature: 'on',
  },
  files: { close: 'on', facts: 'on', list: 'on', read: 'on', remove: 'off', write: 'off' },
  calendars: { close: 'off', deliver: 'off', get: 'off', post: 'off', refuses: 'on' },
  callbacks: { close: 'off', deliver: 'off', get: 'off', post: 'off', refuses: 'on' },
  webhooks: { close: 'off', deliver: 'off', get: 'off', post: 'off', refuses: 'on' },
}

/** The files that open connections, and what they do in a rehearsal. */
const CONNECTING = {
  'src/accounts/auth/external.routes.ts': 'no provider of sign-in is configured',
  'src/accounts/auth/providers.ts': 'no provider of sign-in is configured',
  'src/channels/channel-manager/client.ts': 'there is no channel manager',
  'src/money/stripe/sdk.ts': 'reads',
  'src/platform/db/socket.ts': 'the database of the rehearsal, no replicas',
  'src/platform/mail/smtp.ts': 'no call',
  'src/platform/outbound/guarded.ts': 'no call',
  'src/platform/schema/migrate.ts': 'the database of the rehearsal',
  'src/platform/storage/s3.ts': 'reads',
}
const CONNECTS =
  /^(?!import type).*(?:from|import\() ?'(?:undici|nodemailer|@aws-sdk\/\S+|@fastify\/oauth2|stripe|node:(?:https|net|tls|dgram|dns\S*))'|\bfetch\(/m
/** Functions of `node:net` that open nothing. */
const READS_ADDRESSES = /^import \{ isIP \} from 'node:net'\n/m

const hasRefused = z.object({ cause: z.object({ message: z.string().startsWith('REHEARSAL=true: ') }) })

/** Outcome of each call of a client. */
async function behaviourOf(client: object) {
  const calls = Object.entries(client).filter(([, call]) => typeof call === 'function')
  const tried = await Promise.all(
    calls
      // A connection that is closed is of no use to the test.
      .toSorted(([one], [other]) => Number(one === 'close') - Number(other === 'close'))
      .map(async ([name, call]): Promise<[string, string]> => {
        const result: unknown = await Promise.resolve()
          .then(() => call())
          .catch((error: unknown) => error)
        return [name, hasRefused.safeParse(result).success ? 'off' : 'on']
      }),
  )
  return Object.fromEntries(tried)
}

describe('a rehearsal', () => {
  test('runs the jobs that write to the database only', () => {
    const running = MODULES.flatMap((module) => module.jobs ?? []).filter(({ rehearses }) => rehearses)
    expect(running.map(({ name }) => name).toSorted()).toEqual(RUNNING)
  })

  test('calls nothing outside but what reads', async ({ t }) => {
    const { payments, storage, outbound, channelManager } = t.app
    const clients = { payments, files: storage.files, ...outbound }
    const found = await Promise.all(
      Object.entries(clients).map(async ([peer, client]) => [peer, await behaviourOf(client)]),
    )
    expect(Object.fromEntries(found)).toEqual(CALLS)
    expect(channelManager).toBeUndefined()
    await expect(
      t.app.mail.deliver({ to: 'a@example.org', subject: '', text: '', html: '', headers: {} }),
    ).rejects.toMatchObject({
      cause: { message: 'REHEARSAL=true: mail.deliver is off' },
    })
  })

  test('knows every module that opens connections', () => {
    const found = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/dev/**', 'src/cli/prove/**'] }).filter((file) =>
      CONNECTS.test(readFileSync(path.join(ROOT, file), 'utf8').replace(READS_ADDRESSES, '')),
    )
    expect(found.toSorted()).toEqual(Object.keys(CONNECTING))
  })

  test('leaves mails, payments and uploads where they are', async ({ t }) => {
    const [owner, guest] = [await t.user({ role: 'owner' }), await t.user()]
    const home = await t.home(owner)
    expect(await t.call('POST', '/reservations', stay(home), guest)).toMatchObject({ status: 503 })
    expect(t.standin.store.list('checkout.session')).toEqual([])
    const upload = await addPhoto(t, owner, home)
    expect(upload.status).toBe(503)
    const content = { template: 'email_changed' as const, link: 'http://sejour.test' }
    await t.app.mail.enqueue(t.db, { to: guest.email, locale: 'en', content })

    const workers = await t.app.jobs.work()
    await t.app.jobs.enqueue(t.db, expireHoldsJob, {})
    workers.wake()
    const states = async () =>
      t.db<{ name: string; state: string }[]>`
        select distinct name, state from pgboss.job where name in ('settlement.expire', 'mail.send') order by 1`
    await vi.waitFor(
      async () => expect(await states()).toContainEqual({ name: 'settlement.expire', state: 'completed' }),
      {
        timeout: 20_000,
      },
    )
    await workers.stop()
    expect(await states()).toContainEqual({ name: 'mail.send', state: 'created' })
    expect(await t.mails(guest.email)).toEqual([])
  })

  test('says so in every answer and on every page', async ({ t }) => {
    const page = { headers: { accept: 'text/html', 'accept-encoding': 'br' }, locale: 'en' as const }
    for (const address of ['//', '//docs', '//nothing']) {
      const { body, headers } = await t.call('GET', address, undefined, page)
      expect(body, address).toContain('<strong>Rehearsal: this service runs on a copy.')
      expect(headers['x-sejour-rehearsal']).toBe('true')
    }
    expect((await t.call('GET', '//health/ready')).headers['x-sejour-rehearsal']).toBe('true')
  })
})
