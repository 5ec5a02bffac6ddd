/**
 * `npm run ci:long -- release`: makes what a release publishes from the last commit (.ci/release), and tries it as a stranger would. The
 * archive is installed as the Dockerfile does it, and runs in production; the client is installed from its package, and compiled by
 * the newest TypeScript in both ways of finding modules. It needs the registry.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fetch } from 'undici'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { giveAway, run } from '../play/machine.ts'
import { environmentOf, makePlace, npmOf, startMailServer, startNode } from '../play/production.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const place = makePlace()
const published = place.folder('published')
execFileSync(path.join(ROOT, '.ci/release'), [published], { stdio: 'inherit' })
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }
const files = readdirSync(published).toSorted()
const client = `sejour-client-${version}.tgz`
const archive = `sejour-${version}.tar.gz`
assert.deepEqual(files, ['SHA256SUMS', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json', archive, client].toSorted())

const npm = { ...npmOf(place), npm_config_fetch_retries: '0' }

/** Installs the archive as the image does, and checks that its notices name every package that is there. */
async function installService(): Promise<string> {
  execFileSync('tar', ['xzf', path.join(published, archive), '-C', place.home])
  const checkout = path.join(place.home, `sejour-${version}`)
  giveAway(checkout)
  const steps = [
    ['ci', '--prefer-offline'],
    ['run', 'build'],
    ['prune', '--omit=dev'],
  ]
  for (const step of steps) await run('npm', step, { cwd: checkout, env: npm })
  const notices = readFileSync(path.join(published, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const installed = globSync('{node_modules,node_modules/@*}/*/package.json', { cwd: checkout })
  assert.ok(installed.length > 150, `${installed.length} packages`)
  for (const file of installed) {
    const { name, version } = JSON.parse(readFileSync(path.join(checkout, file), 'utf8')) as Record<string, string>
    if (name && version) assert.ok(notices.includes(`${name} ${version} (`), `no notice of ${name} ${version}`)
  }
  return checkout
}

/** Starts the service in production, asks for its health, its document and its window, and stops it. */
async function playService(): Promise<void> {
  const checkout = await installService()
  const [server, smtp] = [await startEmbedded({ folder: path.join(place.home, 'postgres') }), await startMailServer()]
  const port = '18467'
  const origin = `http://127.0.0.1:${port}`
  const env = environmentOf({ origin, files: place.folder('files'), providerUrl: origin, smtpUrl: smtp.url })
  const node = await startNode(place, checkout, {
    ...env,
    PORT: port,
    DATABASE_URL: server.url(),
    DEMO_FRONTEND: 'true',
  })
  try {
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { info: { version: string } }
    assert.equal(document.info.version, version)
    const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } })
    assert.equal(page.status, 200)
    const [, script] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? []
    assert.ok(script, 'the window has a script')
    assert.equal((await fetch(new URL(script, origin))).status, 200)
  } finally {
    node.child.kill('SIGTERM')
    await smtp.close()
    await server.stop()
  }
}

/** Compiles a front end of a few lines with the client from its package, and runs it. */
async function playClient(): Promise<void> {
  const cwd = place.folder('front-end')
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ name: 'front-end', type: 'module', private: true }))
  giveAway(cwd)
  const packages = [path.join(published, client), 'pusher-js@8', 'typescript@latest', '@types/node@24']
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd, env: npm })
  writeFileSync(
    path.join(cwd, 'index.ts'),
    `import { createSejour, isRefused } from 'sejour-client'
const { api } = createSejour({ baseUrl: 'http://127.0.0.1:9' })
// A misspelt operation is an error of the compiler.
// @ts-expect-error
export const misspelt = () => api.GET('/api/v1/nothing')
const answer = api.GET('/api/v1/properties/search', { params: { query: { country_id: 'FR' } } })
console.log(await answer.then(() => 'answered', (error: unknown) => isRefused(error) ? 'refused' : 'unreachable'))
`,
  )
  const own = ['--strict', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', 'node', 'index.ts']
  const tsc = path.join(cwd, 'node_modules/.bin/tsc')
  await run(tsc, ['--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler', ...own], { cwd })
  await run(tsc, ['--module', 'nodenext', ...own], { cwd })
  assert.equal(await run(place.node, ['index.js'], { cwd }), 'unreachable')
}

await playClient()
console.log('The client is installed, compiled in both ways, and runs.')
await playService()
console.log(`The archive of ${version} is installed without development packages, and runs in production.`)
