import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/support/database.ts',
    setupFiles: 'tests/support/seed.ts',
    // Many tests wait for a process, a socket or PostgreSQL: one more than a small machine has cores.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    // Every test has a service of its own; reading all modules anew for each file takes a sixth of the run.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
