import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { fastFolder, ROOT } from './folders.ts'

/** Everything that the templates are made of: a change of one of these files builds them anew. */
const SOURCES = [
  'migrations/[0-9]*.sql',
  'package-lock.json',
  'sql/functions.json',
  'sql/**/{jobs,places}/*.sql',
  'src/**/{jobs,*.jobs}.ts',
  'src/**/{jobs,places,schema}/*.ts',
  'tests/support/{database,kept-template,neighbours}.ts',
  'tests/{support,*/*}/neighbours.sql',
]

/** Kept templates, one folder a version; `npm ci` removes them with the rest of node_modules. */
const KEPT = path.join(ROOT, 'node_modules/.cache/test-templates')

/** Neighbours have stays around the day on which they are made, so a template serves one day (UTC), and one server. */
function currentVersion(): string {
  const hash = createHash('sha256').update(
    `${new Date().toISOString().slice(0, 10)} ${process.env.TEST_POSTGRES ?? ''}`,
  )
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Owners are kept: PostgreSQL does not run as root. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', `${from}/.`, to])

/**
 * Fills `folder` with a copy of the kept cluster. `build` creates it, in another folder, unless a run has done so since one of
 * its sources changed. Of runs that build it at the same time, the first to finish keeps its own.
 */
export async function copyTemplate(folder: string, build: (fresh: string) => Promise<void>): Promise<void> {
  const kept = path.join(KEPT, currentVersion())
  if (!existsSync(kept)) {
    const fresh = mkdtempSync(path.join(fastFolder(), 'sejour-template-'))
    await build(fresh)
    mkdirSync(KEPT, { recursive: true })
    const arriving = mkdtempSync(path.join(KEPT, 'arriving-'))
    copyFolder(fresh, arriving)
    rmSync(fresh, { recursive: true })
    for (const older of readdirSync(KEPT))
      if (!older.startsWith('arriving-') && older !== path.basename(kept))
        rmSync(path.join(KEPT, older), { recursive: true, force: true })
    if (existsSync(kept)) rmSync(arriving, { recursive: true })
    else renameSync(arriving, kept)
  }
  copyFolder(kept, folder)
  chmodSync(folder, 0o755)
}
