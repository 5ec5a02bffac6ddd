/**
 * Starts the service, or says in one line why it cannot: this Node is too old, and could not even read src/main.ts, or
 * the installed packages lack what this service patches in them.
 */

import { readFileSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

/** @param {string} version */
const numbers = (version) => version.split('.').map(Number)

/** @param {string} reason @returns {never} */
const refuse = (reason) => {
  console.error(reason)
  process.exit(1)
}

const root = new URL('..', import.meta.url)
const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const [major = 0, minor = 0] = numbers(process.versions.node)
const [leastMajor = 0, leastMinor = 0] = numbers(engines.node.replace('>=', ''))

if (major < leastMajor || (major === leastMajor && minor < leastMinor))
  refuse(`Séjour needs Node ${leastMajor}.${leastMinor} or later; this is ${process.version} (${process.execPath}).`)

// While modules are read, the heap's part for new objects would grow to 64 MB, which an idle service keeps.
v8.setFlagsFromString('--semi-space-growth-factor=1')

// Later starts need not compile again, which is half a second; where nothing can be written, each of them does.
const cache = new URL('node_modules/.cache/sejour/', root)
module.enableCompileCache(fileURLToPath(new URL('compiled', cache)))

const { missingPatches } = await import('./start/patches.js')
const missing = missingPatches(fileURLToPath(root))
if (missing.length > 0)
  refuse(
    `Not applied: patches/${missing.join(', patches/')}. Run npm ci without --ignore-scripts, or npx patch-package.`,
  )

// These modules are JavaScript: the first TypeScript that Node reads has it load a compiler of 20 MB.
const [{ bundledMain, run }, { traceSources }] = await Promise.all([
  import('./start/bundle.js'),
  import('./start/source-lines.js'),
])
traceSources(new URL('bundled/', cache).href)
const { main, keep } = await run(await bundledMain(fileURLToPath(root), fileURLToPath(new URL('bundled', cache))))
await main.listening
keep()
// The value of V8.
v8.setFlagsFromString('--semi-space-growth-factor=2')
