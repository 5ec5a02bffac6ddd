import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openSuite, type RunTest } from './suite.ts'

/** Statements that each test has run, and a hash of the test file at that time. */
interface Recording {
  hashes: Record<string, string>
  tests: RunTest[]
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)

const isGone = (statement: string): boolean => !existsSync(`sql/${statement}.sql`)

/** Number of files after which the recording is written, so that one that was stopped continues. */
const AT_ONCE = 12

const TEST_TIMEOUT_MS = 60_000

/** Runs the tests whose files have changed since the last recording, all of them at first, and writes down what they run. */
export async function record(folder: string): Promise<Recording> {
  const target = path.join(folder, 'recording.json')
  const known: Recording = existsSync(target)
    ? (JSON.parse(readFileSync(target, 'utf8')) as Recording)
    : { hashes: {}, tests: [] }
  const hashes = Object.fromEntries(
    globSync('tests/**/*.test.ts')
      .filter((file) => !file.endsWith('.pure.test.ts'))
      .map((file) => [file, hashOf(file)]),
  )
  // A statement with another name is run by the tests that ran it under the old one.
  const stale = new Set(known.tests.filter(({ answers }) => Object.keys(answers).some(isGone)).map(({ file }) => file))
  const changed = Object.keys(hashes).filter((file) => hashes[file] !== known.hashes[file] || stale.has(file))
  const kept = known.tests.filter(({ file }) => file in hashes && !changed.includes(file))
  if (changed.length === 0) return { hashes, tests: kept }
  const suite = await openSuite({ maxWorkers: 2, bail: 0 })
  const unchanged = Object.entries(hashes).filter(([file]) => !changed.includes(file))
  const recording: Recording = { hashes: Object.fromEntries(unchanged), tests: kept }
  for (let done = 0; done < changed.length; done += AT_ONCE) {
    console.log(`Recording which statements tests run: ${done} of ${changed.length} files.`)
    const files = changed.slice(done, done + AT_ONCE)
    const { tests } = await suite.run(new Map(files.map((file) => [file, undefined])), TEST_TIMEOUT_MS)
    for (const { file, name, passed } of tests) if (!passed) console.log(`fails without a mutant: ${file}: ${name}`)
    recording.tests.push(...tests.filter(({ passed }) => passed))
    // A file with a test that has failed is recorded again the next time.
    const failed = new Set(tests.filter(({ passed }) => !passed).map(({ file }) => file))
    for (const file of files) recording.hashes[file] = failed.has(file) ? '' : (hashes[file] ?? '')
    writeFileSync(target, JSON.stringify(recording))
  }
  await suite.close()
  return recording
}
