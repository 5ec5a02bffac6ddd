import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from '../../src/platform/db/client.ts'
import { listFunctions } from '../../src/platform/schema/functions.ts'
import { TEMPLATE } from '../../tests/support/database.ts'
import { INHABITED } from '../../tests/support/neighbours.ts'
import { randomOf } from '../../tests/support/random.ts'
import { mutationsOfFunction } from './statements/functions.ts'
import { openSuite, type Suite } from './statements/suite.ts'

export interface FunctionOptions {
  sample: number
  seed: number
  /** The begin of paths under sql/. */
  only: string | undefined
  /** Most files of tests that a mutant is tried with. */
  tests: number
  minutes: number
  goal: number
}

/** A test under a mutant may wait for what never comes. */
const TIMEOUT_MS = 60_000

const isOfService = (file: string): boolean => !/\.(pure|slow)\.test\.ts$/.test(file)

/** The files of tests that name a function, the triggers that run it or the tables of these, then those of its module. */
export function testsOfFunction(file: string, schema: string): string[] {
  const name = path.basename(file, '.sql').replaceAll('-', '_')
  const triggers = [...schema.matchAll(new RegExp(`TRIGGER (\\w+) .* ON (\\w+) .*EXECUTE FUNCTION ${name}\\(`, 'g'))]
  const words = [name, ...triggers.map(([, trigger = '']) => trigger)]
  const named = globSync('tests/**/*.test.ts').filter((test) => {
    const text = readFileSync(test, 'utf8')
    return words.some((word) => text.includes(word))
  })
  const folder = path.dirname(path.dirname(file))
  return [...new Set([...named, ...globSync(`tests/${folder}/*.test.ts`).toSorted()])].filter(isOfService)
}

/** Replaces a function in the templates, and in the clones of them that workers keep for their next services. */
async function install(databaseUrl: string, source: string): Promise<boolean> {
  const connectTo = (database: string) => connect(databaseUrl.replace('/DATABASE', `/${database}`), { max: 1 })
  const server = connectTo('postgres')
  const databases = await server<{ name: string }[]>`
    select datname as name from pg_database where datname like 'test\_%' or datname = any (${[TEMPLATE, INHABITED]})`
  await server.end()
  const taken: boolean[] = []
  for (const { name } of databases) {
    const db = connectTo(name)
    taken.push(
      await db.unsafe(source).then(
        () => true,
        // PostgreSQL refuses the function, or a worker has dropped the database.
        () => false,
      ),
    )
    await db.end()
  }
  return taken.some(Boolean)
}

/** The test that fails, if one does. */
async function failing(suite: Suite, files: string[]): Promise<string | undefined> {
  for (const file of files) {
    const { tests, errors } = await suite.run(new Map([[file, undefined]]), TIMEOUT_MS)
    const failed = tests.find(({ passed }) => !passed)
    if (failed) return `${failed.file}: ${failed.name}`
    if (errors > 0) return `an error outside of tests: ${file}`
  }
}

/** Mutates conditions of functions of the database, and runs the tests of their modules. */
export async function runFunctions({ sample, seed, only = '', tests, minutes, goal }: FunctionOptions): Promise<void> {
  const until = Date.now() + minutes * 60_000
  process.env.SEED ??= String(seed)
  console.log(`Seed ${seed}.`)
  const random = randomOf(seed)
  const schema = readFileSync('migrations/schema.sql', 'utf8')
  const suite = await openSuite({ maxWorkers: 1, bail: 1 })
  const survivors: string[] = []
  let [tried, refused] = [0, 0]
  try {
    for (const file of listFunctions().filter((name) => name.startsWith(only))) {
      const source = readFileSync(`sql/${file}`, 'utf8')
      let mutants = (await mutationsOfFunction(source))
        .map((mutant) => ({ mutant, order: random.below(2 ** 31) }))
        .toSorted((a, b) => a.order - b.order)
        .slice(0, sample)
      const files = testsOfFunction(file, schema).slice(0, tests)
      if (mutants.length === 0 || files.length === 0 || Date.now() > until) continue
      // They pass without a mutant, or everything would be taken for killed.
      const broken = await failing(suite, files)
      if (broken) {
        console.log(`${file}: left out, because ${broken} fails without a mutant`)
        mutants = []
      }
      for (const { mutant } of mutants) {
        if (Date.now() > until) break
        const where = `sql/${file}:${mutant.line}  ${mutant.before} → ${mutant.after || '(nothing)'}`
        if (!(await install(suite.databaseUrl, mutant.source))) {
          refused += 1
          continue
        }
        tried += 1
        const by = await failing(suite, files).finally(() => install(suite.databaseUrl, source))
        if (by === undefined) survivors.push(where)
        console.log(`${by === undefined ? 'SURVIVED' : 'killed'} ${where}${by ? ` (${by})` : ''}`)
      }
    }
  } finally {
    await suite.close()
  }
  const percent = tried === 0 ? 0 : (100 * (tried - survivors.length)) / tried
  console.log(`\nSurvivors:\n${survivors.join('\n')}\n`)
  console.log(
    `${tried - survivors.length} of ${tried} mutants killed (${percent.toFixed(1)} %); ${refused} refused by PostgreSQL; seed ${seed}.`,
  )
  if (percent < goal) process.exitCode = 1
}
