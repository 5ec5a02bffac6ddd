import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EQUIVALENT } from './equivalent.ts'
import { mutationsOf } from './mutations.ts'

test('what is said to behave as before is a mutant of a statement that exists, and says why', async () => {
  const statements = Map.groupBy(EQUIVALENT, ({ statement }) => statement)
  for (const [statement, entries] of statements) {
    const mutations = await mutationsOf(readFileSync(`sql/${statement}.sql`, 'utf8'))
    for (const { before, after, why } of entries) {
      expect(mutations.map((mutation) => [mutation.before, mutation.after])).toContainEqual([before, after])
      expect(why.length).toBeGreaterThan(15)
    }
  }
})
