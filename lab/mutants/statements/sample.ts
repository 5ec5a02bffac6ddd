import { listSources } from '../../../src/cli/shapes.ts'
import { effectsOf } from '../../../src/cli/statement.ts'
import { partOf, slotsOf } from '../../../src/platform/db/fragments.ts'
import { compileStatement, readWhole } from '../../../src/platform/db/query.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { type Mutation, mutationsOf } from './mutations.ts'

/** A mutant of a statement: `payments/insert`. */
export interface SqlMutant extends Mutation {
  statement: string
}

/** Places where a wrong condition sells a night twice, or moves money that it should not. */
const MONEY = ['occupancy', 'payments', 'receipts', 'refunds', 'charges', 'checkout_sessions']

async function isOfMoney(source: string): Promise<boolean> {
  const { reads, writes } = await effectsOf(compileStatement(source).text)
  return MONEY.some((table) => reads.has(table) || writes.has(table)) || source.includes('hold_expires_at')
}

function shuffled<T>(values: readonly T[], below: (limit: number) => number): T[] {
  const all = [...values]
  for (let index = all.length - 1; index > 0; index--) {
    const other = below(index + 1)
    const [a, b] = [all[index], all[other]]
    if (a !== undefined && b !== undefined) [all[index], all[other]] = [b, a]
  }
  return all
}

/**
 * All mutants of the statements of a folder under sql/, or of all: `first` one of each statement about nights, holds and money, then
 * the others. The same order for the same seed.
 */
export async function orderedMutants(
  seed: number,
  only: string | undefined,
): Promise<{ first: SqlMutant[]; others: SqlMutant[] }> {
  const { below } = randomOf(seed)
  const first: SqlMutant[] = []
  const others: SqlMutant[] = []
  // The statements of the demo and of the stand-ins are no part of production.
  const isWanted = (name: string) => only === undefined || `${name}/`.startsWith(`${only}/`)
  // The conditions of a composed statement stand in its parts.
  const sources = listSources().filter(
    ({ name }) => !name.startsWith('dev/') && slotsOf(readWhole(name)).length === 0 && isWanted(name),
  )
  for (const { name: statement } of sources) {
    // Parts that a statement always has are mutated with it.
    const source = readWhole(statement)
    const [one, ...more] = shuffled(await mutationsOf(source), below).map((mutation) => ({ ...mutation, statement }))
    if (!one) continue
    if (partOf(source).length === 0 && (await isOfMoney(source))) first.push(one)
    else others.push(one)
    others.push(...more)
  }
  return { first: shuffled(first, below), others: shuffled(others, below) }
}
