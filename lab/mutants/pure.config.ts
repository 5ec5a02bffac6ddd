import { defineConfig } from 'vitest/config'

/** The tests of pure functions: they need no database, so a mutant costs milliseconds. */
export default defineConfig({
  test: {
    include: ['{tests,lab/tests/faults,lab/tests/mutants}/**/*.pure.test.ts'],
    setupFiles: 'lab/mutants/pure.setup.ts',
  },
})
