import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of few lines that take long: what begins last should not be what everybody waits for. */
const LONG =
  /(realtime\/buses|window\/screens|config\/process|docs-in-a-browser|schema\/migrate|access\/matrix|plugins\/(examples|contract)|clients\/typescript|schema\/dump|storage\/limits)\.test/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [long, short] = [true, false].map((isLong) => files.filter(({ moduleId }) => LONG.test(moduleId) === isLong))
    return [...(await super.sort(long ?? [])), ...(await super.sort(short ?? []))]
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/support/database.ts',
    setupFiles: 'tests/support/seed.ts',
    sequence: { sequencer: LongestFirst },
    // Many tests wait for a process, a socket or PostgreSQL: one more than a small machine has cores.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    // Every test has a service of its own; reading all modules anew for each file takes a sixth of the run.
    isolate: false,
    // A service that starts leaves little behind of all that it has made: with more room, less of it is copied before it is garbage.
    execArgv: ['--max-semi-space-size=64'],
    // What hangs is found by these; what takes long on a machine with other work is not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is polled comes when it comes on a machine with other work.
    expect: { poll: { timeout: 20_000 } },
  },
})
