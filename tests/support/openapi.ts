import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './folders.ts'

/** Writes openapi.json and asyncapi.json into a folder, as `npm run openapi` does, without a database. */
export const writeDocuments = (folder: string) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, 'src/cli/openapi.ts'), folder], { cwd: ROOT })
