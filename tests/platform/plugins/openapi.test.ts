import { existsSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { alone, type TestApp, test } from '../../support/app.ts'
import { importsOfModules } from '../../support/modules.ts'

const schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ format: z.string().optional() })).optional(),
})
const media = z.looseObject({ schema: schema.optional(), example: z.unknown().optional() })

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string().optional(),
        summary: z.string().optional(),
        description: z.string().optional(),
        'x-root-path': z.string().optional(),
        security: z.array(z.record(z.string(), z.unknown())).optional(),
        parameters: z
          .array(
            z.object({
              name: z.string(),
              in: z.string(),
              description: z.string().optional(),
              schema: z.object({ description: z.string().optional() }).optional(),
              required: z.boolean().optional(),
              example: z.unknown().optional(),
            }),
          )
          .default([]),
        requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
        responses: z.record(
          z.string(),
          z.object({
            $ref: z.string().optional(),
            description: z.string().optional(),
            content: z.record(z.string(), media).optional(),
          }),
        ),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), z.unknown()) }),
})

type Operation = z.infer<typeof documentSchema>['paths'][string][string] & { method: string; path: string }

async function readOperations(t: TestApp): Promise<Operation[]> {
  const { paths } = documentSchema.parse((await t.call('GET', '//openapi.json')).body)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  expect(operations.length).toBeGreaterThan(60)
  return operations
}

const isSuccess = (status: string): boolean => Number(status) < 400

describe('the OpenAPI document', () => {
  test('names every operation as a method of a client, once', async ({ t }) => {
    const operations = await readOperations(t)
    const unnamed = operations.filter(({ operationId = '' }) => !/^[a-z]+([A-Z][a-z]+)*$/.test(operationId))
    expect(unnamed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    const names = operations.map(({ operationId }) => operationId)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('describes every operation beyond its summary', async ({ t }) => {
    const operations = await readOperations(t)
    const undescribed = operations.filter(({ summary = '', description = summary }) => description.startsWith(summary))
    expect(undescribed.map(({ operationId }) => operationId)).toEqual([])
  })

  test('says of every success what it looks like, and gives an example of each body and answer', async ({ t }) => {
    for (const { operationId, responses, requestBody, parameters } of await readOperations(t)) {
      const successes = Object.entries(responses).filter(([status]) => isSuccess(status))
      expect(successes.length, operationId).toBeGreaterThan(0)
      for (const [status, { description, content = {} }] of successes) {
        expect(description, `${operationId} ${status}`).not.toBe('Default Response')
        if (!['302', '303', '304'].includes(status))
          expect(Object.keys(content).length, `${operationId} ${status}`).toBeGreaterThan(0)
      }
      const bodies = Object.values(responses).flatMap(({ content = {} }) => Object.values(content))
      for (const { schema, example } of [...bodies, ...Object.values(requestBody?.content ?? {})]) {
        expect(Object.keys(schema ?? {}).length, operationId).toBeGreaterThan(0)
        expect(example, operationId).toBeDefined()
      }
      for (const parameter of parameters) {
        if (parameter.required) expect(parameter.example, `${operationId} ${parameter.name}`).toBeDefined()
      }
    }
  })

  test('has no component that nothing refers to, and none missing', async ({ t }) => {
    const document = (await t.call('GET', '//openapi.json')).body
    const { schemas, responses } = documentSchema.parse(document).components
    const referred = new Set(
      [...JSON.stringify(document).matchAll(/"#\/components\/((?:schemas|responses)\/\w+)"/g)].map(([, name]) => name),
    )
    const kept = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ]
    expect(kept.toSorted()).toEqual([...referred].toSorted())
  })

  // Number 1 of everything may be a neighbour's.
  alone('tells who may call what: a token is needed, read or ignored as it says', async ({ t }) => {
    const token = 'nonsense'
    const choices = new Set<string>()
    for (const { method, path, operationId, security } of await readOperations(t)) {
      const url = `/${path.replace(/\{\w+\}/g, '1')}`
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const stranger = (await t.call(method, url, body)).status === 401
      const impostor = (await t.call(method, url, body, { token })).status === 401
      // tests/access has who may do what with a key.
      const said = JSON.stringify(security?.filter((way) => !('apiKey' in way)))
      choices.add(said)
      const expected = {
        '[{"webhookSecret":[]}]': [true, true],
        '[{"bearer":[]}]': [true, true],
        // A token that is no good is nobody’s there.
        '[{"bearer":[]},{}]': [false, false],
        '[{"bearer":[]},{"signedAddress":[]}]': [true, true],
        '[]': [false, false],
      }
      expect([said, stranger, impostor], operationId).toEqual([
        said,
        ...(expected[said as keyof typeof expected] ?? []),
      ])
    }
    expect(choices.size).toBe(5)
  })
})

test('the first part of each path is the name of its module, or stands in the table of the architecture', async ({
  t,
}) => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const [, table = ''] = /### From a path to its module\n(.*?)\n## /s.exec(page) ?? []
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const places = rows.map((row) => /`([\w-]+\/[\w-]+)\/` \|$/.exec(row)?.[1] ?? row)
  expect(places.filter((place) => !existsSync(`src/${place}/module.ts`))).toEqual([])
  const named = new Set(rows.flatMap((row) => [...row.matchAll(/`(?:\w+ )?\/([\w-]+)/g)].map(([, part]) => part)))
  const { paths } = documentSchema.parse(t.app.swagger())
  const firsts = new Set(Object.keys(paths).map((path) => path.replace('/api/v1', '').split('/')[1] ?? ''))
  // Return addresses of browsers after sign-in with another provider.
  firsts.delete('api')
  const modules = importsOfModules()
  expect([...firsts].filter((first) => !modules.has(first) && !named.has(first))).toEqual([])
})

test('every parameter is described, and every operation may be unavailable', async ({ t }) => {
  const operations = await readOperations(t)
  const undescribed = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ description, schema }) => !description && !schema?.description)
      .map(({ name }) => `${operationId}.${name}`),
  )
  expect(undescribed).toEqual([])
  expect(operations.filter(({ responses }) => !responses['503']).map(({ operationId }) => operationId)).toEqual([])
})

test('docs/design/api.md lists the paths that are served at the root, and those that take HEAD', async ({ t }) => {
  const page = readFileSync('docs/design/api.md', 'utf8')
  const listedAfter = (heading: string): string[] =>
    [...(page.split(`\n### ${heading}\n`)[1]?.split('\n#')[0] ?? '').matchAll(/`(\/[^`]+)`/g)].map(
      ([, path]) => `${path}`,
    )
  const paths = (await readOperations(t)).map(({ path }) => path)
  const served = (method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD', url: string): boolean =>
    t.app.hasRoute({ method, url: url.replaceAll(/\{(\w+)\}/g, ':$1') })

  const short = paths.filter((path) => path.startsWith('/api/v1')).map((path) => path.slice('/api/v1'.length))
  const documented = (await readOperations(t)).flatMap((operation) => operation['x-root-path'] ?? [])
  const atRoot = short.filter((path) => (['GET', 'POST', 'PUT', 'DELETE'] as const).some((one) => served(one, path)))
  expect(listedAfter('Paths at the root').sort()).toEqual([...new Set(atRoot)].sort())
  expect([...new Set(documented)].sort()).toEqual([...new Set(atRoot)].sort())
  const withHead = paths.filter((path) => served('HEAD', path)).map((path) => path.replace('/api/v1', ''))
  expect(listedAfter('HEAD').sort()).toEqual([...new Set(withHead)].sort())
})
