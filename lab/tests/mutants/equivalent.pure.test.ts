import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changedBy, EQUIVALENT, isEquivalent } from '../../mutants/statements/equivalent.ts'
import { mutationsOf } from '../../mutants/statements/mutations.ts'

test('what is said to behave as before is one mutant of a statement that exists, and says why', async () => {
  const statements = Map.groupBy(EQUIVALENT, ({ statement }) => statement)
  for (const [statement, entries] of statements) {
    const text = readFileSync(`sql/${statement}.sql`, 'utf8')
    const known = (await mutationsOf(text))
      .map((mutation) => ({ ...mutation, statement }))
      .filter((mutant) => isEquivalent(mutant))
    expect(known, statement).toHaveLength(new Set(entries.map((entry) => changedBy(entry, text))).size)
    expect(entries.every(({ why }) => why.length > 15)).toBe(true)
  }
})
