import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createVitest, type Reporter, type TestCase } from 'vitest/node'
import { startServer } from '../../../tests/support/database.ts'
import { fastFolder } from '../../../tests/support/folders.ts'
import { beginDocuments } from '../../../tests/support/openapi.ts'
import { SERVICE } from '../../../vitest.config.ts'
import type { ActiveMutant } from './present.ts'

/** A test that has run. */
export interface RunTest {
  file: string
  /** With the names of the suites around it: `supplements > are billed together`. */
  name: string
  passed: boolean
  ms: number
  /** True if the people that no test knows were there, and keep what is theirs (tests/support/neighbours.ts). */
  amongNeighbours: boolean
  /** The statements that it has run, and the kinds of answers that each has given. */
  answers: Record<string, string[]>
}

export interface Suite {
  /** The URL of the server whose template the tests clone; `DATABASE` stands for the name of a database. */
  databaseUrl: string
  /** Runs tests by their files and names, without names all of a file, each of them at most so long. */
  run(
    files: Map<string, string[] | undefined>,
    testTimeout: number,
    mutant?: ActiveMutant,
  ): Promise<{ tests: RunTest[]; errors: number }>
  close(): Promise<void>
}

const here = (file: string) => path.join(import.meta.dirname, file)

const runTest = (test: TestCase): RunTest => ({
  file: path.relative('.', test.module.moduleId),
  name: test.fullName,
  passed: test.result().state === 'passed',
  ms: Math.round(test.diagnostic()?.duration ?? 0),
  amongNeighbours: test.meta().amongNeighbours ?? false,
  answers: test.meta().answers ?? {},
})

/** A warm vitest with a warm PostgreSQL: a further run costs a second, without what its tests cost. */
export async function openSuite(options: { maxWorkers: number; bail: number }): Promise<Suite> {
  // vitest itself answers a run with what earlier runs have found as well.
  let tests: RunTest[] = []
  let errors = 0
  const reporter: Reporter = {
    onTestCaseResult(test) {
      if (test.result().state !== 'skipped') tests.push(runTest(test))
    },
    onTestModuleEnd(module) {
      errors += module.errors().length
    },
    onTestRunEnd(_modules, unhandled) {
      errors += unhandled.length
    },
  }
  const vitest = await createVitest(
    {
      ...SERVICE,
      ...options,
      config: false,
      watch: false,
      // The server is here, and nobody looks for secrets in the logs: a mutant may write any.
      globalSetup: [],
      setupFiles: [here('setup.ts')],
      reporters: [reporter],
    },
    { resolve: { alias: [{ find: /^\.\/query\.ts$/, replacement: here('query.ts') }] } },
  )
  const project = vitest.getRootProject()
  const server = await startServer()
  const logs = mkdtempSync(path.join(fastFolder(), 'sejour-mutants-'))
  const documents = beginDocuments()
  project.provide('documents', documents.folder)
  project.provide('databaseUrl', server.url)
  project.provide('neighbours', server.neighbours)
  project.provide('logFolder', logs)
  return {
    databaseUrl: server.url,
    async run(files, testTimeout, mutant) {
      tests = []
      errors = 0
      Object.assign(project.config, { testTimeout, hookTimeout: testTimeout })
      project.provide('mutant', mutant)
      const specifications = [...files].map(([file, testNames]) =>
        project.createSpecification(path.resolve(file), testNames && { testNames }),
      )
      await vitest.runTestSpecifications(specifications)
      return { tests, errors }
    },
    async close() {
      await vitest.close()
      await server.remove()
      await documents.remove()
      rmSync(logs, { recursive: true, force: true })
    },
  }
}
