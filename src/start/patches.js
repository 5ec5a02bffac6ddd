import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The packages whose patch in `patches/` is not applied, or only in part: an install with `--ignore-scripts` leaves them
 * as their authors published them, without a word.
 * @param {string} root the folder of package.json, with `patches/` and `node_modules/`.
 * @returns {string[]} the names of files in `patches/`; empty when all is well.
 */
export function missingPatches(root) {
  const folder = path.join(root, 'patches')
  const patches = readdirSync(folder).filter((file) => file.endsWith('.patch'))
  return patches.filter((file) => !isApplied(root, readFileSync(path.join(folder, file), 'utf8')))
}

/**
 * True if the files have what the patch makes of each place that it changes.
 * @param {string} root @param {string} patch @returns {boolean}
 */
function isApplied(root, patch) {
  return patch
    .split(/^diff --git .*\n/m)
    .slice(1)
    .every((part) => {
      const [head = '', ...hunks] = part.split(/^@@ .*\n/m)
      const file = /^\+\+\+ b\/(.+)$/m.exec(head)?.[1]
      if (file === undefined || hunks.length === 0) throw new Error(`A patch changes no text: ${head}`)
      const text = textOf(path.join(root, file))
      return hunks.every((hunk) => text.includes(hunk.replace(/^-.*\n/gm, '').replace(/^[+ ]/gm, '')))
    })
}

/**
 * The text of an installed file; that of a missing one has no patch.
 * @param {string} file @returns {string}
 */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
