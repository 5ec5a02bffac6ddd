/** Starts the service, or says in one line that this Node is too old: such a Node could not even read src/main.ts. */

import { readFileSync } from 'node:fs'

/** @param {string} version */
const numbers = (version) => version.split('.').map(Number)

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [major = 0, minor = 0] = numbers(process.versions.node)
const [leastMajor = 0, leastMinor = 0] = numbers(engines.node.replace('>=', ''))

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(
    `Séjour needs Node ${leastMajor}.${leastMinor} or later; this is ${process.version} (${process.execPath}).`,
  )
  process.exit(1)
}
await import('./main.ts')
