import { describe, expect, test } from 'vitest'
import type { Database } from '../../../src/platform/db/client.ts'
import { enableRelease, retireTriggers, widenKeys } from '../../../src/platform/schema/enabled.ts'
import {
  countRows,
  describeSchema,
  dropDays,
  FILES,
  filledDatabase,
  go,
  listUntrue,
  readLevels,
} from '../../support/migrations.ts'
import { UPGRADE } from '../../support/upgraded.ts'

/** Functions come by their files, with a start. */
const withoutFunctions = (items: string[] = []) => items.filter((item) => !item.startsWith('function '))
const tablesOf = async (db: Database) => withoutFunctions(await describeSchema(db))

describe('with rows in every table', () => {
  const clone = filledDatabase()

  test('a migration that went down and comes up again leaves all rows as true as they were', async () => {
    const { db } = await clone()
    await dropDays(db)
    for (const [index, file] of [...FILES.entries()].reverse()) {
      await go(db, 'down', file)
      for (const later of FILES.slice(index)) await go(db, 'up', later)
      expect(await listUntrue(db), `${file} down and up again`).toEqual([])
      for (const later of FILES.slice(index).reverse()) await go(db, 'down', later)
    }
    await db.end()
  })

  test('each way down takes one room and leaves the rows of the others', async () => {
    const { schemas, made } = await readLevels('levels')
    const { db } = await clone()
    await dropDays(db)
    for (const [index, file] of [...FILES.entries()].reverse()) {
      const before = await countRows(db)
      await go(db, 'down', file)
      expect(await tablesOf(db), `${file} down`).toEqual(withoutFunctions(schemas[index]))
      const left = await countRows(db)
      const kept = [...before]
        .filter(([name]) => left.has(name))
        .map(([name, count]) => [name, count - made(index, name)] as const)
      expect(left, `rows after ${file} down`).toEqual(new Map(kept))
      await go(db, 'up', file)
      // A database with accounts keeps the index of 0.1.
      if (file.includes('_payments.successors')) await enableRelease(db)
      // And its narrow keys, and the triggers of 0.3.
      if (file.includes('_schema.wide-keys')) await widenKeys(db, () => undefined)
      if (UPGRADE.test(file)) await retireTriggers(db)
      expect(await tablesOf(db), `${file} up again`).toEqual(withoutFunctions(schemas[index + 1]))
      await go(db, 'down', file)
    }
    await db.end()
  })
})
