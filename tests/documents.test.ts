import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOLD_MINUTES } from '../src/money/payments/checkout.ts'
import released from './platform/schema/released.json' with { type: 'json' }
import {
  DISTRICTS,
  districtsOfModules,
  importsOfDistricts,
  importsOfModules,
  reachableFrom,
} from './support/modules.ts'

/** This file is left out, because it names documents that do not exist. */
const FILES = globSync([
  '*.md',
  'docs/**/*.md',
  '{src,tests}/**/*.ts',
  'src/*/README.md',
  'lab/*.{ts,md}',
  'lab/{bench,demo,faults,mirror,mutants,play,tests}/**/*.{ts,sql}',
  'clients/*/{*.md,*.ts,{src,tests}/**/*.ts}',
  '{sql,migrations}/**/*.sql',
  '{.env.example,Dockerfile,compose.yaml,.ci/run}',
])
  .filter((file) => file !== 'tests/documents.test.ts')
  .sort()

/** A document, and perhaps one of its sections: `docs/design/domain.md, "Hold"`; in Markdown the document may be a link. */
const CITATION = /([\w./-]+\.md)\b`?(?:#([\w-]+))?\)?(?:,\s+"([^"]+)")?/g
const LINK = /\]\((?!\w+:)([^)#\s]*)(?:#([\w-]+))?\)/g
/** A file of this repository, named from its root. */
const SOURCE =
  /(?<![\w./-])(?:clients\/\w+\/)?(?:src|sql|tests|lab|migrations|docs)\/[\w./-]+\.(?:ts|sql|md|json|js)\b/g
const HEADING = /^#+ (.+)$/gm
const TEST_NAME = /`([^`]+ > [^`]+)`/g

const RELEASED = new Set(Object.values(released).flatMap((migrations) => Object.keys(migrations)))

/** Pages that released migrations cite, and those that have their sections now. */
const MOVED: Record<string, string> = { 'docs/design/channel-manager.md': 'docs/design/channels.md' }

/** The text of a file with the lines of each comment joined, so that a citation may continue on the next line. */
const readJoined = (file: string): string => joined(readFileSync(file, 'utf8'))
const joined = (text: string): string => text.replaceAll(/\n\s*(?:\* |-- |\/\/ |# )?/g, ' ')

const headingsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(HEADING)].map(([, heading = '']) => heading)

/** The anchor of a heading as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s-]/gu, '')
    .replaceAll(' ', '-')

/** Citations in a file that lead nowhere: documents, sections, anchors, links and files of this repository. */
function brokenCitations(file: string, text: string): string[] {
  const isMarkdown = file.endsWith('.md')
  const isReleased = RELEASED.has(path.basename(file))
  const resolve = (name: string): string | undefined =>
    [...(isMarkdown ? [path.join(path.dirname(file), name)] : []), (isReleased ? MOVED[name] : undefined) ?? name].find(
      (candidate) => existsSync(candidate),
    )
  const problems: string[] = []
  // A migration is not edited once it is released, so it keeps the paths of its day: those without a district or of another one.
  const isOfItsDay = (name: string): boolean =>
    file.startsWith('migrations/') && globSync(name.replace(/\/.*\//, '/**/')).length > 0
  for (const [, name = '', anchor, section] of text.matchAll(CITATION)) {
    const target = resolve(name)
    if (target === undefined) problems.push(`${file}: no document ${name}`)
    else if (section !== undefined && !headingsOf(target).includes(section))
      problems.push(`${file}: no section "${section}" in ${target}`)
    else if (anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor))
      problems.push(`${file}: no anchor #${anchor} in ${target}`)
  }
  for (const [, name = ''] of isMarkdown ? text.matchAll(LINK) : [])
    if (name !== '' && !existsSync(path.join(path.dirname(file), name))) problems.push(`${file}: broken link ${name}`)
  for (const [name] of text.matchAll(SOURCE))
    if (resolve(name) === undefined && !isOfItsDay(name)) problems.push(`${file}: no file ${name}`)
  return [...new Set(problems)]
}

