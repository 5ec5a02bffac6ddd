import { test as base, expect, inject, vi } from 'vitest'
import { startApp, type TestUser } from '../../support/app.ts'
import { cloneBehindRelay } from '../../support/relay.ts'
import { client, next, portOf, stockPusher } from '../../support/sockets.ts'

const PATIENT = { timeout: 20_000 }

base('while the database is away sockets stay open; whoever has come meanwhile joins when it is back', async () => {
  const { database, relay } = await cloneBehindRelay()
  const t = await startApp({}, { run: false }, { database })
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
  await vi.waitFor(() => expect(first.channel.subscribed && states.includes('connected')).toBe(true), PATIENT)
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
  const t = await startApp({}, { run: false }, { database: { ...database, url: direct.href } })
  const behind = await startApp({}, { run: false }, { database, standin: t.standin })
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
  const t = await startApp({}, { run: false }, { database })
  t.app.config.realtime.leaseSeconds = 1
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
