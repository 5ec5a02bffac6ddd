import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
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

/** A fixture: a folder that goes with its test. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern
export async function temporaryFolder({}: object, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-test-'))
  await use(folder)
  rmSync(folder, { recursive: true, force: true })
}
