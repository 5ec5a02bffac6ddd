import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/support/database.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
