import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { book, scene, stay } from '../../support/booking.ts'
import { cloneTemplate, startServer, type TestServer } from '../../support/database.ts'

const WAIT = { timeout: 20_000, interval: 50 }

let server: TestServer
let t: TestApp & { close(): Promise<void> }

beforeAll(async () => {
  server = await startServer({ wal_level: 'replica', max_wal_senders: '2', synchronous_commit: 'on' })
  t = await startApp({}, { run: false }, { database: await cloneTemplate(server.url) })
})
afterAll(async () => {
  await t?.close()
  await server?.remove()
})

/** Makes commits wait for a standby that is not there. */
async function waitForStandby(name: string): Promise<void> {
  await t.db.unsafe(`alter system set synchronous_standby_names = '${name}'`)
  await t.db`select pg_reload_conf()`
  await vi.waitFor(
    async () => expect((await t.db`show synchronous_standby_names`)[0]).toEqual({ synchronous_standby_names: name }),
    WAIT,
  )
}

/** The time of the statements is up, as after the 15 seconds that they have. */
const giveUp = () => t.db<{ pid: number }[]>`
  select pid, pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`

test('a commit that no standby has confirmed is not answered as made', async () => {
  const { home, guest } = await scene(t)
  await waitForStandby('elsewhere')
  const favorite = t.call('POST', `/properties/${home}/favorite`, undefined, guest)
  await vi.waitFor(async () => expect(await giveUp()).toHaveLength(1), WAIT)
  expect((await favorite).status).toBe(503)
  const booking = book(t, guest, stay(home))
  await vi.waitFor(async () => expect(await giveUp()).toHaveLength(1), WAIT)
  expect((await booking).status).toBe(503)
  await waitForStandby('')
  expect((await book(t, guest, stay(home))).status).toBe(201)
})
