import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inLocale, MESSAGES, type MessageKey } from './locale.ts'

/** Where the API stands; some groups of routes are served at the root as well. */
export const API_PREFIX = '/api/v1'

/** `{success, message}` in the language of the request. */
export function done(request: FastifyRequest, message: MessageKey) {
  return { success: true as const, message: inLocale(MESSAGES[message], request.locale) }
}

/** `{success, message, data}` in the language of the request. */
export function envelope<T>(request: FastifyRequest, message: MessageKey, data: T) {
  return { ...done(request, message), data }
}

export interface PageQuery {
  page: number
  per_page: number
}

/**
 * One page of a list and its place in the whole. Every list query takes `limit` and `offset` and gives each row the
 * `total` of all that match; beyond the last page, where there are no rows, it is asked for once more.
 */
export async function listPage<R extends { total: number }>(
  request: FastifyRequest,
  { page, per_page }: PageQuery,
  run: (page: { limit: number; offset: number }) => Promise<R[]>,
) {
  const rows = await run({ limit: per_page, offset: (page - 1) * per_page })
  const total = rows[0]?.total ?? (page > 1 ? ((await run({ limit: 1, offset: 0 }))[0]?.total ?? 0) : 0)
  const meta = { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) }
  return { ...envelope(request, 'ok', rows), meta }
}

const success = { success: z.literal(true), message: z.string() }

export const doneSchema = z.object(success)
export const envelopeSchema = <T extends z.ZodType>(data: T) => z.object({ ...success, data })
export const pagedSchema = <T extends z.ZodType>(item: T) =>
  z.object({
    ...success,
    data: z.array(item),
    meta: z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() }),
  })

/** An answer without a body that sends the browser elsewhere. */
export const redirect = z.undefined().meta({
  description: 'A redirect',
  headers: { location: { type: 'string', format: 'uri-reference' } },
})

/** A page for browsers, as one of the contents of an answer. */
export const page = { 'text/html': { schema: z.string() } }

const failure = z
  .object({ success: z.literal(false), message: z.string(), data: z.unknown().optional() })
  .meta({ id: 'Failure', description: 'A refusal; on validation, `data` maps each field to its messages.' })

type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503

/** The response schemas of the refusals of an operation, e.g. `failures(400, 401)`; 429 and 500 can always happen. */
export function failures<S extends FailureStatus>(...statuses: S[]): Record<S | 429 | 500, typeof failure> {
  return Object.fromEntries([...statuses, 429, 500].map((status) => [status, failure])) as Record<
    S | 429 | 500,
    typeof failure
  >
}
