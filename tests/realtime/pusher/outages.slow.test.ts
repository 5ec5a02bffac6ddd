import { Redis } from 'ioredis'
import { afterAll, test as base, beforeAll, describe, expect, inject, vi } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { isInstalled } from '../../support/machine.ts'
import { redisBinary, startRedis } from '../../support/redis.ts'
import { cloneBehindRelay } from '../../support/relay.ts'
import { client, next, portOf, stockPusher } from '../../support/sockets.ts'

const hasRedis = isInstalled('Redis or Valkey', redisBinary !== undefined)

const PATIENT = { timeout: 20_000 }

let redis: Awaited<ReturnType<typeof startRedis>> | undefined

beforeAll(async () => {
  redis = redisBinary === undefined ? undefined : await startRedis(redisBinary)
})
afterAll(() => redis?.stop())

for (const bus of ['PostgreSQL', 'Redis'] as const) {
  const environment = () => (bus === 'Redis' ? { REDIS_URL: redis?.url ?? '' } : {})

  describe.skipIf(bus === 'Redis' && !hasRedis)(bus, () => {
    base('while the database is away sockets stay open; whoever has come meanwhile joins when it is back', async () => {
      const { database, relay } = await cloneBehindRelay()
      const t = await startApp(environment(), { run: false }, { database })
      // A request waits for the database no longer than in production.
      const { app } = await t.node({ run: false }, { max: 6, waitMs: 2_000 })
      const port = await portOf(app)
      const heard: string[] = []
      const listen = (user: TestUser, name: string) => {
        const pusher = stockPusher(port, user)
        const channel = pusher.subscribe(`private-user.${user.id}`)
        channel.bind('told', () => heard.push(name))
        return { pusher, channel }
      }
      const [early, late] = [await t.user(), await t.user()]
      const first = listen(early, 'early')
      await next(first.channel, 'pusher:subscription_succeeded')
      const states: string[] = []
      first.pusher.connection.bind('state_change', ({ current }: { current: string }) => states.push(current))

      relay.cut()
      await vi.waitFor(async () => expect((await app.inject('/health/ready')).statusCode).toBe(503), PATIENT)
      const second = listen(late, 'late')
      // Stock clients do not ask for a signature again.
      expect(await next(second.channel, 'pusher:subscription_error')).toMatchObject({ status: 503 })
      expect([first.pusher.connection.state, second.pusher.connection.state, states]).toEqual([
        'connected',
        'connected',
        [],
      ])

      const joined = next(second.channel, 'pusher:subscription_succeeded')
      relay.mend()
      await joined
      // Redis keeps what was published: those who had joined need not come back.
      if (bus === 'Redis') expect(states).toEqual([])
      else await vi.waitFor(() => expect(first.channel.subscribed && states.includes('connected')).toBe(true), PATIENT)
      for (const { id } of [early, late])
        await app.bus.publish(app.db, { channel: `private-user.${id}`, event: 'told', data: {} })
      await vi.waitFor(() => expect(heard.toSorted()).toEqual(['early', 'late']), PATIENT)
      for (const { pusher } of [first, second]) pusher.disconnect()
      await t.close()
      await database.drop()
    })

    base('a signature that another node could not make is asked for again', async () => {
      const { database, relay } = await cloneBehindRelay()
      // The node of the socket reaches the database by itself, the one that signs through the relay.
      const direct = new URL(database.url)
      direct.port = new URL(inject('databaseUrl')).port
      const t = await startApp(environment(), { run: false }, { database: { ...database, url: direct.href } })
      const behind = await startApp(environment(), { run: false }, { database, standin: t.standin })
      const signer = await behind.node({ run: false }, { max: 6, waitMs: 2_000 })
      const user = await t.user()
      relay.cut()
      const pusher = stockPusher(await portOf(t.app), user, await portOf(signer.app))
      const channel = pusher.subscribe(`private-user.${user.id}`)
      expect(await next(channel, 'pusher:subscription_error')).toMatchObject({ status: 503 })
      const joined = next(channel, 'pusher:subscription_succeeded')
      relay.mend()
      await joined
      pusher.disconnect()
      await behind.close()
      await t.close()
      await database.drop()
    })
  })
}

