/**
 * `npm run build`: generates the types of operations and events from the service's own documents, which needs no running service,
 * and compiles the package into dist/.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

const documents = mkdtempSync(path.join(tmpdir(), 'sejour-client-'))
execFileSync(process.execPath, [path.join(ROOT, 'src/cli/openapi.ts'), documents], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(documents, name), 'utf8'))
const generated = path.join(FOLDER, 'src/generated')
mkdirSync(generated, { recursive: true })
writeFileSync(path.join(generated, 'api.ts'), await typesOf(read('openapi.json') as OpenAPI3))
writeFileSync(path.join(generated, 'events.ts'), await typesOf(asOpenApi(read('asyncapi.json') as AsyncApi)))
rmSync(documents, { recursive: true })
rmSync(path.join(FOLDER, 'dist'), { recursive: true, force: true })
execFileSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', FOLDER], { stdio: 'inherit' })
