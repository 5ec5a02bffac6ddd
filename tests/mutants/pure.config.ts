import { defineConfig } from 'vitest/config'

/** The tests of pure functions: they need no database, so a mutant costs milliseconds. */
export default defineConfig({
  test: {
    include: ['tests/**/*.pure.test.ts'],
    setupFiles: 'tests/mutants/pure.setup.ts',
  },
})
