import { test as base, inject } from 'vitest'
import { freedNightsOf } from '../../src/bookings/calendars/freed-nights.ts'
import { sellStays } from '../../src/bookings/settlement/plugin.ts'
import { BOOKINGS, linesOfStay } from '../../src/bookings/states/bookings.ts'
import { loadConfig } from '../../src/config.ts'
import { startStandin } from '../../src/dev/stripe/server.ts'
import { newProperty } from '../../src/homes/properties/schemas.ts'
import { createProperty } from '../../src/homes/properties/write.ts'
import type { HostingContext } from '../../src/hosting/context.ts'
import { departureTasks } from '../../src/hosting/tasks/departures.ts'
import { copyTravellers } from '../../src/hosting/travellers/travellers.ts'
import { stripeProvider } from '../../src/money/stripe/provider.ts'
import { connect, type Transaction } from '../../src/platform/db/client.ts'
import { PARIS } from './app.ts'
import { cloneTemplate } from './database.ts'

/** Rules of stays in a transaction that is rolled back: without a service, its jobs and its sockets. */
export interface Rules {
  context: HostingContext
  tx: Transaction
  /** Jobs, mails and pushes that would follow the commit, in this order. */
  enqueued: { name: string; data: object }[]
  /** An account with a verified address. */
  person(): Promise<number>
  /** A published home of a new owner, at 100 € a night. */
  home(fields?: Record<string, unknown>): Promise<{ id: string; owner_id: number }>
}

const config = loadConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://sejour.test', FRONTEND_URL: 'http://front.test' })

/** The database and the payment stand-in of a worker, for all its tests of rules. */
async function openWorkbench() {
  const { url } = await cloneTemplate(inject('databaseUrl'))
  const standin = await startStandin({ ...config.stripe, webhookUrl: () => undefined })
  return { db: connect(url, { max: 4 }), payments: stripeProvider(config.stripe, standin.url) }
}
let workbench: ReturnType<typeof openWorkbench> | undefined

/** A port that no rule under test may use. */
const unused = <T extends object>(name: string): T =>
  new Proxy<T>(Object.create(null), {
    get() {
      throw new Error(`the rule uses ${name}: test it with a service (tests/support/app.ts)`)
    },
  })

const silent = { debug() {}, info() {}, warn() {}, error() {} }

function contextOf(tx: Transaction, payments: HostingContext['payments'], enqueued: Rules['enqueued']): HostingContext {
  const context: HostingContext = {
    config,
    db: tx,
    log: silent,
    jobs: {
      enqueue: async (_tx, { name }, data) => void enqueued.push({ name, data }),
      needs: new Map(),
      work: unused('jobs'),
    },
    mail: {
      enqueue: async (_tx, letter) => void enqueued.push({ name: 'mail', data: letter }),
      deliver: unused('mail'),
    },
    countNews: unused('countNews'),
    storage: unused('storage'),
    outbound: unused('outbound'),
    guestChannels: unused('guestChannels'),
    channelConnections: unused('channelConnections'),
    reviewChannels: unused('reviewChannels'),
    outages: unused('outages'),
    reports: { calls: (_peer, functions) => functions, moved() {}, key() {} },
    publicUrl: 'http://sejour.test',
    frontEnd: {
      exists: true,
      home: () => 'http://front.test',
      property: (id) => `http://front.test/homes/${id}`,
      reservation: (id) => `http://front.test/reservations/${id}`,
      officeStay: (id) => `http://front.test/stays/${id}`,
      conversation: (id) => `http://front.test/messages/${id}`,
      invitation: (key) => `http://front.test/invitations/${key}`,
    },
    addressOf: (operationId, values = {}) => `http://sejour.test/${operationId}/${Object.values(values).join('/')}`,
    brandOf: async () => undefined,
    fileUrl: (path) => `http://sejour.test${path}`,
    stopping: false,
    listNotified: async () => [],
    linesOfStay,
    bus: {
      publish: async (_tx, { channel, event }) => void enqueued.push({ name: 'push', data: { channel, event } }),
      publishAll: async (_tx, events) => void enqueued.push({ name: 'pushes', data: events }),
      disconnect: async (_tx, user) => void enqueued.push({ name: 'disconnect', data: { user } }),
      subscribe: unused('bus'),
      send: unused('bus'),
      presence: unused('presence'),
      figures: unused('bus'),
    },
    sockets: unused('sockets'),
    issueToken: unused('tokens'),
    signIn: unused('sign-in'),
    resumeSession: unused('sessions'),
    remainingAccess: unused('remaining access'),
    payments,
    checkoutUrl: (url) => url,
    sales: new Map(),
    bookings: BOOKINGS,
    departureTasks,
    releaseTasks: async () => {},
    forgetArrival: async () => {},
    reviewOf: unused('reviewOf'),
    arrivalOf: unused('arrivalOf'),
    copyTravellers: (tx, from_id, to_id) => copyTravellers(context, tx, from_id, to_id),
    freedNights: { closeTaken: (nights, range) => freedNightsOf(context).closeTaken(nights, range) },
  }
  sellStays(context)
  return context
}

class RolledBack extends Error {}

/** `test` whose rules run in a transaction: deferred constraints are checked at its end, and nothing stays. */
export const test = base.extend<{ rules: Rules }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  rules: async ({}, use) => {
    workbench ??= openWorkbench()
    const { db, payments } = await workbench
    const work = db.begin(async (tx) => {
      const enqueued: Rules['enqueued'] = []
      let people = 0
      const person = async () => {
        const name = `person${++people}`
        const [row] = await tx<{ id: number }[]>`
          insert into users (username, first_name, last_name, country_id, email, role, locale, email_verified_at)
          values (${name}, 'Ada', 'Lovelace', 'FR', ${`${name}@example.org`}, 'user', 'en', now()) returning id`
        return row?.id ?? 0
      }
      await use({
        context: contextOf(tx, payments, enqueued),
        tx,
        enqueued,
        person,
        async home(fields = {}) {
          const owner_id = await person()
          const home = newProperty.parse({ title: 'Maison', city_id: PARIS, base_price: 100, max_guests: 4, ...fields })
          const id = await createProperty(tx, config.quotas, { userId: owner_id, verified: true }, home)
          return { id, owner_id }
        },
      })
      await tx`set constraints all immediate`
      throw new RolledBack()
    })
    await work.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  },
})
