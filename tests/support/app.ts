import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import argon2 from 'argon2'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { test as base, expect, inject } from 'vitest'
import { type AppOptions, buildApp, type StandIns } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { mailboxRoutes } from '../../src/dev/mailbox.routes.ts'
import { openMailbox, type StoredMail } from '../../src/dev/mailbox.ts'
import { decline, pay } from '../../src/dev/stripe/checkout.ts'
import { type Standin, startStandin } from '../../src/dev/stripe/server.ts'
import { type StripeObject, signedEvent } from '../../src/dev/stripe/store.ts'
import { connect, type Database, type PoolOptions } from '../../src/platform/db/client.ts'
import { addDays } from '../../src/platform/lib/days.ts'
import { bareBench, takeBench } from './clean.ts'
import { TEMPLATE, type TestDatabase } from './database.ts'
import { diagnose } from './diagnosis.ts'
import { drain } from './jobs.ts'
import { logDestination, noteSecrets } from './logs.ts'
import { expectNeighboursUntouched, expectNothingOfNeighbours, INHABITED } from './neighbours.ts'
import { throughPooler } from './pooler.ts'
import { expectDeclared } from './refusals.ts'

export const PASSWORD = 'correct horse'
/** Checked in a fortieth of the time of a real one, which tests of registration have. */
const hash = argon2.hash(PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 })

/** A machine that runs many tests at once may take its time; tests/platform/db/away.slow.test.ts uses the limits of production. */
const POOL: PoolOptions = { max: 10, waitMs: 60_000, patienceMs: 60_000 }

export interface Answer {
  status: number
  // Tests read any property of an answer; their assertions fail when it is missing.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
  headers: Record<string, unknown>
}

export interface CallOptions {
  token?: string
  headers?: Record<string, string>
  locale?: 'fr' | 'en'
}

export interface TestUser {
  id: number
  email: string
  username: string
  token: string
}

/** A complete service: database, files, payment stand-in. Jobs run when the test calls `drain`. */
export interface TestApp {
  app: FastifyInstance
  db: Database
  standin: Standin
  call(method: string, url: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** POSTs multipart/form-data. */
  form(url: string, fields: Record<string, string | Blob>, options?: CallOptions): Promise<Answer>
  user(fields?: {
    role?: 'user' | 'owner' | 'support' | 'admin'
    verified?: boolean
    locale?: 'fr' | 'en'
  }): Promise<TestUser>
  home(owner: TestUser, fields?: Record<string, unknown>): Promise<string>
  /** Runs all jobs that are due. */
  drain(): Promise<void>
  mails(to: string): Promise<StoredMail[]>
  /** Posts a signed event to the webhook; a job applies it. */
  webhook(event: object, secret?: string): Promise<Answer>
  /** Posts events one after the other, and runs the jobs that apply them. */
  deliver(events: object[]): Promise<void>
  /** Pays or declines on the checkout page; returns the events that the provider would send. */
  pay(paymentUrl: string, card?: string): StripeObject[]
  decline(paymentUrl: string): StripeObject[]
  /** A second node of the same service; it shares only the database. */
  node(jobs?: AppOptions['jobs'], pool?: PoolOptions): Promise<{ app: FastifyInstance; call: TestApp['call'] }>
  /** Starts to listen, for tests with real sockets. */
  listen(): Promise<{ host: string; port: number; url: string }>
}

export const PARIS = '2988507'
export const SESSION_ID = /cs_test_\w+/

const parisDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })

/** A day this many days from today, where the homes of the tests stand: between 22 or 23 and 24 h UTC it is tomorrow there. */
export const inDays = (count: number): string => addDays(parisDay.format(), count)

