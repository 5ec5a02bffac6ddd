import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { startServer } from '../../support/database.ts'
import { fastFolder } from '../../support/folders.ts'
import type { ActiveMutant } from './present.ts'

/** A test that has run. */
export interface RunTest {
  file: string
  /** With the names of the suites around it: `supplements > are billed together`. */
  name: string
  passed: boolean
  ms: number
  /** The statements that it has run, and the kinds of answers that each has given. */
  answers: Record<string, string[]>
}

export interface Suite {
  /** The URL of the server whose template the tests clone; `DATABASE` stands for the name of a database. */
  databaseUrl: string
  /** Runs tests by their files and names; without names, all of a file. */
  run(files: Map<string, string[] | undefined>, mutant?: ActiveMutant): Promise<{ tests: RunTest[]; errors: number }>
  close(): Promise<void>
}

const here = (file: string) => path.join(import.meta.dirname, file)

/** A warm vitest with a warm PostgreSQL: a further run costs a second, without what its tests cost. */
export async function openSuite(options: { maxWorkers: number; bail: number; testTimeout: number }): Promise<Suite> {
  const vitest = await createVitest(
    {
      ...options,
      hookTimeout: options.testTimeout,
      config: path.resolve('vitest.config.ts'),
      watch: false,
      // The server is here, and nobody looks for secrets in the logs: a mutant may write any.
      globalSetup: [],
      setupFiles: [here('setup.ts')],
      reporters: [{}],
    },
    { resolve: { alias: [{ find: /^\.\/query\.ts$/, replacement: here('query.ts') }] } },
  )
  const project = vitest.getRootProject()
  const server = await startServer()
  const logs = mkdtempSync(path.join(fastFolder(), 'sejour-mutants-'))
  project.provide('databaseUrl', server.url)
  project.provide('logFolder', logs)
  const run: Suite['run'] = async (files, mutant) => {
    project.provide('mutant', mutant)
    const specifications = [...files].map(([file, testNames]) =>
      project.createSpecification(path.resolve(file), testNames && { testNames }),
    )
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const tests = testModules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test): RunTest[] => {
        const { state } = test.result()
        if (state === 'pending' || state === 'skipped') return []
        return [
          {
            file: path.relative('.', module.moduleId),
            name: test.fullName,
            passed: state === 'passed',
            ms: Math.round(test.diagnostic()?.duration ?? 0),
            answers: test.meta().answers ?? {},
          },
        ]
      }),
    )
    const broken = testModules.filter((module) => module.errors().length > 0).length
    return { tests, errors: unhandledErrors.length + broken }
  }
  return {
    databaseUrl: server.url,
    run,
    async close() {
      await vitest.close()
      await server.remove()
      rmSync(logs, { recursive: true, force: true })
    },
  }
}
