import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { TestApp } from './app.ts'

const ADMIN = path.resolve(import.meta.dirname, '../../src/cli/admin.ts')
/** Options of src/start.js: compiling is most of the time of a command. */
const NODE_COMPILE_CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/sejour/compiled')
const MACHINE = { PATH: process.env.PATH, NODE_COMPILE_CACHE }

/** Runs an operator's command with these variables alone. @throws with its `code` and `stderr`. */
export const adminWith = async (env: Record<string, string>, ...words: string[]) =>
  (await promisify(execFile)(process.execPath, [ADMIN, ...words], { env: { ...MACHINE, ...env } })).stdout.trim()

/** Runs `npm run admin -- <args>` on a test's database; returns its output. @throws with its `code` and `stderr`. */
export async function admin(t: TestApp, ...args: (string | { env: Record<string, string> })[]) {
  const more = typeof args[0] === 'object' ? args[0].env : {}
  const words = args.filter((arg): arg is string => typeof arg === 'string')
  const [row] = await t.db<{ name: string }[]>`select current_database() as name`
  const DATABASE_URL = inject('databaseUrl').replace('/DATABASE', `/${row?.name}`)
  // In production the database is all that most commands need; the others are given what they need.
  const NODE_ENV = typeof args[0] === 'object' ? 'test' : 'production'
  return adminWith({ NODE_ENV, DATABASE_URL, ...more }, ...words)
}
