import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { resolveBinary } from 'dbmate'

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
