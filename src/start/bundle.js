import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import vm from 'node:vm'

/** Versions that are kept: a node that runs still reads the lines of its traces. */
const KEPT = 3

/** A map of one line, for packages: one of all their lines would take 130 MB when the first trace is read. */
const NO_LINES = `\n//# sourceMappingURL=data:application/json;base64,${btoa('{"version":3,"sources":[""],"mappings":"AAAA"}')}`

/**
 * The service and its packages as one file of JavaScript, made of its modules by esbuild when one of them has changed: reading and compiling
 * a thousand modules takes half of a start (docs/decisions/0031). Workers and SQL files are found where they are.
 * @param {string} root the folder of package.json.
 * @param {string} cache the folder for it.
 * @returns {Promise<string>} the address to start; that of the sources where it cannot be made or kept.
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
  return pathToFileURL(path.join(folder, 'main.cjs')).href
}

/** Its first letters; `importPackage` is `import`, which Node has for scripts only as an experiment. */
const HEAD = '(function (exports, require, module, importPackage) {'

/**
 * Runs a bundle with the code that V8 compiled of it in an earlier start. Node's own cache has what it compiles before a module runs, which are
 * no functions.
 * @param {string} address of the bundle, or of the sources.
 * @returns {Promise<{ main: { listening: Promise<void> }, keep: () => void }>} its exports, and what keeps the code that the start has compiled.
 */
export async function run(address) {
  if (!address.endsWith('.cjs')) return { main: await import(address), keep: () => {} }
  const file = fileURLToPath(address)
  const compiled = `${file}.compiled`
  const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined
  const script = new vm.Script(`${HEAD}${readFileSync(file, 'utf8')}\n})`, {
    filename: address,
    columnOffset: -HEAD.length,
    cachedData,
  })
  /** @type {{ exports: { listening: Promise<void> } }} */
  const module = { exports: { listening: Promise.resolve() } }
  const importPackage = (/** @type {string} */ name) => import(name)
  script.runInThisContext()(module.exports, createRequire(file), module, importPackage)
  // Not the data itself, which the closure would keep in memory.
  const isKept = cachedData !== undefined && !script.cachedDataRejected
  return {
    main: module.exports,
    keep() {
      if (isKept) return
      try {
        writeFileSync(`${compiled}.${process.pid}`, script.createCachedData())
        renameSync(`${compiled}.${process.pid}`, compiled)
      } catch {
        // A folder without the right to write: each start compiles.
      }
    },
  }
}

/**
 * A name for the state of the modules: where they are, and when each was written last; and for that of the packages.
 * @param {string} root @returns {string}
 */
function versionOf(root) {
  const hash = createHash('sha256').update(path.resolve(root)).update(packagesOf(root))
  const modules = ['src', 'patches']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|js|json|patch)$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
  for (const file of [path.join(root, 'package.json'), ...modules.sort()]) {
    const { size, mtimeMs } = statSync(file)
    // Layers of an image keep whole seconds.
    hash.update(`${file} ${size} ${Math.floor(mtimeMs / 1_000)}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * The installed packages of production: an image removes the others after it has made the bundle.
 * @param {string} root @returns {string}
 */
function packagesOf(root) {
  const lockfile = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(lockfile)) return ''
  /** @type {[string, { version?: string, dev?: boolean }][]} */
  const packages = Object.entries(JSON.parse(readFileSync(lockfile, 'utf8')).packages)
  return packages.flatMap(([name, { version, dev }]) => (dev ? [] : `${name} ${version}`)).join('\n')
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
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    minifyWhitespace: true,
    legalComments: 'inline',
    // For traces (src/start/source-lines.js).
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'addresses',
        setup({ onLoad }) {
          onLoad({ filter: /\.[cm]?[jt]s$/ }, ({ path: file }) => ({
            contents: `/*! ${file} */${withAddresses(file)}${file.includes('/node_modules/') ? NO_LINES : ''}`,
            loader: file.endsWith('ts') ? 'ts' : 'js',
          }))
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
 * A module that knows where its source is, for files beside it. Packages of rare work, and those with files beside them, are imported when they are
 * used and stay outside. Its letters are those of ASCII: V8 would keep a text with others in twice the memory.
 * @param {string} file @returns {string}
 */
const withAddresses = (file) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\bimport\.meta\.dirname\b|\b__dirname\b/g, () => JSON.stringify(path.dirname(file)))
    .replaceAll(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(file).href))
    .replaceAll(/\bimport\((?!['"]\.)/g, 'importPackage(')
    .replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
