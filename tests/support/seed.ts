// Tests of a rule load no modules, and name refusals of theirs.
import '../../src/event-types.ts'
import '../../src/refusals.ts'
import fc from 'fast-check'
import { onTestFailed } from 'vitest'
import { type Random, randomOf, SEED } from './random.ts'

// fast-check prints the seed of a property that fails.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })

/** Random choices for the current test; its failure message contains the seed. */
export function seeded(): Random {
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? []) error.message += ` (repeat with SEED=${SEED})`
    console.error(`${task.name}: repeat with SEED=${SEED}`)
  })
  return randomOf(SEED)
}
