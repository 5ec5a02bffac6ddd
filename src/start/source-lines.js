import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** fastify-plugin reads a trace for the name of each plugin without one; its lines are nobody's concern. */
const NAMING = /^getPluginName/

/** Begins the code of a module in the bundle, with its file (src/start/bundle.js). */
const MARK = '/*! /'

/**
 * Makes traces of errors name the lines of the sources, and the files of packages. `process.setSourceMapsEnabled` would read all maps with the
 * modules, which costs a start 20 MB and a fifth of its processor time; here a map is read when somebody reads the first trace that needs it.
 * @param {string} folder address of the folder of bundled files, with a slash at its end.
 */
export function traceSources(folder) {
  /** @type {Map<string, Bundle | undefined>} */
  const bundles = new Map()
  /** @param {string} file */
  const bundleOf = (file) => {
    if (!bundles.has(file)) bundles.set(file, readBundle(file))
    return bundles.get(file)
  }
  /** @param {NodeJS.CallSite} frame */
  const lineOf = (frame) => {
    const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
    const text = String(frame)
    if (!file?.startsWith(folder) || line === null || column === null) return text
    const place = placeOf(bundleOf(file), line - 1, column - 1)
    return place ? text.replace(`${file}:${line}:${column}`, place) : text
  }
  Error.prepareStackTrace = (error, frames) => {
    const show = NAMING.test(frames[0]?.getFunctionName() ?? '') ? String : lineOf
    return [String(error), ...frames.map((frame) => `    at ${show(frame)}`)].join('\n')
  }
}

/** @typedef {{ lines: string[], map: SourceMap }} Bundle */

/** @param {string} file @returns {Bundle | undefined} */
function readBundle(file) {
  try {
    const read = (/** @type {string} */ address) => readFileSync(fileURLToPath(address), 'utf8')
    return { lines: read(file).split('\n'), map: new SourceMap(JSON.parse(read(`${file}.map`))) }
  } catch {
    // A version that was removed: its traces have the lines of the bundle.
    return undefined
  }
}

/**
 * The line of a module of this service; of a package the file, whose lines the map does not have.
 * @param {Bundle | undefined} bundle @param {number} line @param {number} column @returns {string | undefined}
 */
function placeOf(bundle, line, column) {
  let before = bundle?.lines[line]?.slice(0, column)
  for (let above = line - 1; before !== undefined && !before.includes(MARK); above--) before = bundle?.lines[above]
  if (bundle === undefined || before === undefined) return undefined
  const begin = before.lastIndexOf(MARK) + MARK.length - 1
  const source = pathToFileURL(before.slice(begin, before.indexOf(' */', begin))).href
  if (source.includes('/node_modules/')) return source
  const entry = bundle.map.findEntry(line, column)
  return 'originalLine' in entry ? `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}` : source
}
