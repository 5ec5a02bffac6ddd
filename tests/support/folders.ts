import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * The folder of the test databases, in memory if there is room. A database has some seven hundred files; on a disk,
 * creating them takes most of the time of a test.
 */
export function fastFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
}
