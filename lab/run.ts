/**
 * `node lab/run.ts [<script of the lab> <arguments>...]`: installs the packages of the lab, where they are missing or not those of its
 * lockfile, and runs the script.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface Lockfile {
  packages: Record<string, { version: string; optional?: boolean }>
}

const lab = import.meta.dirname

function packagesOf(file: string): Lockfile['packages'] {
  const source = path.join(lab, file)
  return existsSync(source) ? (JSON.parse(readFileSync(source, 'utf8')) as Lockfile).packages : {}
}

const installed = packagesOf('node_modules/.package-lock.json')
// Optional packages are those of other systems.
const isInstalled = Object.entries(packagesOf('package-lock.json')).every(
  ([name, { version, optional }]) => name === '' || optional || installed[name]?.version === version,
)
// Standard output is for the script.
if (!isInstalled) execFileSync('npm', ['ci'], { cwd: lab, stdio: ['ignore', process.stderr, 'inherit'] })

const [, , script] = process.argv
if (script !== undefined) {
  // The script finds its own arguments.
  process.argv.splice(1, 2, path.join(lab, script))
  await import(path.join(lab, script))
}
