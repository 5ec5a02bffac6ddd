import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest: they begin first, so that nobody waits for them at the end. */
const LONG =
  /(realtime\/nodes|window\/screens|config\/process|docs-in-a-browser|schema\/migrate|access\/matrix|plugins\/(examples|contract)|clients\/typescript|schema\/dump|storage\/limits|db\/pooler)\.(?:slow\.)?test/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [long, short] = [true, false].map((isLong) => files.filter(({ moduleId }) => LONG.test(moduleId) === isLong))
    return [...(await super.sort(long ?? [])), ...(await super.sort(short ?? []))]
  }
}

/** Tests of pure functions: no database, no service. */
const PURE = 'tests/**/*.pure.test.ts'
/** Tests that need a browser, processes, several servers, a pooler or all places of the world, and long races. */
const SLOW = 'tests/**/*.slow.test.ts'

/** Settings of tests that run on a service and its database. */
export const SERVICE = {
  setupFiles: ['tests/support/seed.ts', 'tests/support/shared.ts'],
  // Many tests wait for a process, a socket or PostgreSQL: one more than a small machine has cores.
  maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
  // No test changes a module; reading all modules anew for each file takes a sixth of the run.
  isolate: false,
  // A service that starts leaves little behind of all that it has made: with more room, less of it is copied before it is garbage.
  execArgv: ['--max-semi-space-size=64'],
  // Threads that read calendars and write PDFs compile their modules once.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/sejour/compiled', import.meta.url)) },
  // These limits find tests that hang. They leave room for a machine with other work.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 20_000 } },
}

const globalSetup = 'tests/support/database.ts'

export default defineConfig({
  test: {
    ...SERVICE,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: 'pure', include: [PURE] } },
      { test: { name: 'service', include: ['tests/**/*.test.ts'], exclude: [PURE, SLOW], globalSetup } },
      { test: { name: 'slow', include: [SLOW], globalSetup } },
    ],
  },
})
