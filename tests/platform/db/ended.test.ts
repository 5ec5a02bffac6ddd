import { describe, expect, vi } from 'vitest'
import { transaction } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { test } from '../../support/app.ts'

const ROUNDS = 4
const AT_ONCE = 40

describe('sessions that PostgreSQL ends', () => {
  test('fail their own statements; nothing hangs, and afterwards the pool is whole', async ({ t, onTestFinished }) => {
    const admin = t.db.pool.connectAlso()
    onTestFinished(() => admin.end())
    const work = (index: number): Promise<unknown> =>
      index % 2 === 0
        ? queries.health.ping(t.db, {})
        : transaction(t.db, async (tx) => {
            await tx`select pg_sleep(0.002)`
            return Promise.all([tx`select 1`, tx`select 2`])
          })
    const begun: Promise<unknown>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      begun.push(...Array.from({ length: AT_ONCE }, (_, index) => work(index).catch(() => undefined)))
      await admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
    }
    await Promise.all(begun)
    // Each transaction waits until all others have begun: that takes every connection there is.
    const places = 6
    let count = 0
    const all = Promise.withResolvers<void>()
    await Promise.all(
      Array.from({ length: places }, () =>
        transaction(t.db, async (tx) => {
          await tx`select 1`
          if (++count === places) all.resolve()
          await all.promise
        }),
      ),
    )
    await Promise.all(Array.from({ length: AT_ONCE }, () => queries.health.ping(t.db, {})))
    // The service itself may read at this moment, as its listeners do when they have connected again; a place that is lost stays taken.
    await vi.waitFor(
      () =>
        expect(t.db.pool.figures()).toMatchObject({ write: { taken: 0, waiting: 0 }, read: { taken: 0, waiting: 0 } }),
      { timeout: 20_000 },
    )
  })
})
