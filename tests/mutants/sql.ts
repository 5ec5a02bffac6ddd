import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listParts } from '../../src/cli/shapes.ts'
import { connect } from '../../src/db/client.ts'
import { compileStatement } from '../../src/db/query.ts'
import { cloneTemplate } from '../support/database.ts'
import { chooseTests } from './statements/choose.ts'
import { withCrowds } from './statements/crowds.ts'
import { isEquivalent } from './statements/equivalent.ts'
import { record } from './statements/recording.ts'
import { orderedMutants, type SqlMutant } from './statements/sample.ts'
import { openSuite, type RunTest, type Suite } from './statements/suite.ts'

export interface SqlOptions {
  sample: number
  seed: number
  /** A folder under sql/, or a statement in it. */
  only: string | undefined
  /** How many tests each mutant is tried with at most. */
  tests: number
  /** No further mutant is tried after so many minutes, the recording included. */
  minutes: number
  /** Where recording and results are, so that a run that was stopped continues. */
  folder: string
  /** How many of them are to be killed, in percent. */
  goal: number
}

/** A test under a mutant may wait for what never comes: then the mutant is found. */
const TEST_TIMEOUT_MS = 60_000

interface Result {
  key: string
  killed: boolean
  /** The test that has noticed it. */
  by?: string
  ms: number
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The same for the same mutant and the same tests. */
const keyOf = ({ statement, source }: SqlMutant, tests: RunTest[], hashes: Record<string, string>): string =>
  hash([statement, source, ...tests.map(({ file, name }) => `${hashes[file]} ${name}`)].join('\n'))

function readResults(file: string): Map<string, Result> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const results = lines.map((line) => JSON.parse(line) as Result)
  return new Map(results.map((result) => [result.key, result]))
}

function namesByFile(tests: RunTest[]): Map<string, string[]> {
  const groups = Map.groupBy(tests, ({ file }) => file)
  return new Map([...groups].map(([file, members]) => [file, members.map(({ name }) => name)]))
}

async function attempt(
  suite: Suite,
  mutant: SqlMutant,
  tests: RunTest[],
  folder: string,
): Promise<Omit<Result, 'key'>> {
  const begin = Date.now()
  const file = path.join(folder, `${hash(mutant.source)}.sql`)
  writeFileSync(file, mutant.source)
  const mutated = path.relative('sql', file).replace(/\.sql$/, '')
  const outcome = await suite.run(namesByFile(tests), { file: mutant.statement, mutated })
  const failed = outcome.tests.find(({ passed }) => !passed)
  if (outcome.tests.length === 0 && outcome.errors === 0) throw new Error(`no test has run for ${mutant.statement}`)
  const by = failed ? `${failed.file}: ${failed.name}` : 'an error outside of tests'
  const killed = failed !== undefined || outcome.errors > 0
  return { killed, ...(killed && { by }), ms: Date.now() - begin }
}

/** The tests that have killed a mutant pass without it, or everything would be taken for killed. */
async function control(suite: Suite, mutant: SqlMutant, tests: RunTest[], folder: string): Promise<void> {
  const source = readFileSync(`sql/${mutant.statement}.sql`, 'utf8')
  const { killed, by } = await attempt(suite, { ...mutant, source }, tests, folder)
  if (killed) throw new Error(`${by} fails without a mutant`)
}

/** Whether PostgreSQL takes a statement. */
async function asker(databaseUrl: string) {
  const parts = new Set(listParts())
  const database = await cloneTemplate(databaseUrl)
  const db = connect(database.url, { max: 1 })
  return {
    // A part of a statement is no statement: if PostgreSQL does not take it, its tests fail.
    takes: async ({ statement, source }: SqlMutant): Promise<boolean> =>
      parts.has(statement) ||
      db
        .unsafe(compileStatement(source).text)
        .describe()
        .then(
          () => true,
          () => false,
        ),
    async close() {
      await db.end()
      await database.drop()
    },
  }
}

const shown = ({ statement, line, before, after }: SqlMutant): string =>
  `sql/${statement}.sql:${line}\n  - ${before}\n  + ${after || '(nothing)'}`

/** Mutates conditions of statements, and runs the tests that execute them. */
export async function runSql(options: SqlOptions): Promise<void> {
  const begin = Date.now()
  const { seed, only, folder } = options
  process.env.SEED ??= String(seed)
  console.log(`Seed ${seed}.`)
  mkdirSync(folder, { recursive: true })
  const { hashes, ...recorded } = await record(folder)
  const tests = await withCrowds(recorded.tests)
  const resultsFile = path.join(folder, 'results.jsonl')
  const results = readResults(resultsFile)
  const mutants = await orderedMutants(seed, only)
  const suite = await openSuite({ maxWorkers: 1, bail: 1, testTimeout: TEST_TIMEOUT_MS })
  const postgres = await asker(suite.databaseUrl)
  const survivors: string[] = []
  const counts = { tried: 0, killed: 0, refused: 0, equivalent: 0 }
  const until = begin + options.minutes * 60_000
  for (const mutant of mutants) {
    if (counts.tried === options.sample || Date.now() > until) break
    if (isEquivalent(mutant)) counts.equivalent += 1
    else if (!(await postgres.takes(mutant))) counts.refused += 1
    else {
      const chosen = chooseTests(tests, mutant.statement, {
        most: options.tests,
        isOfLock: mutant.before.startsWith('for '),
      })
      const key = keyOf(mutant, chosen, hashes)
      const result = results.get(key) ?? {
        key,
        ...(chosen.length === 0 ? { killed: false, ms: 0 } : await attempt(suite, mutant, chosen, folder)),
      }
      if (result.killed && counts.killed === 0) await control(suite, mutant, chosen, folder)
      if (!results.has(key)) appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
      counts.tried += 1
      counts.killed += Number(result.killed)
      if (!result.killed)
        survivors.push(`${shown(mutant)}\n${chosen.length === 0 ? '  (no test runs it)' : ''}`.trimEnd())
      console.log(
        `${counts.tried} ${result.killed ? 'killed' : 'SURVIVED'} ${mutant.statement}:${mutant.line} ` +
          `${mutant.before} → ${mutant.after || '(nothing)'} (${result.ms} ms)`,
      )
    }
  }
  await postgres.close()
  await suite.close()
  const percent = counts.tried === 0 ? 0 : (100 * counts.killed) / counts.tried
  console.log(`\nSurvivors:\n${survivors.join('\n')}\n`)
  console.log(
    `${counts.killed} of ${counts.tried} mutants killed (${percent.toFixed(1)} %), of ${mutants.length} in all; ` +
      `${counts.refused} refused by PostgreSQL, ${counts.equivalent} equivalent; seed ${seed}, ` +
      `${Math.round((Date.now() - begin) / 1000)} s.`,
  )
  if (percent < options.goal) process.exitCode = 1
}
