import { randomInt } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { databaseError, isAway, isBusy, isHeldBack, isNotFree } from '../db/errors.ts'
import { structureProblem } from '../http/bodies.ts'
import type { failure } from '../http/envelope.ts'
import { AppError, codeOf, type ErrorCode, type FieldProblem, type FieldProblems, tooLarge } from '../http/errors.ts'
import { asPage, isBrowser, refusalPage } from '../http/html.ts'
import { problemsOf } from '../http/issues.ts'
import { localeOf } from '../http/locale.ts'
import { withEmptyAsNull, withoutEmpty, withoutNulls } from '../http/nulls.ts'
import { refusesUnknown, unknownFields } from '../http/unknown-fields.ts'
import { isReported } from '../lib/outages.ts'
import { isStorable } from '../lib/text.ts'
import { ClientGoneError } from '../lib/work-context.ts'
import { DEFAULT_LOCALE, type Locale } from '../locales/locales.ts'

type Issue = z.core.$ZodIssue

/** The schema of a part of requests that an operation does not use. */
const NOTHING = z.object({})

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

/** Checking a request ends at so many issues: who sends more learns of the others after mending these. */
const MAX_ISSUES = 20

/** The fields with text, at any depth, that PostgreSQL cannot store: half a surrogate pair or a NUL character. */
function unstorableFields(value: unknown): Issue[] {
  if (!hasUnstorableText(value)) return []
  const fields = typeof value === 'object' ? Object.entries(Object(value)).filter(hasUnstorableText) : []
  const paths = fields.length > 0 ? fields.slice(0, MAX_ISSUES).map(([field]) => [field]) : [[]]
  return paths.map((path) => ({ code: 'custom', message: 'invalidText', path, input: value }))
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

/** The SQLSTATE of `refuse_until_enabled`: nodes of the version before could not read the row. */
const UNREADABLE = 'SJ001'
/** A rolling upgrade takes minutes. */
const UPGRADE_SECONDS = 60

/** Some seconds, not the same for everybody, so that refused clients do not all come back at once. */
const retrySeconds = (): string => String(randomInt(3, 8))

/** Converts any error to an AppError. */
export function toAppError(error: FastifyError | InvalidRequest | AppError | Error): AppError {
  if (error instanceof AppError) return error
  if (error instanceof InvalidRequest) {
    // Malformed path ids answer 404, like unknown ones.
    if (error.part === 'params') return new AppError('notFound')
    return new AppError('validation', { fields: problemsOf(error.issues) })
  }
  const code = databaseError(error)?.code ?? ''
  if (UNSTORABLE.has(code)) return new AppError('badRequest', { cause: error })
  if (code === UNREADABLE)
    return new AppError('upgrading', { cause: error, headers: { 'retry-after': String(UPGRADE_SECONDS) } })
  if (isAway(error) || isBusy(error) || error instanceof ClientGoneError)
    return new AppError('unavailable', { cause: error, headers: { 'retry-after': retrySeconds() } })
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

/** The body of a refusal: a text for people, and codes for programs (docs/design/api.md, "Refusals"). Pure. */
export function failureBody(error: AppError, locale: Locale): z.infer<typeof failure> {
  const { code, fields, data, more } = error
  return {
    success: false,
    message: error.text(locale),
    code: codeOf(code),
    ...(data && { data: data(locale) }),
    ...more,
    ...(fields && showFields(fields, locale)),
  }
}

/** An answer about fields is at most so long: it names those that fit. */
const MAX_FIELDS_CHARACTERS = 3_500

function showFields(fields: FieldProblems, locale: Locale) {
  let left = MAX_FIELDS_CHARACTERS
  const shown = Object.entries(fields).filter(([field, problems], index) => {
    const one = { [field]: problems }
    const both = [mapFields(one, (problem) => problem.text(locale)), mapFields(one, codeOfProblem)]
    left -= JSON.stringify(both).length
    return index === 0 || left >= 0
  })
  const named = Object.fromEntries(shown)
  return { data: mapFields(named, (problem) => problem.text(locale)), errors: mapFields(named, codeOfProblem) }
}

const codeOfProblem = ({ text: _, ...problem }: FieldProblem) => problem

/** Each problem of each field, mapped; what comes to the same is said once. */
function mapFields<T>(fields: FieldProblems, map: (problem: FieldProblem) => T): Record<string, T[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, problems]) => {
      const mapped = problems.map(map)
      return [field, [...new Map(mapped.map((value) => [JSON.stringify(value), value])).values()]]
    }),
  )
}

