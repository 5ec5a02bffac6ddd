import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { resolveBinary } from 'dbmate'
import { connect } from './client.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations')

/**
 * Runs dbmate, e.g. `migrate(url)` or `migrate(url, 'rollback')`. `up` creates the database when it is missing.
 * @throws Error with dbmate's own words.
 */
export async function migrate(url: string, command: 'up' | 'migrate' | 'rollback' | 'status' = 'up'): Promise<string> {
  const args = ['--migrations-dir', MIGRATIONS, '--no-dump-schema', '--env-file', '/dev/null', command]
  try {
    const { stdout } = await promisify(execFile)(resolveBinary(), args, {
      env: { PATH: process.env.PATH, DATABASE_URL: url },
    })
    return stdout
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    // The URL holds the password; dbmate repeats it in some of its errors.
    throw new Error(`Migration failed: ${(output || String(error)).replaceAll(url, 'DATABASE_URL')}`)
  }
}

/** Migrates at the start of a service, alone: nodes that start at once take turns, which dbmate does not see to. */
export async function migrateAlone(url: string): Promise<void> {
  const db = connect(url, { max: 1, applicationName: 'sejour-migrate', patient: true })
  try {
    await db`select pg_advisory_lock(hashtextextended('sejour migrations', 0))`
  } catch {
    // No such database, or none that can be reached: dbmate creates the one, and says what is wrong with the other.
  }
  try {
    await migrate(url)
  } finally {
    // The lock goes with its connection.
    await db.end({ timeout: 1 })
  }
}
