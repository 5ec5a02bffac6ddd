import { LOCALE } from '../db/enums.ts'
import { pascalCase } from '../lib/text.ts'
import type { OpenApiDocument, Operation, Response } from './document.ts'

const text = (description: string, more: object = {}) => ({ description, schema: { type: 'string', ...more } })
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** The headers of answers that a client can use. */
export const HEADERS = {
  'x-request-id': text('Identifier of the request in the log; send it to support'),
  'content-language': text('The language of the texts', { enum: LOCALE }),
  'x-ratelimit-limit': whole('Requests per address and minute'),
  'x-ratelimit-remaining': whole('Number left'),
  'x-ratelimit-reset': whole('Seconds until the limit resets'),
  'retry-after': whole('Seconds to wait'),
  'www-authenticate': text(
    '`Bearer error="invalid_token"`: the token is not valid, and the public operation ignored it; refresh it',
  ),
  etag: text('Send it in `If-None-Match`; 304 means not modified'),
  'idempotency-replayed': text('The response is a replay for this key', { enum: ['true'] }),
  'content-disposition': text('File name'),
}

type Name = keyof typeof HEADERS

const OF_LIMIT: Name[] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Placeholder in the schema of a route without a rate limit until its headers are declared. */
export const UNLIMITED = 'x-unlimited'

const refsTo = (names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${pascalCase(name)}` }]))

/** The headers of a refusal, which operations with and without a rate limit share. */
export const headersOfRefusal = (status: string, codes: unknown[] = []) =>
  refsTo([
    'x-request-id',
    'content-language',
    ...(status === '401' ? (['www-authenticate'] as const) : []),
    ...(status === '429' ? OF_LIMIT : []),
    ...(status === '429' || status === '503' || codes.includes('unavailable') ? (['retry-after'] as const) : []),
  ])

/** Declares the headers of the success of all operations. */
export function declareHeaders({ paths, components }: OpenApiDocument, isSuccess: (status: string) => boolean): void {
  const all = Object.entries(HEADERS).map(([name, header]) => [pascalCase(name), header])
  components.headers = Object.fromEntries(all)
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses).filter(([status]) => isSuccess(status)))
      response.headers = { ...response.headers, ...refsTo(headersOf(operation, status, response)) }
    delete operation[UNLIMITED]
  }
}

/** Content types that are always saved as a file. */
const FILES = ['text/calendar', 'text/csv', 'application/zip']

function headersOf(operation: Operation, status: string, { content = {} }: Response): Name[] {
  const { operationId, security = [], parameters = [] } = operation
  const isStored = ['application/pdf', 'image/webp'].some((type) => content[type] !== undefined)
  const has: Partial<Record<Name, boolean>> = {
    'x-request-id': true,
    'content-language': content['application/json'] !== undefined,
    'www-authenticate': security.some((way) => Object.keys(way).length === 0),
    etag: (operation.responses['304'] !== undefined && status === '200') || isStored,
    'idempotency-replayed': parameters.some(({ name }) => name === 'idempotency-key'),
    'content-disposition':
      isStored || FILES.some((type) => content[type] !== undefined) || operationId === 'exportAccount',
    ...Object.fromEntries(OF_LIMIT.map((name) => [name, operation[UNLIMITED] !== true])),
  }
  return (Object.keys(HEADERS) as Name[]).filter((name) => has[name])
}
