/**
 * `npm run build`: generates the types of operations and events from the service's own documents, which needs no running service,
 * and compiles the package into dist/.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

const FOLDER = import.meta.dirname
const ROOT = path.resolve(FOLDER, '../..')
const BLOB = ts.factory.createTypeReferenceNode('Blob')

/** The types of a document's operations and schemas. Files are blobs. */
const typesOf = async (document: OpenAPI3): Promise<string> =>
  astToString(
    await openapiTS(document, {
      transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
      alphabetize: true,
    }),
  )

interface AsyncApi {
  channels: Record<string, { messages: Record<string, { $ref: string }> }>
  components: {
    messages: Record<string, { name: string; payload: { $ref: string } }>
    schemas: Record<string, object>
  }
}

/** The schemas of events as an OpenAPI document, with one schema a channel: its events and their data. Pure. */
function asOpenApi({ channels, components: { messages, schemas } }: AsyncApi): OpenAPI3 {
  const maps = Object.entries(channels).map(([channel, { messages: own }]) => {
    const events = Object.keys(own).flatMap((key) => messages[key] ?? [])
    const properties = Object.fromEntries(events.map(({ name, payload }) => [name, payload]))
    return [channel, { type: 'object', properties, required: Object.keys(properties) }]
  })
  return {
    openapi: '3.1.0',
    info: { title: 'Events', version: '1' },
    paths: {},
    components: { schemas: { ...schemas, ...Object.fromEntries(maps) } },
  }
}

/** Moves a folder's files into another one, each at once: a reader sees the old file or the new one. */
function moveInto(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const target = path.join(to, path.relative(from, entry.parentPath), entry.name)
    mkdirSync(path.dirname(target), { recursive: true })
    renameSync(path.join(entry.parentPath, entry.name), target)
  }
  rmSync(from, { recursive: true })
}

// On the same file system as what it replaces.
const made = mkdtempSync(path.join(FOLDER, '.build-'))
process.on('exit', () => rmSync(made, { recursive: true }))
execFileSync(process.execPath, [path.join(ROOT, 'src/cli/openapi.ts'), made], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(made, name), 'utf8'))
const types = path.join(made, 'types')
mkdirSync(types)
writeFileSync(path.join(types, 'api.ts'), await typesOf(read('openapi.json') as OpenAPI3))
writeFileSync(path.join(types, 'events.ts'), await typesOf(asOpenApi(read('asyncapi.json') as AsyncApi)))
moveInto(types, path.join(FOLDER, 'src/generated'))
const compiled = path.join(made, 'dist')
execFileSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', FOLDER, '--outDir', compiled], { stdio: 'inherit' })
moveInto(compiled, path.join(FOLDER, 'dist'))
