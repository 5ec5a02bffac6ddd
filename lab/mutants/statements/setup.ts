import { afterEach, beforeEach, inject } from 'vitest'
import { type ActiveMutant, present } from './present.ts'
import '../../../tests/support/seed.ts'
import '../../../tests/support/shared.ts'

present.mutant = inject('mutant')

beforeEach(() => {
  present.answers = new Map()
  present.found = new Map()
})
afterEach(({ task }) => {
  task.meta.answers = Object.fromEntries([...present.answers].map(([file, kinds]) => [file, [...kinds]]))
})

declare module 'vitest' {
  interface TaskMeta {
    /** The statements that a test has run, and the kinds of answers that each has given. */
    answers?: Record<string, string[]>
  }
  interface ProvidedContext {
    mutant: ActiveMutant | undefined
  }
}