base('who was refused by a load balancer, because the node said so, connects again too', async () => {
  const { database, relay } = await cloneBehindRelay()
  const t = await startApp({}, { run: false }, { database })
  const { app } = await t.node({ run: false }, { max: 6, waitMs: 2_000 })
  const socket = await client(app)
  relay.cut()
  await vi.waitFor(async () => expect((await app.inject('/health/ready')).statusCode).toBe(503), PATIENT)
  relay.mend()
  expect(await socket.closed).toBe(4200)
  await t.close()
  await database.drop()
})

base('a long absence of the database leaves one connection that listens', async () => {
  const { database, relay } = await cloneBehindRelay()
  const t = await startApp({ REALTIME_LEASE_SECONDS: '1' }, { run: false }, { database })
  const { app } = await t.node({ run: false }, { max: 6, waitMs: 2_000 })
  const listening = () =>
    t.db`select from pg_stat_activity where datname = current_database() and query ilike 'listen %sejour_realtime%'`
  expect(await listening()).toHaveLength(2)
  relay.cut()
  // Many times as long as the listener of a node that is silent lasts.
  await vi.waitFor(() => expect(relay.refused()).toBeGreaterThan(30), { timeout: 60_000 })
  relay.mend()
  await vi.waitFor(async () => expect((await app.inject('/health/ready')).statusCode).toBe(200), PATIENT)
  await vi.waitFor(async () => expect(await listening()).toHaveLength(2), PATIENT)
  const here = await client(app)
  await here.join('private-room')
  await app.bus.publish(app.db, { channel: 'private-room', event: 'told', data: {} })
  expect(await here.read()).toMatchObject({ event: 'told' })
  expect(await listening()).toHaveLength(2)
  await t.close()
  await database.drop()
})

base.skipIf(!hasRedis)('Redis that hangs holds nobody up; events arrive when it goes on', async () => {
  const own = await startRedis(redisBinary ?? '')
  const t = await startApp({ REDIS_URL: own.url, REALTIME_LEASE_SECONDS: '6' })
  const here = await client(t.app)
  await here.join('private-room')
  own.freeze()
  try {
    // All of them are answered while it hangs, also those after a connection to it was given up.
    for (let round = 0; round < 3; round++) {
      const owner = await t.user()
      const home = await t.home(owner)
      expect((await t.call('GET', `/properties/${home}`, undefined, owner)).status).toBe(200)
    }
    await t.app.bus.publish(t.db, { channel: 'private-room', event: 'kept', data: { n: 1 } })
    await vi.waitFor(() => expect(t.app.sockets.figures().busUp).toBe(false), PATIENT)
  } finally {
    own.thaw()
  }
  expect(await here.read()).toMatchObject({ event: 'kept', data: { n: 1 } })
  await t.close()
  await own.stop()
})

base.skipIf(!hasRedis)('a node catches up once if Redis is lost twice while the database is slow', async () => {
  const own = await startRedis(redisBinary ?? '')
  const t = await startApp({ REDIS_URL: own.url })
  const here = await client(t.app)
  await here.join('private-room')
  const admin = new Redis(own.url, { protocol: 2 })
  const loseSubscriber = async () => {
    await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await vi.waitFor(async () => expect(await admin.call('PUBSUB', 'CHANNELS')).toHaveLength(1), PATIENT)
  }
  await t.db.begin(async (tx) => {
    await tx`lock table realtime_outbox in access exclusive mode`
    await loseSubscriber()
    await loseSubscriber()
  })
  await vi.waitFor(() => {
    const { busUp, busGaps } = t.app.sockets.figures()
    expect([busUp, busGaps > 0]).toEqual([true, true])
  }, PATIENT)
  await t.app.bus.publish(t.db, { channel: 'private-room', event: 'told', data: {} })
  expect(await here.read()).toMatchObject({ event: 'told' })
  admin.disconnect()
  await t.close()
  await own.stop()
})
