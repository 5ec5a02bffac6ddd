import { listStatements } from '../../../src/cli/shapes.ts'
import { effectsOfStatement } from '../../../src/cli/statement.ts'
import { APART } from './present.ts'
import type { RunTest } from './suite.ts'

/** Most rows belong to a stay or to a home: where there are several of these, there are rows of others. */
const ROOTS = ['properties', 'reservations']

/** Begins the kinds that say of a table that several of its rows were there. */
export const CROWD = 'several rows of '

/**
 * Tests that know of each statement as well of which of its tables they have written several rows: only there a condition
 * that is missing finds the rows of others, even where the statement itself has run once.
 */
export async function withCrowds(tests: RunTest[]): Promise<RunTest[]> {
  const names = new Set(tests.flatMap(({ answers }) => Object.keys(answers)))
  const statements = listStatements().filter(({ name }) => names.has(name))
  const effects = new Map(
    await Promise.all(
      statements.map(async (statement) => [statement.name, await effectsOfStatement(statement)] as const),
    ),
  )
  return tests.map((test) => {
    const written = Object.keys(test.answers).filter((name) => test.answers[name]?.includes(APART))
    const crowded = new Set(written.flatMap((name) => [...(effects.get(name)?.writes ?? [])]))
    const crowdsOf = (name: string): string[] => {
      const { reads = [], writes = [] } = effects.get(name) ?? {}
      const own = [...reads, ...writes].filter((table) => crowded.has(table))
      const roots = own.length > 0 ? ROOTS.filter((table) => crowded.has(table)) : []
      return [...new Set([...own, ...roots])].map((table) => `${CROWD}${table}`)
    }
    const answers = Object.entries(test.answers).map(([name, kinds]) => [name, [...kinds, ...crowdsOf(name)]])
    return { ...test, answers: Object.fromEntries(answers) as RunTest['answers'] }
  })
}
