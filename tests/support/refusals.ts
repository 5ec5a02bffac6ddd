import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import { z } from 'zod'
import { FIELD_CODES } from '../../src/platform/http/errors.ts'
import { documentsOfRun } from './openapi.ts'

/** `Retry-After` of an answer while the database is away or busy: some seconds. */
export const SOON = expect.stringMatching(/^[3-7]$/)

/** The codes of a refusal: several, or one. */
const code = z
  .looseObject({ enum: z.array(z.string()).optional(), const: z.string().optional() })
  .transform(({ enum: values, const: only }) => values ?? (only === undefined ? [] : [only]))
const response = z.looseObject({
  $ref: z.string().optional(),
  content: z
    .looseObject({
      'application/json': z
        .looseObject({
          schema: z.looseObject({
            properties: z.looseObject({ code: code.optional() }).optional(),
            allOf: z.array(z.looseObject({ properties: z.looseObject({ code }).optional() })).optional(),
          }),
        })
        .optional(),
    })
    .optional(),
})
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), response) }))),
  components: z.looseObject({ responses: z.record(z.string(), response) }),
})

type Document = z.infer<typeof document>

/** The codes that an operation declares for a status. */
function codesOf({ components }: Document, responses: Record<string, z.infer<typeof response>>, status: number) {
  const declared = responses[String(status)]
  const name = declared?.$ref?.split('/').at(-1) ?? ''
  const { content } = declared?.$ref ? (components.responses[name] ?? {}) : (declared ?? {})
  const schema = content?.['application/json']?.schema
  return schema?.properties?.code ?? schema?.allOf?.flatMap(({ properties }) => properties?.code ?? [])
}

let known: ReturnType<typeof read> | undefined

/** All operations, those without parameters in their path first. */
async function read() {
  const parsed = document.parse((await documentsOfRun()).openapi)
  const operations = Object.entries(parsed.paths)
    .flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        method: method.toUpperCase(),
        template,
        path: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
        responses,
      })),
    )
    .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)
  return { document: parsed, operations }
}

/** A refusal of a kind that any address has, whatever is there. */
const ANYWHERE = new Set([404, 405, 408, 413, 414, 415, 429, 431, 500, 503])

const refusal = z.looseObject({
  code: z.string(),
  errors: z.record(z.string(), z.array(z.looseObject({ code: z.string() }))).optional(),
})

/** Throws when a refusal has a code that the OpenAPI document does not have for it. */
export async function expectDeclared(method: string, url: string, status: number, body: unknown): Promise<void> {
  const refused = refusal.safeParse(body)
  if (status < 400 || !refused.success) return
  const problems = Object.values(refused.data.errors ?? {}).flat()
  expect(problems.filter(({ code }) => !FIELD_CODES.includes(code))).toEqual([])
  known ??= read()
  const { document, operations } = await known
  const path = url.split('?')[0] ?? ''
  const operation = operations.find(
    (one) => one.method === method.toUpperCase() && (one.path.test(path) || one.path.test(`/api/v1${path}`)),
  )
  if (!operation) return
  const declared = codesOf(document, operation.responses, status)
  if (declared?.includes(refused.data.code) || (!declared && ANYWHERE.has(status))) return
  const said = `${method} ${operation.template} says ${refused.data.code} with ${status}`
  if (process.env.RECORD_REFUSALS) return appendFileSync(process.env.RECORD_REFUSALS, `${said}\n`)
  throw new Error(`${said}, which is not declared: ${declared?.join() ?? 'nothing'}`)
}
