import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, expect, vi } from 'vitest'
import { bundledMain } from '../../src/start/bundle.js'
import { fastFolder, ROOT } from '../support/folders.ts'

const FAILING = path.join('src', 'far', 'fail.ts')
const MODULES = {
  'package.json': '{ "name": "small", "type": "module" }',
  'src/main.ts': `import { fail } from './far/fail.ts'
interface Spoken { words: string }
const spoken: Spoken = { words: import.meta.dirname }
console.log(spoken.words)
fail()
`,
  [FAILING]: `

/** Fails in its sixth line. */
export function fail(): never {
  const reason: string = 'as expected'
  throw new Error(reason)
}
`,
}

const test = base.extend<{ root: string; cache: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  root: async ({}, use) => {
    const root = mkdtempSync(path.join(fastFolder(), 'sejour-bundled-'))
    mkdirSync(path.join(root, 'src/far'), { recursive: true })
    for (const [file, text] of Object.entries(MODULES)) writeFileSync(path.join(root, file), text)
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
    await use(root)
    rmSync(root, { recursive: true, force: true })
  },
  cache: async ({ root }, use) => use(path.join(root, 'cache')),
})

test('the modules are bundled once, and again when one of them has changed', async ({ root, cache }) => {
  const first = await bundledMain(root, cache)
  expect(first).toMatch(/\/cache\/[\da-f]{16}\/main\.cjs$/)
  expect(await bundledMain(root, cache)).toBe(first)
  writeFileSync(path.join(root, FAILING), 'export const fail = (): void => undefined\n')
  const second = await bundledMain(root, cache)
  expect(second).not.toBe(first)
  expect(readdirSync(cache)).toHaveLength(2)
})

test('nodes that start at once bundle them into one folder', async ({ root, cache }) => {
  const script = `import { bundledMain } from '${ROOT}/src/start/bundle.js'; console.log(await bundledMain('${root}', '${cache}'))`
  const starts = Array.from({ length: 3 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]),
  )
  const made = new Set((await Promise.all(starts)).map(({ stdout }) => stdout))
  expect([made.size, readdirSync(cache).length]).toEqual([1, 1])
})

test('where they cannot be kept, the sources are started', async ({ root, cache }) => {
  writeFileSync(cache, 'a file in its place')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(fileURLToPath(await bundledMain(root, cache))).toBe(path.join(root, 'src/main.ts'))
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^No bundle could be made, .*: Error: (EEXIST|ENOTDIR)/)]])
  warn.mockRestore()
})

test('an error of the bundler is said in one line, with its place', async ({ root, cache }) => {
  writeFileSync(path.join(root, FAILING), 'export const fail = (\n')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(fileURLToPath(await bundledMain(root, cache))).toBe(path.join(root, 'src/main.ts'))
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^No bundle could be made, .*src\/far\/fail\.ts:\d+:\d+: ERROR: .*$/)],
  ])
  warn.mockRestore()
})

test('files are found beside the sources, and traces have their lines', async ({ root, cache }) => {
  const script = `
    import { bundledMain, run } from '${ROOT}/src/start/bundle.js'
    import { traceSources } from '${ROOT}/src/start/source-lines.js'
    traceSources('file://${cache}/')
    await run(await bundledMain('${root}', '${cache}')).catch(({ stack }) => console.log(stack))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(stdout).toContain(`${root}/src\nError: as expected\n`)
  expect(stdout).toMatch(/at fail \(file:\/\/[^)]*\/src\/far\/fail\.ts:6:9\)\n/)
  expect(stdout).toMatch(/\/src\/main\.ts:5:1/)
})
