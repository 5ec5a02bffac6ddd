import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { LOCALE } from '../db/enums.ts'
import { databaseError, isAway } from '../db/errors.ts'
import { AppError, type ErrorCode, type FieldErrors, fieldMessage, isFieldMessageKey } from '../http/errors.ts'
import { localeOf } from '../http/locale.ts'
import { withoutNulls } from '../http/nulls.ts'
import { isStorable } from '../lib/text.ts'
import { ClientGoneError } from '../lib/work-context.ts'
import { DEFAULT_LOCALE, type Locale } from '../locales/locales.ts'

type Issue = z.core.$ZodIssue

const ZOD_MESSAGES = new Map(LOCALE.map((locale) => [locale, z.locales[locale]().localeError]))

/** A request that its schema refuses; `part` is the refused part, such as the body. */
class InvalidRequest extends Error {
  readonly issues: Issue[]
  readonly part: string

  constructor(issues: Issue[], part: string) {
    super('invalid request')
    this.issues = issues
    this.part = part
  }
}

/** Converts zod's issues to `{field: [messages]}` in the caller's language. */
function fieldErrors(issues: Issue[], locale: Locale): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.join('.') || 'body'
    const message = issueMessage(issue, locale)
    const messages = fields[field] ?? []
    fields[field] = messages.includes(message) ? messages : [...messages, message]
  }
  return fields
}

/** The issues that zod reports for a missing field. */
const ABSENT = new Set(['invalid_type', 'invalid_union', 'invalid_value'])

function issueMessage(issue: Issue, locale: Locale): string {
  if (issue.input === undefined && ABSENT.has(issue.code)) return fieldMessage('required', locale)
  if (isFieldMessageKey(issue.message)) return fieldMessage(issue.message, locale)
  const localized = ZOD_MESSAGES.get(locale)?.(issue as Parameters<z.core.$ZodErrorMap>[0])
  return (typeof localized === 'string' ? localized : localized?.message) ?? issue.message
}

/** The first field, at any depth, with text that PostgreSQL cannot store: half a surrogate pair or a NUL character. */
function unstorableField(value: unknown): Issue | undefined {
  if (!hasUnstorableText(value)) return undefined
  const [field] = Object.entries(Object(value)).find((entry) => hasUnstorableText(entry)) ?? []
  return {
    code: 'custom',
    message: 'invalidText',
    path: typeof value === 'object' && field ? [field] : [],
    input: value,
  }
}

/** Not recursive, because a body can be nested deeper than the stack. */
function hasUnstorableText(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && !isStorable(next)) return true
    // A picture of a form is not text.
    if (typeof next !== 'object' || next === null || next instanceof Uint8Array) continue
    for (const [field, content] of Object.entries(next)) left.push(field, content)
  }
  return false
}

/** Errors of PostgreSQL for values that the schema accepts: a NUL character, a number out of range. */
const UNSTORABLE = new Set(['22021', '22P05', '22003', '22008'])
/** A statement that waited too long for a lock or ran too long, and a transaction that lost to others each time. */
const BUSY = new Set(['55P03', '57014', '40001', '40P01'])

/** Converts any error to an AppError. */
export function toAppError(error: FastifyError | InvalidRequest | AppError | Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InvalidRequest) {
    // Malformed path ids answer 404, like unknown ones.
    if (error.part === 'params') return new AppError('notFound')
    return new AppError('validation', { data: (locale) => fieldErrors(error.issues, locale) })
  }
  const code = databaseError(error)?.code ?? ''
  if (UNSTORABLE.has(code)) return new AppError('badRequest', { cause: error })
  if (isAway(error) || BUSY.has(code) || error instanceof ClientGoneError)
    return new AppError('unavailable', { cause: error, headers: { 'retry-after': '5' } })
  const status = 'statusCode' in error ? error.statusCode : undefined
  return new AppError(BY_STATUS[status ?? 500] ?? (status && status < 500 ? 'badRequest' : 'internal'), {
    cause: error,
  })
}

const BY_STATUS: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'requestTimeout',
  409: 'conflict',
  413: 'tooLarge',
  414: 'urlTooLong',
  415: 'unsupportedMediaType',
  429: 'tooManyRequests',
  431: 'headersTooLarge',
  503: 'unavailable',
}

export interface FailureBody {
  success: false
  message: string
  data?: unknown
}

export function failureBody(error: AppError, locale: Locale): FailureBody {
  const body = { success: false as const, message: error.text(locale) }
  return error.data ? { ...body, data: error.data(locale) } : body
}

/** The envelope of failures, the validation of requests, and the language of answers. */
export const errors = fp(async (app: FastifyInstance) => {
  app.decorateRequest('locale', DEFAULT_LOCALE)
  app.addHook('onRequest', (request, _reply, next) => {
    request.locale = localeOf(request.headers)
    next()
  })

  app.setValidatorCompiler(({ schema, httpPart }) => (data) => {
    // A missing body counts as an empty one, so that the errors name its required fields.
    const value = httpPart === 'body' ? withoutNulls(schema, data ?? {}) : data
    const unstorable = unstorableField(value)
    if (unstorable) return { error: new InvalidRequest([unstorable], httpPart ?? '') }
    const result = (schema as z.ZodType).safeParse(value, { reportInput: true })
    return result.success ? { value: result.data } : { error: new InvalidRequest(result.error.issues, httpPart ?? '') }
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, next) => {
    // Clients send the JSON content type with every request, even without a body.
    if (body.length === 0) next(null, {})
    else parseJson(request, body as string, next)
  })

  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(failureBody(new AppError('notFound'), request.locale))
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client has closed the connection: this is no error, and nobody reads the answer.
    const isGone = error === request.raw.errored || !request.ip
    const failure = isGone ? new AppError('badRequest', { cause: error }) : toAppError(error)
    logFailure(request, error, failure)
    reply.code(failure.status).headers(failure.headers)
    return reply
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send(failureBody(failure, request.locale))
  })
})

function logFailure(request: FastifyRequest, error: Error, failure: AppError): void {
  if (failure.status >= 500 && !(error instanceof ClientGoneError)) request.log.error({ err: error }, failure.code)
  else request.log.debug({ code: failure.code }, error.message)
}

declare module 'fastify' {
  interface FastifyRequest {
    locale: Locale
  }
}
