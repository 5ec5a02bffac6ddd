import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './folders.ts'

/** Writes openapi.json and asyncapi.json into a folder, as `npm run openapi` does, without a database. */
export const writeDocuments = (folder: string) =>
  promisify(execFile)(process.execPath, [path.join(ROOT, 'src/cli/openapi.ts'), folder], { cwd: ROOT })

/** Both documents, parsed. */
export async function readDocuments(): Promise<{ openapi: unknown; asyncapi: unknown }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sejour-openapi-'))
  await writeDocuments(folder)
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const documents = { openapi: await read('openapi.json'), asyncapi: await read('asyncapi.json') }
  await rm(folder, { recursive: true })
  return documents
}

export const isObject = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null

/** Every object of a part of a document with the path to it; examples are no part of it. */
export function* walk(part: unknown, at: string[] = []): Generator<[object: Record<string, unknown>, at: string[]]> {
  if (!isObject(part)) return
  yield [part, at]
  for (const [key, value] of Object.entries(part))
    if (key !== 'example' && key !== 'examples') yield* walk(value, [...at, key])
}