/** Sends requests to a service without a socket. No answer has anything of neighbours, if there are. */
const callOf =
  (app: FastifyInstance, isAmongNeighbours: boolean): TestApp['call'] =>
  async (method, address, body, { token, headers, locale } = {}) => {
    // Answers have whole addresses of files.
    const url = address.replace(/^\/?http:\/\/sejour\.test/, '/')
    const payload =
      typeof body === 'string' || body instanceof Buffer ? body : body === undefined ? undefined : JSON.stringify(body)
    const response = await app.inject({
      method: method as 'GET',
      url: url.startsWith('//') ? url.slice(1) : `/api/v1${url}`,
      headers: {
        accept: 'application/json',
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(locale ? { 'accept-language': locale } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    // The commands of the reference have keys of examples, which are no secrets.
    if (!/^\/\/docs\b/.test(url)) noteSecrets(`${response.body} ${response.headers.location ?? ''}`)
    if (isAmongNeighbours) expectNothingOfNeighbours(response.body)
    const json = String(response.headers['content-type']).includes('json')
    const answer = json ? response.json() : response.body
    await expectDeclared(method, url.startsWith('//') ? url.slice(1) : `/api/v1${url}`, response.statusCode, answer)
    return { status: response.statusCode, body: answer, headers: response.headers }
  }

/** The pool of a service: through the pooler of the run, if there is one and the database is on its server. */
function openPool(database: TestDatabase, options: PoolOptions): Database {
  const pooler = inject('pooler')
  // An address of several hosts is no URL.
  const isBehind = pooler !== undefined && URL.parse(database.url)?.host === new URL(inject('databaseUrl')).host
  const { url, ...ways } = isBehind ? throughPooler(database.url, pooler) : { url: database.url }
  return connect(url, { ...ways, ...options })
}

const documents = new Map<string, ReturnType<FastifyInstance['swagger']>>()

/** Makes the OpenAPI document, which takes seconds, once for all services of a worker with the same settings. */
function shareDocument(app: FastifyInstance, settings: string): void {
  const make = app.swagger.bind(app)
  const swagger = () => {
    const document = documents.get(settings) ?? make()
    documents.set(settings, document)
    return document
  }
  Object.assign(app, { swagger })
}

export async function startApp(
  env: Record<string, string> = {},
  running: AppOptions['jobs'] = { run: false },
  /** State that outlives this service, when a test starts several on it. */
  shared?: { database: TestDatabase; standin?: Standin },
  /** Replacements of a few tests. */
  {
    template,
    log = logDestination(),
    ...others
  }: Pick<StandIns, 'resolve' | 'channelManager' | 'checkoutUrl'> & { template?: string; log?: DestinationStream } = {},
): Promise<TestApp & { close(): Promise<void>; settle(): Promise<void> }> {
  const open = (clone: TestDatabase) => openPool(clone, POOL)
  const bench = shared ? bareBench(shared.database, open) : await takeBench(template ?? TEMPLATE, open)
  const { database, db } = bench
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-app-'))
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://sejour.test',
    // As in production: tests/window has it.
    DEMO_FRONTEND: 'false',
    // Tests book many stays for one guest; tests/bookings/reservations/limits.test.ts uses the default limits.
    HOLDS_PER_GUEST: '1000',
    INQUIRIES_PER_GUEST: '1000',
    RESERVATIONS_PER_DAY: '100000',
    ...env,
  })
  const standin = shared?.standin ?? (await startStandin({ ...config.stripe, webhookUrl: () => undefined }))
  const mailbox = openMailbox(path.join(folder, 'mailbox'))
  const standIns = {
    ...others,
    stripeUrl: standin.url,
    ...(config.mail.smtpUrl === undefined && {
      mailer: mailbox,
      routes: (app: FastifyInstance) => mailboxRoutes(app, { mailbox }),
    }),
  }
  const app = await buildApp({ config, db, standIns, jobs: running, log })
  await app.ready()
  shareDocument(app, JSON.stringify(env))

  const isAmongNeighbours = template === INHABITED
  const call = callOf(app, isAmongNeighbours)
  const peers: { app: FastifyInstance; db: Database }[] = []
  const sessionOf = (paymentUrl: string) => SESSION_ID.exec(paymentUrl)?.[0] ?? ''
  const takeEvents = () => standin.store.undelivered.splice(0)
  const webhook: TestApp['webhook'] = (event, secret = config.stripe.webhookSecret) => {
    const { body, headers } = signedEvent(event, secret)
    return call('POST', '/stripe/webhook', body, { headers })
  }
  let users = 0
  const closePeers = async () => {
    const started = peers.splice(0)
    await Promise.all(started.map((peer) => peer.app.close()))
    await Promise.all(started.map((peer) => peer.db.end({ timeout: 1 })))
  }

  return {
    app,
    db,
    standin,
    call,
    async form(url, fields, options) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      const encoded = new Response(form)
      return call('POST', url, Buffer.from(await encoded.arrayBuffer()), {
        ...options,
        headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...options?.headers },
      })
    },
    async user({ role = 'user', verified = true, locale = 'fr' } = {}) {
      const username = `user${++users}`
      const email = `${username}@example.org`
      const [row] = await db<{ id: number }[]>`
        insert into users (username, first_name, last_name, country_id, email, password_hash, role, locale, email_verified_at)
        values (${username}, 'Ada', 'Lovelace', 'FR', ${email}, ${await hash}, ${role}, ${locale}, ${verified ? new Date().toISOString() : null})
        returning id`
      const id = row?.id ?? 0
      const { token } = app.issueToken({ id, token_version: 1 })
      noteSecrets(JSON.stringify({ token }))
      return { id, email, username, token }
    },
    async home(owner, fields = {}) {
      const answer = await call(
        'POST',
        '/properties',
        { title: 'Maison du test', city_id: PARIS, base_price: 100, max_guests: 4, ...fields },
        owner,
      )
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body.data.id
    },
    drain: () => drain(app),
    async mails(to) {
      const mails = await mailbox.list(to)
      for (const { text } of mails) noteSecrets(text)
      if (isAmongNeighbours) expectNothingOfNeighbours(JSON.stringify(mails))
      return mails
    },
    webhook,
    async deliver(events) {
      for (const event of events) expect((await webhook(event)).status).toBe(200)
      await drain(app)
    },
    pay(paymentUrl, card) {
      pay(standin.store, sessionOf(paymentUrl), card)
      return takeEvents()
    },
    decline(paymentUrl) {
      decline(standin.store, sessionOf(paymentUrl))
      return takeEvents()
    },
    async node(jobs = { run: false }, pool = POOL) {
      const peerDb = openPool(database, pool)
      const peer = await buildApp({ config, db: peerDb, standIns, jobs, log: logDestination() })
      await peer.ready()
      peers.push({ app: peer, db: peerDb })
      return { app: peer, call: callOf(peer, isAmongNeighbours) }
    },
    async listen() {
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
      const address = app.server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      return { host: '127.0.0.1', port, url: `http://127.0.0.1:${port}` }
    },
    async settle() {
      await closePeers()
      takeEvents()
    },
    async close() {
      await closePeers()
      await app.close()
      if (!shared) await standin.close()
      await bench.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Started = Awaited<ReturnType<typeof startApp>>

/** Services that tests of the file share, by their environment. */
const sharedServices = new Map<string, Promise<Started>>()
/** Services on which a test failed. The tests that follow begin with another one. */
const failedServices: Promise<Started>[] = []

/** Stops a service, on whose database nothing may have happened to neighbours. */
async function closeService(service: Started, isAmongNeighbours: boolean): Promise<void> {
  try {
    if (isAmongNeighbours) await expectNeighboursUntouched(service.db, inject('neighbours'))
  } finally {
    await service.close()
  }
}

/** Stops the services that the tests of a file have shared. Runs after each file (tests/support/shared.ts). */
export async function closeShared(): Promise<void> {
  const services = [...sharedServices.values(), ...failedServices.splice(0)]
  sharedServices.clear()
  for (const service of await Promise.all(services)) await closeService(service, true)
}

/**
 * `test` with a service. Tests of a file with equal settings share one, like people who do not know each other; a test that needs
 * one of its own, because it counts all rows, uses up a limit of everybody or stops the service, is `isolated`. `env` is the environment
 * of the service; `running` says whether its jobs run by themselves, as in production, or only when the test drains them; `resolve`
 * replaces DNS for hosts that users name. `neighbours` says whether there are people that no test knows, and that keep all that is
 * theirs (tests/support/neighbours.sql).
 */
export const test = base.extend<{
  env: Record<string, string>
  running: AppOptions['jobs']
  resolve: StandIns['resolve']
  neighbours: boolean
  own: boolean
  t: TestApp
}>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  env: async ({}, use) => use({}),
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  running: async ({}, use) => use({ run: false }),
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  resolve: async ({}, use) => use(undefined),
  neighbours: true,
  own: false,
  t: async ({ env, running, resolve, neighbours, own, task, onTestFailed }, use) => {
    task.meta.amongNeighbours = neighbours
    const start = () =>
      startApp(env, running, undefined, { ...(resolve && { resolve }), ...(neighbours && { template: INHABITED }) })
    // Functions cannot be compared, and jobs that run by themselves would disturb other tests.
    const isShared = !own && neighbours && resolve === undefined && running?.run === false
    const settings = JSON.stringify(env)
    const starting = (isShared && sharedServices.get(settings)) || start()
    if (isShared) sharedServices.set(settings, starting)
    onTestFailed(async () => {
      console.error(`${task.name}: ${await diagnose(inject('databaseUrl'))}`)
      if (isShared && sharedServices.delete(settings)) failedServices.push(starting)
    })
    const service = await starting
    const app: TestApp = { ...service }
    await use(app)
    if (isShared) await service.settle()
    else await closeService(service, neighbours)
    // vitest keeps what it gave to a test: hundreds of whole services, which the collector would walk through again and again.
    for (const key of Object.keys(app)) Reflect.deleteProperty(app, key)
  },
})

/** `test` with a service of its own. */
export const isolated = test.extend({ own: true })

/** `test` without neighbours, on a service of its own: for what counts the rows of all. */
export const alone = test.extend({ neighbours: false })

declare module 'vitest' {
  interface TaskMeta {
    /** True if the people that no test knows are there, and keep what is theirs (tests/support/neighbours.ts). */
    amongNeighbours?: boolean
  }
}
