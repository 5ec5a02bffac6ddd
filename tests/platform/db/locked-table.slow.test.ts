import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PoolOptions } from '../../../src/platform/db/client.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { scene } from '../../support/booking.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'
import { SOON } from '../../support/refusals.ts'

/** Two of six connections are for reads. */
const SMALL: PoolOptions = { max: 6, waitMs: 2_000 }
const READS = 12

let server: TestServer
let t: TestApp & { close(): Promise<void> }
let node: Awaited<ReturnType<TestApp['node']>>['app']

beforeAll(async () => {
  server = await startServer()
  t = await startApp({}, { run: false }, { database: await cloneTemplate(server.url) })
  node = (await t.node({ run: false }, SMALL)).app
})
afterAll(async () => {
  await t?.close()
  await server?.remove()
})

const read = async (path: string) => {
  const { statusCode, headers } = await node.inject({ method: 'GET', url: path })
  return { status: statusCode, retryAfter: headers['retry-after'] }
}

const countWaiting = async () =>
  (await t.db`select from pg_stat_activity where wait_event_type = 'Lock' and application_name like 'sejour-%'`).length

/** Holds a table as `alter table` does, while something happens. */
async function whileLocked(happen: () => Promise<void>): Promise<void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holder = t.db.begin(async (tx) => {
    await tx`lock table comments in access exclusive mode`
    lock()
    await held
  })
  await locked
  await happen().finally(release)
  await holder
}

test('a table that is locked stops its own reads, and neither others nor readiness', async () => {
  const { home } = await scene(t)
  const reviews = () => read(`/api/v1/properties/${home}/comments`)
  const pages = () => Promise.all(Array.from({ length: READS }, () => read(`/api/v1/properties/${home}`)))
  const ok = Array.from({ length: READS }, () => ({ status: 200, retryAfter: undefined }))
  expect(await reviews()).toMatchObject({ status: 200 })
  await whileLocked(async () => {
    const stuck = Array.from({ length: READS }, reviews)
    // The route has half of the connections for reads: one.
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 10_000, interval: 20 })
    expect(await pages()).toEqual(ok)
    expect(await read('/health/ready')).toMatchObject({ status: 200 })
    expect(await Promise.race(stuck)).toEqual({ status: 503, retryAfter: SOON })
    // From then on it is known which half waits.
    expect(await pages()).toEqual(ok)
    expect(await read('/health/ready')).toMatchObject({ status: 200 })
    expect(await countWaiting()).toBeLessThanOrEqual(1)
    expect(await Promise.all(stuck)).toEqual(stuck.map(() => ({ status: 503, retryAfter: SOON })))
  })
  expect(await reviews()).toMatchObject({ status: 200 })
})
