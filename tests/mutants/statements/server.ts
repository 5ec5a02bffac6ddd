import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from '../../support/database.ts'
import { fastFolder } from '../../support/folders.ts'

/** One PostgreSQL for all mutants. Nobody looks for secrets in the logs: a mutant may write any. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const folder = mkdtempSync(path.join(fastFolder(), 'sejour-mutants-'))
  project.provide('databaseUrl', server.url)
  project.provide('logFolder', folder)
  return async () => {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
