import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { inject, vi } from 'vitest'
import { ROOT } from './folders.ts'

/** Writes openapi.json and asyncapi.json into a folder, as `npm run openapi` does, without a database. */
export const writeDocuments = (folder: string) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, 'src/cli/openapi.ts'), folder], { cwd: ROOT })

async function readFrom(folder: string): Promise<{ openapi: unknown; asyncapi: unknown }> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  return { openapi: await read('openapi.json'), asyncapi: await read('asyncapi.json') }
}

/** Both documents, parsed. */
export async function readDocuments() {
  const folder = await mkdtemp(path.join(tmpdir(), 'sejour-openapi-'))
  await writeDocuments(folder)
  const documents = await readFrom(folder)
  await rm(folder, { recursive: true })
  return documents
}

/**
 * Writes both documents once for all workers of a run, beside its first tests. Making them takes seconds, in which a worker would not
 * see the answers of the database.
 */
export function beginDocuments(): { folder: string; remove(): Promise<void> } {
  const arriving = mkdtempSync(path.join(tmpdir(), 'sejour-openapi-'))
  const folder = `${arriving}-made`
  const written = writeDocuments(arriving).then(() => rename(arriving, folder), console.error)
  return {
    folder,
    async remove() {
      await written
      for (const one of [arriving, folder]) await rm(one, { recursive: true, force: true })
    },
  }
}

/** Both documents of the run, parsed. */
export const documentsOfRun = () => vi.waitFor(() => readFrom(inject('documents')), { timeout: 120_000, interval: 20 })

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of both documents, when they are written. */
    documents: string
  }
}

export const isObject = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null

/** Every object of a part of a document with the path to it; examples are no part of it. */
export function* walk(part: unknown, at: string[] = []): Generator<[object: Record<string, unknown>, at: string[]]> {
  if (!isObject(part)) return
  yield [part, at]
  for (const [key, value] of Object.entries(part))
    if (key !== 'example' && key !== 'examples') yield* walk(value, [...at, key])
}
