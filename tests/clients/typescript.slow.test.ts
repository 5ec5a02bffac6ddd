import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { z } from 'zod'
import { test as base, inDays, PARIS, PASSWORD, type TestApp, type TestUser } from '../support/app.ts'
import { ROOT } from '../support/folders.ts'
import { makeKey } from '../support/keys.ts'
import { enrol } from '../support/second-factor.ts'

const run = promisify(execFile)
const BIN = path.join(ROOT, 'node_modules/.bin')
const PACKAGE = path.join(ROOT, 'clients/typescript')

/** Its packages come from those of this repository, as tarballs: nothing is fetched. */
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers', 'pusher-js', 'tweetnacl']

const test = base.extend<{ running: { run: boolean }; folder: string; neighbours: boolean }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  running: async ({}, use) => use({ run: true }),
  // It searches the homes of all.
  neighbours: false,
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sejour-front-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

/** A token of the same session that has ended two hours ago, and can still be refreshed. */
function staleToken({ app }: TestApp, { token }: TestUser): string {
  const { sub, sid, auth_time, ver } = z.looseObject({}).parse(app.jwt.decode(token))
  return app.jwt.sign({ sub, sid, auth_time, ver, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000) - 3 * 3_600 })
}

/** Installs the package into a folder of its own, as a front end does, without a network. */
async function install(folder: string): Promise<void> {
  const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}` }
  const pack = ['pack', '--pack-destination', folder]
  await run('npm', pack, { cwd: PACKAGE, env })
  const packages = NEEDED.map((name) => path.join(ROOT, 'node_modules', name))
  await run('npm', [...pack, '--ignore-scripts', ...packages], { cwd: folder, env })
  const names = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const dependencies = Object.fromEntries(names.map((name) => [name.replace(/-\d+\..*$/, ''), `file:${name}`]))
  expect(Object.keys(dependencies).toSorted()).toEqual([...NEEDED, 'sejour-client'].toSorted())
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, env })
}

/** Compiler errors of a module that imports the package. */
async function complaints(folder: string, moduleResolution: 'nodenext' | 'bundler', module: string): Promise<string> {
  const part = path.join(folder, moduleResolution)
  mkdirSync(part)
  writeFileSync(path.join(part, 'module.ts'), module)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2024',
    module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
    moduleResolution,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  }
  writeFileSync(path.join(part, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const { stdout } = await run(path.join(BIN, 'tsc'), ['-p', part]).catch((failure: { stdout: string }) => failure)
  return stdout
}

test('the package is built, packed, installed without a network, and goes the whole way', async ({ t, folder }) => {
  const [owner, guest, other] = [await t.user(), await t.user(), await t.user()]
  const { user: careful, recovery } = await enrol(t, await t.user())
  await t.home(owner, { city_id: PARIS, base_price: 100, cleaning_fee: 40 })
  const { url } = await t.listen()
  await install(folder)
  const way = readFileSync(path.join(PACKAGE, 'tests', 'way.ts'), 'utf8')
  const blocks = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)
  const code = [...blocks].map(([, block]) => block).join('')
  expect(await complaints(folder, 'bundler', code)).toBe('')
  const [first = ''] = code.split('\n// Events')
  const sample = first
    .replace('http://127.0.0.1:3000', url)
    .replace("'camille@demo.sejour', 'demo-sejour'", JSON.stringify([guest.username, PASSWORD]).slice(1, -1))
    .replace(/'\d{4}-07-14'/, `'${inDays(20)}'`)
    .replace(/'\d{4}-07-17'/, `'${inDays(23)}'`)
  writeFileSync(path.join(folder, 'sample.ts'), sample)
  const printed = await run(process.execPath, ['sample.ts'], { cwd: folder })
  expect(printed.stdout).toMatch(/^https?:\/\/\S+\n$/)
  expect(await complaints(folder, 'nodenext', way)).toBe('')
  const { stdout } = await run(process.execPath, ['nodenext/module.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      SEJOUR_URL: url,
      OWNER: owner.username,
      GUEST: guest.username,
      OTHER: other.username,
      KEY: (await makeKey(t, owner)).token,
      CAREFUL: careful.username,
      CODE: recovery[0],
      PASSWORD,
      STALE: staleToken(t, guest),
      STALE_TOO: staleToken(t, guest),
      CHECK_IN: inDays(40),
      CHECK_OUT: inDays(43),
    },
  })
  expect(stdout.trim().split('\n')).toEqual([
    'refused: bad_credentials',
    'second factor: totp or recovery_code, signed in: true',
    'Maison du test: 340 EUR',
    'held, to be paid: true',
    'live: new_message of Ada',
    'live: Ada writes Bonjour with application/pdf',
    'online: true',
    'feed: reservation.held for 340 EUR',
    'feed: message.created “Bonjour”',
    'filled: 5 ranges, 180 nights in the first',
    'filled: pending 340,pending 340',
    'program: 2 stays',
    'tabs with locks: 1 refresh, both 200, one token',
    'tabs without locks: 2 refreshes, both 200',
    'positions:  1.1.1/0/20 1.1.1/0/20 1.1.1/0/20 2.2.2/0/1 -',
    'busy: 200, kept true',
    'busy: undefined 503',
    'joined with signature 3',
    'stale: 200, 1 refresh',
    'stale on a public operation: is_favorite false, 1 refresh',
    'taken',
    'wrong field: too_high 50',
    'ended: true undefined',
  ])
  const version = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version
  expect(version(path.join(PACKAGE, 'package.json'))).toBe(version(path.join(ROOT, 'package.json')))
})
