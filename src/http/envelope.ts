import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Texts, texts } from '../locales/locales.ts'

/** The prefix of the API; some groups of routes are served at the root as well. */
export const API_PREFIX = '/api/v1'

export type MessageKey = keyof Texts['answers']

/** `{success, message}` in the language of the request. */
export function done(request: FastifyRequest, message: MessageKey) {
  return { success: true as const, message: texts(request.locale).answers[message] }
}

/** `{success, message, data}` in the language of the request. */
export function envelope<T>(request: FastifyRequest, message: MessageKey, data: T) {
  return { ...done(request, message), data }
}

const success = { success: z.literal(true), message: z.string() }

export const doneSchema = z.object(success)
export const envelopeSchema = <T extends z.ZodType>(data: T) => z.object({ ...success, data })

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

type FailureStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503 | 507

/** The response schemas of an operation's refusals, e.g. `failures(400, 401)`; 429 and 500 are always included. */
export function failures<S extends FailureStatus>(...statuses: S[]): Record<S | 429 | 500, typeof failure> {
  return Object.fromEntries([...statuses, 429, 500].map((status) => [status, failure])) as Record<
    S | 429 | 500,
    typeof failure
  >
}
