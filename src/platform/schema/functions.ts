import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Database } from '../db/client.ts'
import { SQL_FOLDER } from '../db/query.ts'

/**
 * Functions in the database. Each is a file of its module, `sql/<district>/<module>/functions/<name>.sql`, and not part of a migration. A build whose
 * version is higher than the database's replaces all of them (docs/decisions/0036-functions-are-files.md).
 */

/** The version of the functions, and the hash of their files. */
export const VERSION_FILE = path.join(SQL_FOLDER, 'functions.json')

const versionFile = z.object({ version: z.int(), sha256: z.string() })
export type FunctionsVersion = z.infer<typeof versionFile>

export const isFunction = (file: string): boolean => path.basename(path.dirname(file)) === 'functions'

/** The files of all functions, below sql/. */
export const listFunctions = (): string[] => globSync('**/functions/*.sql', { cwd: SQL_FOLDER }).sort()

const sourceOf = (file: string): string => readFileSync(path.join(SQL_FOLDER, file), 'utf8')

/** The statements that make all functions. */
export const textOfFunctions = (): string => listFunctions().map(sourceOf).join('\n')

export const functionsVersion = (): FunctionsVersion =>
  versionFile.parse(JSON.parse(readFileSync(VERSION_FILE, 'utf8')))

/** The version that the files should have: one more than the written one when a file has changed since. */
export function nextFunctionsVersion(): FunctionsVersion {
  const present = functionsVersion()
  const hash = createHash('sha256')
  for (const file of listFunctions()) hash.update(`${file}\n${sourceOf(file)}`)
  const sha256 = hash.digest('hex')
  return sha256 === present.sha256 ? present : { version: present.version + 1, sha256 }
}

/** True if the database has functions of an earlier version than this build. */
export async function hasOlderFunctions(db: Database): Promise<boolean> {
  const [present] = await db<{ version: number | null }[]>`select max(version) as version from function_versions`
  return (present?.version ?? 0) < functionsVersion().version
}

/** Replaces all functions by those of this build, unless the database has the same or later ones. */
export async function applyFunctions(db: Database): Promise<void> {
  if (!(await hasOlderFunctions(db))) return
  const { version, sha256 } = functionsVersion()
  await db.begin(async (tx) => {
    // Functions call each other, and are made in the order of their names.
    await tx`set local check_function_bodies = off`
    await tx.unsafe(textOfFunctions()).simple()
    await tx`insert into function_versions (version, sha256) values (${version}, ${sha256})`
  })
}
