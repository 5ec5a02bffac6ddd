import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** fastify-plugin reads a trace for the name of each plugin without one; its lines are nobody's concern. */
const NAMING = /\/fastify-plugin\/lib\//

/**
 * Makes traces of errors name the lines of the sources. `process.setSourceMapsEnabled` would read all maps with the modules, which costs a
 * start 20 MB and a fifth of its processor time; here a map is read when somebody reads the first trace that needs it.
 * @param {string} folder address of the folder of bundled files, with a slash at its end.
 */
export function traceSources(folder) {
  /** @type {Map<string, SourceMap | undefined>} */
  const maps = new Map()
  /** @param {string} file */
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }
  /** @param {NodeJS.CallSite} frame */
  const lineOf = (frame) => {
    const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
    const text = String(frame)
    if (!file?.startsWith(folder) || line === null || column === null) return text
    const entry = mapOf(file)?.findEntry(line - 1, column - 1)
    if (!entry || !('originalSource' in entry)) return text
    const source = new URL(entry.originalSource, file).href
    return text.replace(`${file}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
  }
  Error.prepareStackTrace = (error, frames) => {
    const show = NAMING.test(frames[0]?.getFileName() ?? '') ? String : lineOf
    return [String(error), ...frames.map((frame) => `    at ${show(frame)}`)].join('\n')
  }
}

/** @param {string} file @returns {SourceMap | undefined} */
function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')))
  } catch {
    // A version that was removed: its traces have the lines of the bundle.
    return undefined
  }
}
