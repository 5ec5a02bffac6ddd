import fc from 'fast-check'
import { onTestFailed } from 'vitest'
import { type Random, randomOf, SEED } from './random.ts'

// Of a property that fails, fast-check tells the seed by itself.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })

/** Choices for the test that runs; when it fails, its message names the seed. */
export function seeded(): Random {
  onTestFailed(({ task }) => {
    for (const error of task.result?.errors ?? []) error.message += ` (repeat with SEED=${SEED})`
    console.error(`${task.name}: repeat with SEED=${SEED}`)
  })
  return randomOf(SEED)
}
