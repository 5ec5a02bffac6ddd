import { describe, expect, test } from 'vitest'
import { dropDays, FILES, filledDatabase, go, listUntrue } from '../../support/migrations.ts'

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
})
