import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Versions that are kept: a node that runs still loads parts of its own. */
const KEPT = 3

/**
 * The service as JavaScript in few files, made of its modules by esbuild when one of them has changed: reading and compiling 350 modules
 * takes a third of a start (docs/decisions/0031). Workers and SQL files are found where they are.
 * @param {string} root the folder of package.json.
 * @param {string} cache the folder for it.
 * @returns {Promise<string>} the address to import; that of the sources where it cannot be made or kept.
 */
export async function bundledMain(root, cache) {
  try {
    return await madeMain(root, cache)
  } catch (error) {
    const reason = String(error).replaceAll('\n', ' ')
    console.warn(`No bundle could be made, so the service starts from its sources, more slowly: ${reason}`)
    return pathToFileURL(path.join(root, 'src/main.ts')).href
  }
}

/** @param {string} root @param {string} cache @returns {Promise<string>} the address of the bundle, which is made if it is not there. */
export async function madeMain(root, cache) {
  const folder = path.join(cache, versionOf(root))
  if (!existsSync(folder)) await make(root, cache, folder)
  return pathToFileURL(path.join(folder, 'main.js')).href
}

/**
 * A name for the state of the modules: where they are, and when each was written last.
 * @param {string} root @returns {string}
 */
function versionOf(root) {
  const hash = createHash('sha256').update(path.resolve(root))
  const modules = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js|json)$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
  for (const file of [path.join(root, 'package.json'), ...modules.sort()]) {
    const { size, mtimeMs } = statSync(file)
    // Layers of an image keep whole seconds.
    hash.update(`${file} ${size} ${Math.floor(mtimeMs / 1_000)}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Makes it in a folder of its own, which appears as a whole: several nodes may start at once.
 * @param {string} root @param {string} cache @param {string} folder @returns {Promise<void>}
 */
async function make(root, cache, folder) {
  const { build } = await import('esbuild')
  const arriving = `${folder}.${process.pid}`
  mkdirSync(cache, { recursive: true })
  await build({
    entryPoints: [path.join(root, 'src/main.ts')],
    outdir: arriving,
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // For traces (src/start/source-lines.js).
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'addresses',
        setup({ onLoad }) {
          onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file }) => ({ contents: withAddresses(file), loader: 'ts' }))
        },
      },
    ],
  })
  try {
    renameSync(arriving, folder)
  } catch (error) {
    rmSync(arriving, { recursive: true })
    // Another node was faster.
    if (!existsSync(folder)) throw error
  }
  // Others may be on their way: their names have the number of a process.
  const finished = readdirSync(cache).filter((name) => !name.includes('.'))
  const byAge = finished.map((name) => path.join(cache, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const older of byAge.slice(KEPT)) rmSync(older, { recursive: true, force: true })
}

/**
 * A module that knows where its source is, for files beside it.
 * @param {string} file @returns {string}
 */
const withAddresses = (file) =>
  readFileSync(file, 'utf8')
    .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