/** The envelope of failures, the validation of requests, and the language of answers. */
export const errors = fp(async (app: FastifyInstance) => {
  app.decorateRequest('locale', DEFAULT_LOCALE)
  app.addHook('onRequest', (request, _reply, next) => {
    request.locale = localeOf(request.headers)
    next()
  })
  // Files and pages say their own language, or have none.
  app.addHook('onSend', (request, reply, _payload, next) => {
    const isText = String(reply.getHeader('content-type')).startsWith('application/json')
    if (isText && !reply.hasHeader('content-language')) reply.header('content-language', request.locale)
    next()
  })

  const routes = new Map<string, RouteOptions>()
  app.addHook('onRoute', (route) => void routes.set(`${String(route.method)} ${route.url}`, route))
  app.setValidatorCompiler(({ schema, httpPart, method = '', url = '' }) => {
    const route: Pick<RouteOptions, 'url' | 'config'> = routes.get(`${method} ${url}`) ?? { url }
    const isStrict = (httpPart === 'body' || httpPart === 'querystring') && refusesUnknown(route)
    const read = route.config?.specified ? withEmptyAsNull : (_schema: unknown, given: unknown) => given
    return (data) => {
      // A missing body counts as an empty one, so that the errors name its required fields.
      const value =
        httpPart === 'body'
          ? withoutNulls(schema, read(schema, data ?? {}))
          : httpPart === 'querystring'
            ? withoutEmpty(data)
            : data
      const result = (schema as z.ZodType).safeParse(value, { reportInput: true })
      const unstorable = unstorableFields(value)
      const known = new Set(unstorable.map(({ path: [field] }) => field))
      const others = result.error?.issues.filter(({ path: [field] }) => !known.has(field)) ?? []
      const unknown = isStrict
        ? unknownFields(schema, value).filter(({ path: [field] }) => !known.has(field))
        : Iterator.from([])
      const left = MAX_ISSUES - unstorable.length - others.length
      const issues = [...unstorable, ...others, ...unknown.take(Math.max(0, left))].slice(0, MAX_ISSUES)
      return issues.length === 0 ? { value: result.data } : { error: new InvalidRequest(issues, httpPart ?? '') }
    }
  })

  // The validator only sees the parts of a request that a route has a schema for: the others take nothing.
  app.addHook('onRoute', (route) => {
    const { schema, url } = route
    if (schema?.hide || !refusesUnknown({ url })) return
    const empty = (['querystring', 'body'] as const).filter((part) => schema?.[part] === undefined)
    if (empty.length === 0) return
    route.preValidation = [route.preValidation ?? []].flat().concat((request, _reply, next) => {
      if (!refusesUnknown({ url, config: request.routeOptions.config })) return next()
      const given = { querystring: withoutEmpty(request.query), body: request.body }
      const issues = empty.flatMap((part) => unknownFields(NOTHING, given[part]).take(MAX_ISSUES).toArray())
      next(issues.length > 0 ? new InvalidRequest(issues, 'body') : undefined)
    })
  })

  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, next) => {
    // Clients send the JSON content type with every request, even without a body.
    const problem = structureProblem(body as string, request.routeOptions.bodyLimit)
    if (problem) next(problem)
    else if (body.length === 0) next(null, {})
    else parseJson(request, body as string, next)
  })

  app.setNotFoundHandler((request, reply) => {
    const failure = new AppError('notFound')
    reply.code(404)
    if (!isBrowser(request)) return reply.send(failureBody(failure, request.locale))
    const { locale } = request
    return asPage(reply).send(refusalPage(failure.text(locale), locale, app.config.brand))
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = failureOf(error, request)
    logFailure(request, error, failure)
    reply.code(failure.status).headers(failure.headers)
    return reply
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send(failureBody(failure, request.locale))
  })
})

function failureOf(error: FastifyError, request: FastifyRequest): AppError {
  // The client has closed the connection: this is no error, and nobody reads the answer.
  const isGone = error === request.raw.errored || !request.ip
  if (isGone) return new AppError('badRequest', { cause: error })
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit, 'bytes')
  return toAppError(error)
}

/** Logs a failure that an operator has to know of; others are only in the line of their request. */
export function logFailure(request: FastifyRequest, error: Error, failure: AppError): void {
  // A refusal of our own, such as a sign-in that is not configured, has no stack to look into.
  const isOwn = error instanceof AppError && error.cause === undefined && failure.code !== 'internal'
  // An outage and an overload make thousands: the line of its beginning, those of requests and metrics have them.
  const origin = error instanceof AppError ? (error.cause ?? error) : error
  const isAwayNow = isAway(origin) && !isNotFree(origin) && !isHeldBack(origin)
  if (isAwayNow) request.server.databaseOutage.failed(origin)
  // Probes ask for the state again and again.
  const isProbe = request.routeOptions.url?.startsWith('/health/') ?? false
  const isKnown = isProbe || isAwayNow || isNotFree(origin) || isReported(error) || origin instanceof ClientGoneError
  if (failure.status < 500 || isKnown) request.log.debug({ code: failure.code, reason: String(error) }, error.message)
  else if (isOwn) request.log.warn({ code: failure.code }, error.message)
  else request.log.error({ err: error }, failure.code)
}

declare module 'fastify' {
  interface FastifyRequest {
    locale: Locale
  }
}
