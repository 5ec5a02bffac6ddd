import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long: begun last, they would be what all else waits for. */
const SLOW =
  /access\/matrix|plugins\/examples|channel-manager\/storm|clients\/|dev\/tour|window\/|schema\/dump|realtime\/buses|operations\/moved/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/support/database.ts',
    setupFiles: 'tests/support/seed.ts',
    // Many tests wait for a process, a socket or PostgreSQL: one more than a small machine has cores.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    // Every test has a service of its own; reading all modules anew for each file takes a sixth of the run.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
