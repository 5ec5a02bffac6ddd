import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Texts, texts } from '../locales/locales.ts'
import { codeOf, type ErrorCode, FIELD_CODES, statusOf } from './errors.ts'

/** The prefix of the API; some groups of routes are served at the root as well. */
export const API_PREFIX = '/api/v1'

export type MessageKey = keyof Texts['answers']

/** The message of an operation's success. */
export const messageOf = (operation: { 'x-message'?: MessageKey | undefined } = {}): MessageKey =>
  operation['x-message'] ?? 'ok'

/** `{success, message}` in the language of the request. The message is that of the operation, unless the outcome has another. */
export function done(request: FastifyRequest, message = messageOf(request.routeOptions.schema)) {
  return { success: true as const, message: texts(request.locale).answers[message] }
}

/** `{success, message, data}`, with the same message. */
export function envelope<T>(request: FastifyRequest, data: T, message?: MessageKey) {
  return { ...done(request, message), data }
}

const success = { success: z.literal(true), message: z.string() }

export const doneSchema = z.object(success).meta({ id: 'Done' })
export const envelopeSchema = <T extends z.ZodType>(data: T) => z.object({ ...success, data })

/** An answer without a body that sends the browser elsewhere. */
export const redirect = z.undefined().meta({
  description: 'A redirect',
  headers: { location: { type: 'string', format: 'uri-reference' } },
})

/** A page for browsers, as one of the contents of an answer. */
export const page = { 'text/html': { schema: z.string().meta({ example: '<!doctype html><html lang="fr">…</html>' }) } }

/** Problem of a field, for programs. */
const fieldFailure = z
  .object({
    code: z.string().meta({ enum: FIELD_CODES }),
    limit: z.number().optional(),
    values: z.array(z.string()).readonly().optional(),
    instead: z.string().optional(),
  })
  .meta({
    id: 'FieldFailure',
    description:
      'A problem of a field: its code (new ones are added), the limit or the values that the field takes, and the operation that takes it instead',
  })

const refused = { success: z.literal(false), message: z.string() }
const details = {
  data: z.unknown().optional(),
  instead: z.string().optional().meta({ description: '`operationId` of the operation that takes it instead' }),
  with: z.record(z.string(), z.unknown()).optional().meta({ description: 'Fields that this operation needs' }),
  errors: z.record(z.string(), z.array(fieldFailure)).optional(),
}

/** A refusal with one of some codes. */
const refusal = (code: z.ZodType<string>) => z.object({ ...refused, code, ...details })

export const failure = refusal(z.string()).meta({
  id: 'Failure',
  description: 'A refusal; on validation, `data` maps each field to its messages, and `errors` to their codes.',
})

export type FailureStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 502 | 503 | 507

/** Responses of any operation that answers with a status. */
export const USUAL: Record<FailureStatus, ErrorCode[]> = {
  400: ['validation', 'badRequest', 'accountRefused'],
  401: ['unauthenticated', 'invalidToken'],
  402: ['cardRefused'],
  403: ['forbidden', 'keyRefused', 'scopeMissing', 'notInTeam', 'secondFactorMissing'],
  404: ['notFound'],
  409: [],
  410: [],
  413: ['tooLarge'],
  415: ['unsupportedMediaType'],
  429: ['tooManyRequests'],
  500: ['internal'],
  502: ['providerRefused'],
  503: ['unavailable'],
  507: ['storageFull'],
}

/** Adds a refusal that any operation with its status can answer, before another one. */
export function addUsual(code: ErrorCode, before: ErrorCode): void {
  const codes = USUAL[statusOf(code) as FailureStatus]
  codes.splice(codes.indexOf(before), 0, code)
}

/** 500 of an operation whose failures of the server are 500 in the specification, also of a database that is away. */
export const SERVER_FAILURE = refusal(z.enum(['internal', 'unavailable']))

const made = new Map<string, typeof failure>()
const listed = new Map<string, Record<FailureStatus, typeof failure>>()

/**
 * The response schemas of an operation's refusals: by status, with the codes that are usual for it, and by the code of a refusal of
 * its own, e.g. `failures(400, 401, 'taken')`; 429, 500 and 503 are always included.
 */
export function failures(...refusals: (FailureStatus | ErrorCode)[]): Record<FailureStatus, typeof failure> {
  const key = refusals.join()
  const schemas = listed.get(key) ?? schemasOf(refusals)
  listed.set(key, schemas)
  return { ...schemas }
}

function schemasOf(refusals: (FailureStatus | ErrorCode)[]): Record<FailureStatus, typeof failure> {
  const codes = new Map<number, Set<string>>()
  for (const one of [...refusals, 429, 500, 503] as const) {
    const status = typeof one === 'number' ? one : statusOf(one)
    const known = codes.get(status) ?? new Set(USUAL[status as FailureStatus].map(codeOf))
    codes.set(status, typeof one === 'number' ? known : known.add(codeOf(one)))
  }
  return Object.fromEntries(
    [...codes].map(([status, names]) => {
      const key = [...names].join()
      const schema = made.get(key) ?? refusal(z.enum([...names]))
      made.set(key, schema)
      return [status, schema]
    }),
  ) as Record<FailureStatus, typeof failure>
}

declare module 'fastify' {
  interface FastifySchema {
    /** The message of a success, where it is not simply `ok`; the document shows its text in the example. */
    'x-message'?: MessageKey
  }
}
