/**
 * `npm run test:changed [-- --since <ref>] [-- --list]`: runs the tests that the files changed since a commit can break, the one
 * where this branch left `main` by default; `--list` only prints them.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readGraph } from './graph.ts'
import { testsFor } from './select.ts'

const { values } = parseArgs({
  options: { since: { type: 'string', default: 'main' }, list: { type: 'boolean', default: false } },
})

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
const lines = (text: string): string[] => text.split('\n').filter(Boolean)

const base = git('merge-base', values.since, 'HEAD')
const changed = [
  ...lines(git('diff', '--name-only', '--no-renames', base)),
  ...lines(git('ls-files', '--others', '--exclude-standard')),
]
const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : git('show', `${base}:${file}`))
const selection = testsFor(changed, await readGraph(), read)
if ('because' in selection) console.error(`All tests: no list can say what ${selection.because} changes.`)
if (changed.some((file) => file.startsWith('lab/'))) console.error('The lab has tests of its own: npm run lab:check.')
const wanted = 'because' in selection ? ['tests/'] : selection.tests
const files = globSync('tests/**/*.test.ts')
  .filter((file) => wanted.some((test) => file.startsWith(test)))
  .sort()
if (values.list || files.length === 0) console.log(files.join('\n'))
else process.exitCode = spawnSync('vitest', ['run', ...files], { stdio: 'inherit' }).status ?? 1
