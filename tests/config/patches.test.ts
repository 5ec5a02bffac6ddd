import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect } from 'vitest'
import { missingPatches } from '../../src/start/patches.js'
import { fastFolder, ROOT } from '../support/folders.ts'

const PATCH_PACKAGE = path.join(ROOT, 'node_modules/patch-package/index.js')
const PATCHES = ['postgres+3.4.9.patch']
const DRIVER = 'node_modules/postgres/src'
const run = promisify(execFile)

const test = base.extend<{ tree: string }>({
  /** Files that the start looks at, as `npm ci --ignore-scripts` leaves them. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  tree: async ({}, use) => {
    const tree = mkdtempSync(path.join(fastFolder(), 'sejour-patches-'))
    mkdirSync(path.join(tree, 'src'))
    for (const part of [
      'package.json',
      'patches',
      'src/start.js',
      'src/start/patches.js',
      'src/start/bundle.js',
      'src/start/source-lines.js',
      'node_modules/postgres',
    ])
      cpSync(path.join(ROOT, part), path.join(tree, part), { recursive: true })
    await run(process.execPath, [PATCH_PACKAGE, '--reverse'], { cwd: tree })
    await use(tree)
    rmSync(tree, { recursive: true, force: true })
  },
})

test('the start refuses in one sentence when the driver is not patched', async ({ tree }) => {
  await expect(run(process.execPath, [path.join(tree, 'src/start.js')], { env: {} })).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Not applied: patches\/postgres\+3\.4\.9\.patch\. Run npm ci [^\n]+\n$/),
  })
  await run(process.execPath, [PATCH_PACKAGE], { cwd: tree })
  // With the patch the start goes on to what this tree does not have.
  await expect(run(process.execPath, [path.join(tree, 'src/start.js')], { env: {} })).rejects.toMatchObject({
    stderr: expect.stringMatching(/ERR_MODULE_NOT_FOUND[\s\S]+main\.ts/),
  })
})

test('a patch is applied where each of its places is changed', async ({ tree }) => {
  expect(missingPatches(ROOT)).toEqual([])
  expect(missingPatches(tree)).toEqual(PATCHES)
  const repair = (file: string) => cpSync(path.join(ROOT, DRIVER, file), path.join(tree, DRIVER, file))
  for (const file of ['index.js', 'queue.js']) {
    repair(file)
    expect(missingPatches(tree)).toEqual(PATCHES)
  }
  repair('connection.js')
  appendFileSync(path.join(tree, DRIVER, 'connection.js'), '\n')
  expect(missingPatches(tree)).toEqual([])
  rmSync(path.join(tree, DRIVER, 'connection.js'))
  expect(missingPatches(tree)).toEqual(PATCHES)
})

test('the image has the patches, which the start reads', () => {
  const image = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)
  expect(image).toMatch(/^COPY patches patches$/m)
})
