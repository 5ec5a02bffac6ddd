import { test as base, describe, expect } from 'vitest'
import { connect, type Database, transaction } from '../../../src/platform/db/client.ts'
import { cloneBehindRelay } from '../../support/relay.ts'

const test = base.extend<{ relayed: { db: Database; reset: () => void } }>({
  /** A pool of one connection, which can be lost. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  relayed: async ({}, use) => {
    const { database, relay } = await cloneBehindRelay()
    const db = connect(database.url, { max: 1 })
    await use({ db, reset: relay.reset })
    await db.end({ timeout: 1 })
    await database.drop()
  },
})

describe('a connection that is reset', () => {
  test('takes nothing of its transaction into the next', async ({ relayed: { db, reset } }) => {
    for (let round = 0; round < 3; round++) {
      const lost = transaction(db, async (tx) => {
        await tx`select 1`
        const waiting = tx`select pg_sleep(60)`
        setImmediate(reset)
        return waiting
      })
      await expect(lost).rejects.toThrow()
      const answers = await transaction(db, (tx) =>
        Promise.all([tx`select ${round}::integer as n`, tx`select 100 as n`, tx`select 200 as n`]),
      )
      expect(answers.map(([answer]) => answer?.n)).toEqual([round, 100, 200])
    }
  })

  test('gives nobody the answer of somebody else', async ({ relayed: { db, reset } }) => {
    for (let round = 0; round < 3; round++) {
      await db`select 1`
      const lost = db`select pg_sleep(60)`
      setImmediate(reset)
      await expect(lost).rejects.toThrow()
      const answers = await Promise.allSettled([1, 2, 3].map((n) => db`select ${n}::integer as n`))
      const wrong = answers.filter((answer, index) => answer.status === 'fulfilled' && answer.value[0]?.n !== index + 1)
      expect(wrong).toEqual([])
      expect(await db`select 4 as n`).toEqual([{ n: 4 }])
    }
  })
})
