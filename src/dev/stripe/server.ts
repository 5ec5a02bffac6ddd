import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import qs from 'qs'
import type { z } from 'zod'
import { checkoutPage, decline, pay, successUrl } from './checkout.ts'
import { ProviderError } from './endpoint.ts'
import { ENDPOINTS, openSession } from './endpoints.ts'
import { createStore, now, type Store } from './store.ts'

export interface StandinOptions {
  secretKey: string
  webhookSecret: string
  /** Where events are posted; undefined: they stay in `store.undelivered`. */
  webhookUrl: () => string | undefined
  /** File that keeps the state between starts. */
  file?: string
}

export interface Standin {
  url: string
  store: Store
  close(): Promise<void>
}

/**
 * A local server with the part of Stripe's HTTP API that this service uses, a checkout page and signed webhooks. The
 * unmodified SDK therefore takes the same code path in development, tests and production. Never used in production.
 */
export async function startStandin(options: StandinOptions, port = 0): Promise<Standin> {
  const store = createStore(options)
  const app = Fastify({ forceCloseConnections: true })
  let baseUrl = ''
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, qs.parse(String(body), { depth: 10, arrayLimit: 100 }))
  })
  app.setErrorHandler((error, _request, reply) => sendError(reply, error))
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, new ProviderError(404, `Unrecognized request URL (${request.method}: ${request.url}).`)),
  )

  for (const endpoint of ENDPOINTS) {
    app.route<{ Params: { id?: string } }>({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${options.secretKey}`) {
          throw new ProviderError(401, 'Invalid API Key provided')
        }
        const query = qs.parse(request.url.split('?')[1] ?? '', { depth: 10 })
        const input = { ...query, ...(request.body as Record<string, unknown> | undefined) }
        const key = request.headers['idempotency-key']
        const fingerprint = createHash('sha256')
          .update(request.url + JSON.stringify(input))
          .digest('hex')
        const known = typeof key === 'string' ? store.find(answerId(key)) : undefined
        if (known && known.fingerprint !== fingerprint) {
          throw new ProviderError(
            400,
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            { code: 'idempotency_key_in_use' },
          )
        }
        if (known) return reply.header('idempotent-replayed', 'true').send(known.body)
        assertKnown(endpoint.params, input)
        const body = endpoint.handle(input, request.params.id ?? '', { store, baseUrl })
        // Stored, because the provider keeps idempotency keys for a day.
        if (typeof key === 'string' && endpoint.method === 'POST')
          store.keep({ id: answerId(key), object: 'idempotent_answer', created: now(), fingerprint, body })
        return body
      },
    })
  }
  registerCheckout(app, store)

  const address = await app.listen({ host: '127.0.0.1', port })
  baseUrl = address
  if (options.file) store.resume()
  return {
    url: address,
    store,
    close: async () => {
      await store.close()
      await app.close()
    },
  }
}

const answerId = (key: string): string => `idempotent_${key}`

function registerCheckout(app: FastifyInstance, store: Store): void {
  const html = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)
  app.get<{ Params: { id: string } }>('/pay/:id', async (request, reply) =>
    html(reply, checkoutPage(openSession(store, request.params.id))),
  )
  app.post<{ Params: { id: string } }>('/pay/:id/pay', async (request, reply) =>
    reply.redirect(successUrl(pay(store, request.params.id)), 303),
  )
  app.post<{ Params: { id: string } }>('/pay/:id/decline', async (request, reply) =>
    html(reply, checkoutPage(decline(store, request.params.id), 'Your card was declined.')),
  )
  app.post<{ Params: { id: string } }>('/pay/:id/cancel', async (request, reply) => {
    const session = openSession(store, request.params.id)
    return reply.redirect(String(session.cancel_url ?? session.success_url), 303)
  })
}

/** Refuses unknown and missing parameters with the provider's messages, so that typing errors fail locally too. */
function assertKnown(params: z.ZodObject, input: unknown): void {
  const issue = params.safeParse(input).error?.issues[0]
  if (!issue) return
  const name = issue.path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
  if (issue.code === 'unrecognized_keys') {
    const param = name === '' ? (issue.keys[0] ?? '') : `${name}[${issue.keys[0]}]`
    throw new ProviderError(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) {
    throw new ProviderError(400, `Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }
  throw new ProviderError(400, `Invalid ${name}: ${issue.message}`, { code: 'parameter_invalid', param: name })
}

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, code, param, message } =
    error instanceof ProviderError ? error : { status: 500, code: undefined, param: undefined, message: String(error) }
  const type =
    status >= 500
      ? 'api_error'
      : status === 402
        ? 'card_error'
        : code === 'idempotency_key_in_use'
          ? 'idempotency_error'
          : 'invalid_request_error'
  return reply.code(status).send({ error: { type, code, param, message } })
}
