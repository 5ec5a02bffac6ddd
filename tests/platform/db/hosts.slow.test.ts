import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { cloneTemplate } from '../../support/database.ts'
import { startRelay } from '../../support/network.ts'
import { randomOf } from '../../support/random.ts'
import { type Member, startPair } from '../../support/replication.ts'

const WAIT = { timeout: 20_000, interval: 20 }
/** A request waits as in production. That a server hangs is not found out by its silence alone, which would take until the test ends. */
const POOL = { max: 6, waitMs: 2_000, silenceMs: 120_000 }

let pair: Awaited<ReturnType<typeof startPair>>
let t: TestApp & { close(): Promise<void> }
let database: Awaited<ReturnType<typeof cloneTemplate>>
let node: Awaited<ReturnType<TestApp['node']>>

beforeAll(async () => {
  pair = await startPair()
  // The standby stands first, so each connection has to pass it over.
  database = await cloneTemplate(pair.urlOf(pair.standby, pair.primary))
  t = await startApp({}, { run: false }, { database })
  node = await t.node({ run: true }, POOL)
})
afterAll(async () => {
  await t?.close()
  await database?.drop()
  await pair?.remove()
})

/** The port of the server that a pool writes to, and where its reads go. */
async function serversOf(url: string) {
  const db = connect(url, { max: 4 })
  const [write] = await db.begin(
    (tx) => tx`select current_setting('port')::integer as port, pg_is_in_recovery() as standby`,
  )
  await db.end()
  return write
}

const nameOf = (url: string) => url.replace(/.*\/(test_[^?]*).*/, '$1')

/**
 * Reads, writes and pushes while `move` makes another server the primary, until the new one has answered and pushed. No answer is
 * anything but a success or a 503.
 */
async function expectToGoOn(move: () => Promise<void>): Promise<void> {
  // A server that took over before gives out numbers as soon as a node has looked at it.
  const { home, guest } = await vi.waitFor(() => scene(t), WAIT)
  const heard: string[] = []
  const { unlisten } = await node.app.db.listen('moves', (text) => void heard.push(text))
  const statuses = new Set<number>()
  let written = 0
  let moved = false
  const write = async () => {
    const { status } = await node.call('POST', `/properties/${home}/favorite`, undefined, guest)
    statuses.add(status)
    if (status !== 503 && moved) written++
  }
  const read = async () => void statuses.add((await node.call('GET', `/properties/${home}`)).status)
  const load = (async () => {
    while (written < 5) {
      await Promise.all([write(), read()])
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await move()
  moved = true
  await load
  expect([...statuses].filter((status) => status !== 503 && status >= 300)).toEqual([])
  await vi.waitFor(async () => {
    await node.app.db`select pg_notify('moves', 'to the new one')`
    expect(heard).toContain('to the new one')
  }, WAIT)
  await unlisten()
}

const inBothOrders = async (primary: Member, standby: Member) => {
  for (const order of [
    [primary, standby],
    [standby, primary],
  ]) {
    const url = pair.urlOf(...order).replace('/DATABASE', `/${nameOf(database.url)}`)
    expect(await serversOf(url)).toEqual({ port: primary.port, standby: false })
    expect(await migrate(url, 'status')).toContain('Applied')
  }
}

test('the primary is found in both orders, for connections and for migrations', async () => {
  await inBothOrders(pair.primary, pair.standby)
})

test('when the primary is stopped and the standby promoted, the service goes on by itself', async () => {
  const quiet = connect(database.url, { max: 1 })
  const isStandby = () => quiet`select pg_is_in_recovery() as standby`
  expect(await isStandby()).toEqual([{ standby: false }])
  await expectToGoOn(async () => {
    await pair.primary.stop()
    await pair.standby.promote()
  })
  // The old one comes back as a standby: nothing goes there, also from who has not asked meanwhile.
  await pair.primary.start(pair.standby)
  expect(await isStandby()).toEqual([{ standby: false }])
  await quiet.end()
  await inBothOrders(pair.standby, pair.primary)
})

test('when the primary hangs and the standby is promoted, the service goes on, and stays when it comes back', {
  timeout: 100_000,
}, async () => {
  await expectToGoOn(async () => {
    pair.standby.freeze()
    await pair.primary.promote()
  })
  pair.standby.thaw()
  // Two primaries for a moment: the one that was promoted last is used.
  await inBothOrders(pair.primary, pair.standby)
  const [row] = await node.app.db`select current_setting('port')::integer as port`
  expect(row).toEqual({ port: pair.primary.port })
})

test('when the standby is promoted beside a primary that lives on, nodes move to it although nothing ends', {
  timeout: 100_000,
}, async () => {
  await pair.standby.stop()
  await pair.standby.start(pair.primary)
  const portOf = async () => (await node.app.db`select current_setting('port')::integer as port`)[0]?.port
  expect(await portOf()).toBe(pair.primary.port)
  // Another node hears slowly from the one that is promoted, and the old one owes it an answer all the time.
  const relay = await startRelay({ host: '127.0.0.1', port: pair.standby.port }, randomOf(1))
  const url = pair.urlOf(pair.primary, { port: relay.port }).replace('/DATABASE', `/${nameOf(database.url)}`)
  const far = connect(url, { max: 4, patient: true })
  try {
    const owed = far`select pg_sleep(120)`.execute()
    owed.catch(() => undefined)
    relay.turn('slow')
    await pair.standby.promote()
    await vi.waitFor(async () => expect(await portOf()).toBe(pair.standby.port), WAIT)
    await expect(owed).rejects.toMatchObject({ code: 'CONNECTION_MOVED' })
    await vi.waitFor(
      async () =>
        expect(await far`select current_setting('port')::integer as port`).toEqual([{ port: pair.standby.port }]),
      WAIT,
    )
  } finally {
    await far.end({ timeout: 0 })
    relay.close()
  }

  // It is stopped for a moment: nothing is written to the old one, where it would be lost.
  await pair.standby.stop()
  await vi.waitFor(() => expect(node.app.db`select 1`).rejects.toMatchObject({ code: 'CONNECTION_NO_PRIMARY' }), WAIT)
  await pair.standby.start()
  await vi.waitFor(async () => expect(await portOf()).toBe(pair.standby.port), WAIT)
})
