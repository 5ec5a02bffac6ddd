import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listParts } from '../../src/cli/shapes.ts'
import { connect } from '../../src/platform/db/client.ts'
import { compileStatement } from '../../src/platform/db/query.ts'
import { cloneTemplate } from '../../tests/support/database.ts'
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
  /** Only what follows the statements about nights, holds and money. */
  isRest: boolean
  /** Most tests that a mutant is tried with. */
  tests: number
  /** No further mutant is tried after so many minutes, the recording included. */
  minutes: number
  /** Folder of recordings and results, so that a stopped run continues. */
  folder: string
  /** Percentage of them to be killed. */
  goal: number
}

/** A test under a mutant may wait for what never comes: then the mutant is found. At least so long, or so many times as long as usual. */
const LEAST_TIMEOUT_MS = 20_000
const TIMEOUT_TIMES = 5

interface Result {
  key: string
  killed: boolean
  /** The test that has noticed it. */
  by?: string
  ms: number
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Files that all tests depend on. */
const hashSupport = (): string =>
  hash(
    globSync('tests/support/*')
      .toSorted()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n'),
  )

/** The same for the same mutant, the same tests and the same that they stand on. */
const keyOf = ({ statement, source }: SqlMutant, tests: RunTest[], hashes: Record<string, string>): string =>
  hash([statement, source, hashSupport(), ...tests.map(({ file, name }) => `${hashes[file]} ${name}`)].join('\n'))

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
  const timeout = Math.max(LEAST_TIMEOUT_MS, ...tests.map(({ ms }) => TIMEOUT_TIMES * ms))
  const outcome = await suite.run(namesByFile(tests), timeout, { file: mutant.statement, mutated })
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

/** True if PostgreSQL takes a statement. */
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

/** Tries a mutant with one round of tests after the other, until one finds it. */
async function tryWith(
  rounds: RunTest[][],
  attemptWith: (tests: RunTest[]) => Promise<Omit<Result, 'key'>>,
): Promise<Omit<Result, 'key'>> {
  let ms = 0
  for (const tests of rounds.filter(({ length }) => length > 0)) {
    const outcome = await attemptWith(tests)
    ms += outcome.ms
    if (outcome.killed) return { ...outcome, ms }
  }
  return { killed: false, ms }
}

const countsOf = (outcomes: readonly { killed: boolean }[]): string =>
  `${outcomes.filter(({ killed }) => killed).length} of ${outcomes.length}`

/** Mutates conditions of statements, and runs the tests that execute them. */
export async function runSql(options: SqlOptions): Promise<void> {
  const begin = Date.now()
  const { seed, only, isRest, folder, tests: most } = options
  process.env.SEED ??= String(seed)
  console.log(`Seed ${seed}.`)
  mkdirSync(folder, { recursive: true })
  const { hashes, ...recorded } = await record(folder)
  const tests = await withCrowds(recorded.tests)
  const resultsFile = path.join(folder, 'results.jsonl')
  const results = readResults(resultsFile)
  const { first, others } = await orderedMutants(seed, only)
  const mutants = isRest ? others : [...first, ...others]
  const suite = await openSuite({ maxWorkers: 1, bail: 1 })
  const postgres = await asker(suite.databaseUrl)
  const tried: { mutant: SqlMutant; killed: boolean; isRun: boolean }[] = []
  const counts = { refused: 0, equivalent: 0 }
  const until = begin + options.minutes * 60_000
  for (const mutant of mutants) {
    if (tried.length === options.sample || Date.now() > until) break
    if (isEquivalent(mutant)) counts.equivalent += 1
    else if (!(await postgres.takes(mutant))) counts.refused += 1
    else {
      const isOfLock = mutant.before.startsWith('for ')
      const chosen = chooseTests(tests, mutant.statement, { most, isOfLock })
      const more = chooseTests(tests, mutant.statement, { most, isOfLock, tried: chosen })
      const key = keyOf(mutant, [...chosen, ...more], hashes)
      const result = results.get(key) ?? {
        key,
        ...(await tryWith([chosen, more], (round) => attempt(suite, mutant, round, folder))),
      }
      const { killed, by = '', ms } = result
      if (killed && !tried.some((earlier) => earlier.killed)) await control(suite, mutant, [...chosen, ...more], folder)
      if (!results.has(key)) appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
      tried.push({ mutant, killed, isRun: chosen.length > 0 })
      console.log(
        `${tried.length} ${killed ? 'killed' : 'SURVIVED'} ${mutant.statement}:${mutant.line} ` +
          `${mutant.before} → ${mutant.after || '(nothing)'} (${ms} ms${by && `, ${by}`})`,
      )
    }
  }
  await postgres.close()
  await suite.close()
  const survivors = tried.filter(({ killed }) => !killed)
  const percent = tried.length === 0 ? 0 : (100 * (tried.length - survivors.length)) / tried.length
  const lines = survivors.map(({ mutant, isRun }) => `${shown(mutant)}${isRun ? '' : '\n  (no test runs it)'}`)
  console.log(`\nSurvivors:\n${lines.join('\n')}\n`)
  const [of, rest] = [true, false].map((isOfMoney) =>
    countsOf(tried.filter(({ mutant }) => first.includes(mutant) === isOfMoney)),
  )
  console.log(
    `${countsOf(tried)} mutants killed (${percent.toFixed(1)} %): ${of} first ones about nights and money, ${rest} others; of ` +
      `${mutants.length} in all; ${counts.refused} refused by PostgreSQL, ${counts.equivalent} equivalent; seed ${seed}, ` +
      `${Math.round((Date.now() - begin) / 1000)} s.`,
  )
  if (percent < options.goal) process.exitCode = 1
}
