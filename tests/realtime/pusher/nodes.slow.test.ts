import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import PusherServer from 'pusher'
import { test as base, describe, expect, inject, vi } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { fastFolder } from '../../support/folders.ts'
import { MAIN } from '../../support/service.ts'
import { client, ownSignature, peerAndWitness, portOf, type TestClient } from '../../support/sockets.ts'

const PATIENT = { timeout: 20_000 }

const test = base.extend<{ t: TestApp; nodes: TestApp['app'][] }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  t: async ({}, use) => {
    const t = await startApp()
    await use(t)
    await t.close()
  },
  nodes: async ({ t }, use) => use([t.app, (await t.node()).app, (await t.node()).app]),
})

describe('three nodes', () => {
  test('events reach all sockets, in the order of their commits, long ones too, and nothing of a rollback', async ({
    t,
    nodes,
  }) => {
    const sockets = await Promise.all(nodes.map((node) => client(node)))
    for (const socket of sockets) await socket.join('private-room')
    const publish = (node: number, data: unknown) =>
      (nodes[node] ?? t.app).bus.publish(t.db, { channel: 'private-room', event: 'e', data })
    for (let number = 0; number < 12; number++) {
      const padding = number % 2 === 0 ? 'é'.repeat(20_000) : ''
      await publish(number % 3, { number, padding })
    }
    await transaction(t.db, async (tx) => {
      await t.app.bus.publish(tx, { channel: 'private-room', event: 'e', data: { number: -1 } })
      throw new Error('rollback')
    }).catch(() => undefined)
    // The first to begin is the last to commit.
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = transaction(t.db, async (tx) => {
      await t.app.bus.publish(tx, { channel: 'private-room', event: 'e', data: { number: 13 } })
      begun.resolve()
      await mayEnd.promise
    })
    await begun.promise
    await publish(1, { number: 12 })
    mayEnd.resolve()
    await first
    for (const socket of sockets) {
      const numbers: number[] = []
      while (numbers.length < 14) numbers.push((await socket.read()).data.number)
      expect(numbers).toEqual(Array.from({ length: 14 }, (_, index) => index))
    }
  })

  test('client events, presence, logout and questions cross nodes', async ({ t, nodes }) => {
    const user = await t.user()
    const [here, there, further] = (await Promise.all(nodes.map((node) => client(node)))) as [
      TestClient,
      TestClient,
      TestClient,
    ]
    await here.join('presence-room', { user_id: 'a', user_info: { name: 'A' } })
    await vi.waitFor(() => expect(nodes[1]?.sockets.people('presence-room')).toEqual(['a']), PATIENT)
    expect((await there.join('presence-room', { user_id: 'b' })).data.presence).toEqual({
      ids: ['a', 'b'],
      hash: { a: { name: 'A' }, b: null },
      count: 2,
    })
    expect(await here.read()).toMatchObject({ event: 'pusher_internal:member_added', data: { user_id: 'b' } })
    await vi.waitFor(() => expect(nodes[2]?.sockets.people('presence-room')).toHaveLength(2), PATIENT)
    // The second socket of a person, on a third node, is announced to nobody.
    await further.join('presence-room', { user_id: 'b' })
    there.send({ event: 'client-wave', channel: 'presence-room', data: { to: 'é'.repeat(4_500) } })
    for (const other of [here, further]) {
      const { event, user_id, data } = await other.read()
      expect([event, user_id, data.to.length]).toEqual(['client-wave', 'b', 4_500])
    }
    there.socket.close()
    await there.closed
    expect(await t.app.sockets.count('presence-')).toEqual(new Map([['presence-room', 2]]))
    further.socket.terminate()
    expect(await here.read()).toMatchObject({ event: 'pusher_internal:member_removed', data: { user_id: 'b' } })

    const own = await Promise.all(nodes.map((node) => client(node)))
    for (const socket of own) {
      socket.send({ event: 'pusher:subscribe', data: await ownSignature(t, user, socket.id) })
      await socket.read()
    }
    await t.call('POST', '/auth/logout', undefined, user)
    expect(await Promise.all(own.map(({ closed }) => closed))).toEqual([4200, 4200, 4200])
    expect(here.frames).toEqual([])
  })

  base('the people of a node that is stopped leave, and those of one that is killed, when its lease ends', async () => {
    const t = await startApp()
    const witness = await client(t.app)
    await witness.join('presence-room', { user_id: 'w' })
    const hears = async (event: string, user_id: string) => {
      for (;;) {
        const frame = await witness.read()
        if (frame.event === `pusher_internal:${event}` && frame.data.user_id === user_id) return
      }
    }

    const peer = await t.node()
    const stopped = await client(peer.app)
    await stopped.join('presence-room', { user_id: 's' })
    await hears('member_added', 's')
    await peer.app.close()
    expect(await stopped.closed).toBe(4200)
    await hears('member_removed', 's')

    const other = await startProcess(t)
    try {
      const killed = await client(other.port)
      await killed.join('presence-room', { user_id: 'k' })
      await hears('member_added', 'k')
    } finally {
      await other.kill()
    }
    await t.db`
      update realtime_nodes set expires_at = now() where node = (select node from realtime_presence where user_id = 'k')`
    await hears('member_removed', 'k')
    await t.close()
  })

  test('after a node was killed, stock back ends are answered at once, and it is soon not asked any more', async ({
    t,
  }) => {
    const witness = await client(t.app)
    await witness.join('presence-room', { user_id: 'w' })
    const sdk = new PusherServer({
      ...{ appId: t.app.config.realtime.appId, key: 'sejour-key', secret: 'sejour-secret' },
      ...{ host: '127.0.0.1', port: String(await portOf(t.app)), useTLS: false },
      // Wait of a back end: less than half of what a silent node once took.
      timeout: 2_000,
    })
    const info = 'subscription_count'
    const get = async (path: string) => (await sdk.get({ path, params: { info } })).json()
    const other = await startProcess(t)
    try {
      const killed = await client(other.port)
      await killed.join('presence-room', { user_id: 'k' })
      await vi.waitFor(
        async () => expect(await get('/channels/presence-room')).toMatchObject({ subscription_count: 2 }),
        PATIENT,
      )
    } finally {
      await other.kill()
    }
    expect(await get('/channels')).toEqual({ channels: { 'presence-room': { subscription_count: 1 } } })
    expect(await get('/channels/presence-room')).toMatchObject({ occupied: true, subscription_count: 1 })
    const published = await sdk.trigger('presence-room', 'e', {}, { info })
    expect(await published.json()).toEqual({ channels: { 'presence-room': { subscription_count: 1 } } })
    // Its lease holds for some seconds more when it is not asked any more.
    await vi.waitFor(async () => expect(await t.app.bus.presence.listAwake()).toHaveLength(1), {
      timeout: 40_000,
      interval: 500,
    })
    expect(t.app.sockets.nodes()).toBe(2)
  })

  test('a node that was cut off from the bus catches up', async ({ t, nodes }) => {
    let { user, peer, witness } = await peerAndWitness(t)
    // A logout whose message was lost: only its row tells of it.
    await t.db`insert into realtime_revocations (user_id, revoked_at) values (${String(user.id)}, now())`
    await t.db`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%sejour_realtime%'`
    expect(await peer.closed).toBe(4200)
    await vi.waitFor(() => {
      for (const node of nodes) {
        expect(node.sockets.figures().busUp).toBe(true)
        expect(node.sockets.figures().busGaps).toBeGreaterThan(0)
      }
    }, PATIENT)
    // PostgreSQL keeps no events: whoever has missed some connects again.
    expect(await witness.closed).toBe(4200)
    witness = await client(t.app)
    await witness.join('presence-room', { user_id: 'w' })
    await (await client(nodes[2] ?? t.app)).join('presence-room', { user_id: 'far' })
    expect(await witness.read()).toMatchObject({ event: 'pusher_internal:member_added', data: { user_id: 'far' } })
  })
})

/** The real process on the database of a test, to be killed. */
async function startProcess(t: TestApp) {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-node-'))
  const [row] = await t.db<{ name: string }[]>`select current_database() as name`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: inject('databaseUrl').replace('/DATABASE', `/${row?.name}`),
      DATA_DIR: folder,
      DEMO_DATA: 'false',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'close')
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /API\s+http:\S+:(\d+)\/api\/v1/.exec(output)?.[1]
      if (found !== undefined) resolve(Number(found))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exit.then(() => reject(new Error(output)))
  })
  return {
    port,
    async kill() {
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
