import { defineConfig } from 'vitest/config'

/** The tests of the lab, which need no database. They run in the folder of the repository: `npm run lab:check`. */
export default defineConfig({ test: { include: ['lab/tests/**/*.pure.test.ts'], testTimeout: 60_000 } })