describe('citations', () => {
  test('lead to documents, sections and files that exist', () => {
    expect(FILES.length).toBeGreaterThan(400)
    expect(FILES.flatMap((file) => brokenCitations(file, readJoined(file)))).toEqual([])
  })

  test.for<[file: string, text: string, problem: string]>([
    ['src/a.ts', '/** domain.md */', 'src/a.ts: no document domain.md'],
    ['src/a.ts', '/** docs/design/domain.md, "Hold" */', ''],
    [
      'src/a.ts',
      '/**\n * docs/design/domain.md,\n * "Holds" */',
      'src/a.ts: no section "Holds" in docs/design/domain.md',
    ],
    ['sql/a.sql', '-- docs/design/domain.md, "Price\n-- of a stay"', ''],
    ['docs/a.md', '[domain](design/domain.md), "Hold"', ''],
    ['migrations/20261122001400_channel-manager.sql', '-- docs/design/channel-manager.md, "Secrets"', ''],
    [
      'migrations/20991231000000_unreleased.sql',
      '-- docs/design/channel-manager.md',
      'migrations/20991231000000_unreleased.sql: no document docs/design/channel-manager.md',
    ],
    ['docs/a.md', '[domain](design/domains.md)', 'docs/a.md: broken link design/domains.md'],
    ['docs/a.md', '[domain](design/domain.md#holds)', 'docs/a.md: no anchor #holds in docs/design/domain.md'],
    ['docs/a.md', '[code](../src/none/)', 'docs/a.md: broken link ../src/none/'],
    ['docs/a.md', '`src/quotes/none.ts` computes', 'docs/a.md: no file src/quotes/none.ts'],
  ])('are checked: %j in %j', ([file, text, problem]) => {
    const problems = brokenCitations(file, joined(text))
    if (problem === '') expect(problems).toEqual([])
    else expect(problems).toContain(problem)
  })

  test('of tests by docs/security.md lead to tests that exist', () => {
    const tests = globSync('tests/**/*.test.ts').map((file) => readFileSync(file, 'utf8'))
    const names = [...readFileSync('docs/security.md', 'utf8').matchAll(TEST_NAME)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(30)
    const exists = (name: string) => {
      const parts = name.split(/ > |…/).filter((part) => part.trim() !== '')
      return tests.some((text) => parts.every((part) => text.includes(part)))
    }
    expect(names.filter((name) => !exists(name))).toEqual([])
  })
})

test('each decision says whether it holds, and since when', () => {
  const status = /^# \d+\. .+\n\nStatus: (accepted|superseded by \[decision \d+\]\(.+\)), 20\d\d-\d\d-\d\d\b/
  const decisions = globSync('docs/decisions/*.md')
  expect(decisions.length).toBeGreaterThan(10)
  expect(decisions.filter((file) => !status.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('what a page calls planned does not exist yet', () => {
  const settings = readFileSync('.env.example', 'utf8')
  const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts as object)
  const exists = (word: string) =>
    new RegExp(`^${word}=`, 'm').test(settings) || scripts.some((script) => word === `npm run ${script}`)
  expect([exists('METRICS_PORT'), exists('npm run bench'), exists('DATABASE_REPLICAS')]).toEqual([true, true, false])
  const planned = globSync('docs/**/*.md').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .filter((section) => section.startsWith('Planned'))
      .flatMap((section) => [...section.matchAll(/`([^`]+)`/g)].map(([, word = '']) => `${file}: ${word}`)),
  )
  expect(planned.filter((entry) => exists(entry.replace(/^.*?: /, '')))).toEqual([])
})

describe('docs/architecture.md', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const imports = importsOfDistricts()

  test('has each district once in its table', () => {
    const named = [...page.matchAll(/^\| \[?`(\w+)\/`(?:\]\(.*?\))? \|/gm)].map(([, name]) => name)
    expect(named).toEqual([...DISTRICTS, 'cli', 'dev', 'start', 'window'])
    expect(named.toSorted()).toEqual([...imports.keys()].toSorted())
  })

  test('draws the imports between districts, except those that a longer way implies', () => {
    const expected = [...imports].flatMap(([district, targets]) =>
      [...targets]
        .filter((target) => ![...targets].some((other) => reachableFrom(other, imports).has(target)))
        .map((target) => `${district} --> ${target}`),
    )
    const [, picture = ''] = /```mermaid\nflowchart TD\n(.*?)```/s.exec(page) ?? []
    const lines = picture.trim().split(/\n\s*/)
    expect(lines.sort()).toEqual(expected.sort())
  })
})

describe('the READMEs of districts', () => {
  const imports = importsOfDistricts()
  const modules = [...districtsOfModules()]

  test.each(DISTRICTS)('%s names its imports, its modules, and a file that exists to read first', (district) => {
    const page = readFileSync(`src/${district}/README.md`, 'utf8')
    const named = [...page.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, module]) => module)
    expect(named).toEqual(modules.flatMap(([module, place]) => (place === district ? [module] : [])).sort())
    const [line = ''] = /^Imports: .*$/m.exec(page) ?? []
    const listed = [...line.matchAll(/\[(\w+)\]\(\.\.\/\1\/README\.md\)/g)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual([...(imports.get(district) ?? [])].toSorted())
    const [, first = 'none'] = /^Read first: `(.+?)`/m.exec(page) ?? []
    expect(existsSync(`src/${district}/${first}`)).toBe(true)
  })
})

test('the base imports nothing but itself', () => {
  const BASE = ['db', 'http', 'lib', 'locales', 'openapi', 'plugins']
  const imports = importsOfModules()
  for (const module of BASE) expect(BASE).toEqual(expect.arrayContaining([...(imports.get(module) ?? [])]))
})

test('the runbook names queues of jobs that exist', () => {
  const named = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/`([a-z-]+)\.…`/g)].map(([, module]) => module)
  expect(named.length).toBeGreaterThan(5)
  const modules = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineJob\(\{\s*name: ['`]([a-z-]+)\./g)].map(([, module]) => module),
  )
  expect(named.filter((module) => !modules.includes(module))).toEqual([])
})

test('the security page says how long an unpaid hold keeps its nights', () => {
  expect(readFileSync('docs/security.md', 'utf8')).toContain(`keeps its nights for ${HOLD_MINUTES} minutes without`)
})
