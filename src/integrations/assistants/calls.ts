import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { callForTool } from '../../accounts/api-keys/authenticate-api-key.ts'
import { API_PREFIX, failure } from '../../platform/http/envelope.ts'
import { localeOf } from '../../platform/http/locale.ts'
import type { Grant } from '../../platform/http/scopes.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { failureBody, toAppError } from '../../platform/plugins/errors.ts'

type Failure = z.output<typeof failure>

/** A refusal that a model can act on: it becomes an answer with `isError`. */
export class ToolRefusal extends Error {}

/** Next steps after a refusal, by its code. */
const NEXT: Record<string, string> = {
  validation: 'Correct these fields and call again.',
  not_found: 'Take home from find_homes, quote from quote_stay, handle from hold_stay.',
  taken: 'Ask free_days for other days, or find_homes for other homes.',
  quote_expired: 'Call quote_stay again.',
  illegal_move: 'get_stay says what the stay is now.',
  wrong_code: 'Ask the guest for the newest code.',
  too_many_requests: 'Wait a minute before the next call.',
  too_many_holds: 'Wait five minutes, or send the guest to the page of the home.',
  stay_link_over: 'Tell the guest to write to the company.',
}

/** Says why a route refused, with the fields, and what to do next. Pure. */
function textOf({ message, code, data }: Failure, status: number, retryAfter?: unknown): string {
  const fields = code === 'validation' && data !== undefined ? JSON.stringify(data) : ''
  const isWrongCode = code === 'validation' && typeof data === 'object' && data !== null && 'code' in data
  const wait = retryAfter === undefined ? undefined : `Wait ${retryAfter} seconds before the next call.`
  const next = wait ?? NEXT[isWrongCode ? 'wrong_code' : code] ?? (status >= 500 ? 'Try again in a minute.' : '')
  return [message, fields, next].filter(Boolean).join(' ')
}

/** The refusal that a model reads of an error; an error of the service itself stays what it is. */
export const refusalOf = (error: Error, locale: Locale): Error => {
  const known = toAppError(error)
  if (known.status >= 500) return error
  return new ToolRefusal(textOf(failureBody(known, locale), known.status))
}

/** The caller of a tool: the request that brought it, and the routes of this process as its key may use them. */
export interface Caller {
  app: FastifyInstance
  grant: Grant
  locale: Locale
  /** True if the client can send its person to an address. */
  opensAddresses: boolean
  get<T extends z.ZodType>(path: string, shape: T, as?: 'guest'): Promise<z.output<T>>
  post<T extends z.ZodType>(path: string, body: object, shape: T, as?: 'guest' | { once: string }): Promise<z.output<T>>
}

/** Most clients say nothing of a language, and the words of tools are English. */
const languageOf = ({ headers }: FastifyRequest): string =>
  /^(?!\*)./.test(headers['accept-language'] ?? '') ? String(headers['accept-language']) : 'en'

/** Calls routes as if the request had, so that their rules, limits and audit hold. A `guest` has no key: the address says who they are. */
export function callerOf(app: FastifyInstance, request: FastifyRequest, grant: Grant, opensAddresses: boolean): Caller {
  const language = languageOf(request)
  const call = async <T extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    shape: T,
    { body, as }: { body?: object; as?: 'guest' | { once: string } | undefined } = {},
  ): Promise<z.output<T>> => {
    const { host, authorization, 'user-agent': agent = '' } = request.headers
    const answer = await callForTool(async () =>
      app.inject({
        method,
        url: `${API_PREFIX}${path}`,
        remoteAddress: request.ip,
        headers: {
          accept: 'application/json',
          'accept-language': language,
          'user-agent': agent,
          'x-request-id': request.id,
          ...(host !== undefined && { host }),
          ...(as !== 'guest' && { authorization }),
          ...(typeof as === 'object' && { 'idempotency-key': as.once }),
        },
        ...(body && { payload: body }),
      }),
    )
    if (answer.statusCode < 400) return shape.parse(answer.json())
    throw new ToolRefusal(textOf(failure.parse(answer.json()), answer.statusCode, answer.headers['retry-after']))
  }
  return {
    app,
    grant,
    locale: localeOf({ 'accept-language': language }),
    opensAddresses,
    get: (path, shape, as) => call('GET', path, shape, { as }),
    post: (path, body, shape, as) => call('POST', path, shape, { body, as }),
  }
}
