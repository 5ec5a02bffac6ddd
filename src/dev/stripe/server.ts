import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'
import type { z } from 'zod'
import { localeOf } from '../../platform/http/locale.ts'
import { texts } from '../../platform/locales/locales.ts'
import { ownCompilers } from '../../platform/plugins/server-options.ts'
import { answerOf, DEFAULT_CARD, decline, pay, savedCards, successUrl } from './checkout.ts'
import { authenticationPage, checkoutPage } from './checkout-page.ts'
import { ProviderError } from './endpoint.ts'
import { ENDPOINTS, openSession } from './endpoints.ts'
import { createStore, now, publicly, type Store } from './store.ts'

export interface StandinOptions {
  secretKey: string
  webhookSecret: string
  /** Address for events; undefined: they stay in `store.undelivered`. */
  webhookUrl: () => string | undefined
  /** File that keeps the state between starts. */
  file?: string
  /** Sends events late, out of order, and many of them twice. */
  chaos?: boolean
}

export interface Standin {
  url: string
  store: Store
  close(): Promise<void>
}

/**
 * A local server with the part of Stripe's HTTP API that this service uses, a checkout page and signed webhooks. The
 * unmodified SDK therefore takes the same code path in development, tests and production. Never used in production.
 * @param host where others may come from: they reach the checkout pages, and nothing else.
 */
export async function startStandin(options: StandinOptions, port = 0, host = '127.0.0.1'): Promise<Standin> {
  const store = createStore(options)
  const app = Fastify({ forceCloseConnections: true, schemaController: ownCompilers })
  let baseUrl = ''
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, qs.parse(String(body), { depth: 10, arrayLimit: 100 }))
  })
  app.setErrorHandler((error, _request, reply) => sendError(reply, error))
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, new ProviderError(404, `Unrecognized request URL (${request.method}: ${request.url}).`)),
  )

  app.addHook('onRequest', (request, reply, next) => {
    if (isFromHere(request) || CHECKOUT.test(request.routeOptions.url ?? '')) next()
    else reply.callNotFound()
  })
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
        if (known) {
          return reply.code(Number(known.status)).header('idempotent-replayed', 'true').send(known.body)
        }
        assertKnown(endpoint.params, input)
        const answer = answerOrRefusal(() => endpoint.handle(input, request.params.id ?? '', { store, baseUrl }))
        // The provider keeps idempotency keys for a day, and replays what a bank has refused as well.
        if (typeof key === 'string' && endpoint.method === 'POST')
          store.keep({ id: answerId(key), object: 'idempotent_answer', created: now(), fingerprint, ...answer })
        return reply.code(answer.status).send(answer.body)
      },
    })
  }
  registerCheckout(app, store)

  await app.listen({ host, port })
  baseUrl = ownUrl(app, host)
  if (options.file) store.resume()
  return {
    url: baseUrl,
    store,
    close: async () => {
      await store.close()
      await app.close()
    },
  }
}

const CHECKOUT = /^\/pay\/:id/

/** True if a request comes from this machine, by whichever of its addresses. */
const isFromHere = ({ raw: { socket } }: FastifyRequest): boolean => socket.remoteAddress === socket.localAddress

/** The address of a server for this machine. */
function ownUrl({ server }: FastifyInstance, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}`
}

const answerId = (key: string): string => `idempotent_${key}`

type CardRequest = { Params: { id: string }; Body: { card?: string; answer?: string } | undefined }

function registerCheckout(app: FastifyInstance, store: Store): void {
  const html = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page)
  const show = (reply: FastifyReply, id: string, notice?: 'declined' | 'unconfirmed') => {
    const session = openSession(store, id)
    const locale = localeOf(reply.request.headers)
    const message = notice && texts(locale).pages.standIn[notice]
    return html(reply, checkoutPage(session, locale, savedCards(store, session), message))
  }
  const paid = (reply: FastifyReply, id: string, card: string) => reply.redirect(successUrl(pay(store, id, card)), 303)

  app.get<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) => show(reply, params.id))
  app.post<CardRequest>('/pay/:id/pay', async ({ params, body, headers }, reply) => {
    const session = openSession(store, params.id)
    const card = body?.card ?? DEFAULT_CARD
    const answer = session.status === 'open' ? answerOf(store, session, card) : 'pays'
    if (answer === 'asks_guest') return html(reply, authenticationPage(session, card, localeOf(headers)))
    if (answer === 'pays') return paid(reply, params.id, card)
    decline(store, params.id, card)
    return show(reply, params.id, 'declined')
  })
  app.post<CardRequest>('/pay/:id/authenticate', async ({ params, body }, reply) => {
    const card = body?.card ?? DEFAULT_CARD
    if (body?.answer === 'approve') return paid(reply, params.id, card)
    decline(store, params.id, card, 'authentication_required')
    return show(reply, params.id, 'unconfirmed')
  })
  app.post<{ Params: { id: string } }>('/pay/:id/cancel', async ({ params }, reply) => {
    const session = openSession(store, params.id)
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

/** Response of an operation, also when the bank refuses. @throws ProviderError for what the provider refuses. */
function answerOrRefusal(handle: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: publicly(handle()) }
  } catch (error) {
    if (error instanceof ProviderError && error.status === 402) return { status: 402, body: errorBody(error) }
    throw error
  }
}

const sendError = (reply: FastifyReply, error: unknown): FastifyReply =>
  reply.code(error instanceof ProviderError ? error.status : 500).send(errorBody(error))

function errorBody(error: unknown) {
  if (!(error instanceof ProviderError)) return { error: { type: 'api_error', message: String(error) } }
  const { status, code, param, message, payment_intent } = error
  const type =
    status === 402 ? 'card_error' : code === 'idempotency_key_in_use' ? 'idempotency_error' : 'invalid_request_error'
  return { error: { type, code, param, message, payment_intent } }
}
