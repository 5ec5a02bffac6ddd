import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { TestApp } from './app.ts'

const ADMIN = path.resolve(import.meta.dirname, '../../src/cli/admin.ts')

/** Runs `npm run admin -- <args>` on a test's database; returns its output. @throws with its `code` and `stderr`. */
export async function admin(t: TestApp, ...args: string[]): Promise<string> {
  const [row] = await t.db<{ name: string }[]>`select current_database() as name`
  const DATABASE_URL = inject('databaseUrl').replace('/DATABASE', `/${row?.name}`)
  // In production the database is all that a command needs.
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL }
  return (await promisify(execFile)(process.execPath, [ADMIN, ...args], { env })).stdout.trim()
}
