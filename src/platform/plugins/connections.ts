import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, type ErrorCode } from '../http/errors.ts'
import { asPage, isBrowser, refusalPage } from '../http/html.ts'
import { localeOf } from '../http/locale.ts'
import { DEFAULT_LOCALE } from '../locales/locales.ts'
import type { ServerConfig } from './config.ts'
import { failureBody, toAppError } from './errors.ts'

/** Read a connection with a refused request for this long, so that the answer arrives. */
const LINGER_MS = 5_000
const MAX_HEADERS_MS = 20_000
/**
 * Connections that may wait until they are accepted; the system takes less (`net.core.somaxconn`). When thousands of sockets come
 * back at once, those that do not fit try again after one, three and seven seconds, and so does everybody else's request.
 */
export const BACKLOG = 65_535
/**
 * Keep a silent peer for this long after the time of its request. It is long, because both times are over at once for a
 * process that was held up, and the first of them should win: it answers 408, the other just ends the connection.
 */
const SILENCE_MS = 10_000

/**
 * Time limits for the arrival of requests and for silent peers, and the handlers of requests that Fastify and Node
 * refuse by themselves.
 */
export function connectionOptions({ requestTimeoutSeconds }: ServerConfig) {
  const requestTimeout = requestTimeoutSeconds * 1_000
  return {
    requestTimeout,
    connectionTimeout: requestTimeout + SILENCE_MS,
    http: {
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeout),
      connectionsCheckingInterval: Math.min(5_000, requestTimeout / 4),
      // Node would answer without a body; the plugin below answers with the envelope.
      requireHostHeader: false,
      shouldUpgradeCallback: isForSocket,
    },
    frameworkErrors: refuseUrl,
    clientErrorHandler: refuseConnection,
    // While the service stops, requests on open connections are still answered; then the connection is closed.
    return503OnClosing: false,
  }
}

/**
 * True if a request asks for the real-time socket. Other upgrades, such as curl's h2c, are ignored, and the request is
 * answered without them (RFC 9110, section 7.8).
 */
export function isForSocket({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && (url?.startsWith('/app/') ?? false)
}

/** Time in which a body may still arrive when the service stops. Nothing was done yet for a request without its body. */
const LAST_BODY_MS = 2_000

/** Closes the connection after an answer that was sent before the end of the request, e.g. to a refused upload. */
export const connections = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, _reply, next) => {
    const lacksHost = request.raw.httpVersion === '1.1' && request.headers.host === undefined
    next(lacksHost ? new AppError('badRequest') : undefined)
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (!isArriving(request.raw)) {
      next()
      return
    }
    // A body in the same packet as the headers is complete a moment later.
    setImmediate(() => {
      if (isArriving(request.raw)) {
        reply.header('connection', 'close')
        closeGently(request.raw.socket)
      }
      next()
    })
  })
  cutOffBodies(app)
  // Expectations other than 100-continue are ignored; Node would answer 417 without a body.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.routing(request, response),
  )
})

/** When the service stops, refuses requests whose bodies take too long, so that a slow upload delays no stop. */
function cutOffBodies(app: FastifyInstance): void {
  const arriving = new Set<IncomingMessage>()
  const cutOffLater = (request: IncomingMessage) => setTimeout(() => refuseBody(request), LAST_BODY_MS).unref()
  app.addHook('onRequest', (request, _reply, next) => {
    if (isArriving(request.raw)) {
      arriving.add(request.raw)
      request.raw.once('close', () => arriving.delete(request.raw))
      if (app.stopping) cutOffLater(request.raw)
    }
    next()
  })
  app.addHook('preClose', async () => {
    for (const request of arriving) cutOffLater(request)
  })
}

/** Ends the reading of a body with an error, which the handler of errors answers. */
export function refuseBody(
  request: IncomingMessage,
  error = new AppError('unavailable', { headers: { 'retry-after': '1' } }),
): void {
  if (!isArriving(request) || request.destroyed) return
  if (request.listenerCount('error') === 0) request.destroy()
  else request.emit('error', error)
}

function isArriving({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return complete === false && hasBody
}

/**
 * After the answer, ends this side of the connection and discards incoming bytes until the peer ends its side. A
 * connection that is closed with unread bytes is reset, and the reset can arrive before the answer.
 */
function closeGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    // Neither the rest of this body nor a following request is parsed.
    socket.removeAllListeners('data')
    socket.on('data', () => undefined)
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
}

/** Answers a request whose URL cannot be decoded or has a part that is too long; no hooks run for it. */
function refuseUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error)
  reply.code(failure.status).header('x-request-id', request.id)
  if (isBrowser(request)) {
    const locale = localeOf(request.headers)
    asPage(reply).send(refusalPage(failure.text(locale), locale, reply.server.config.brand))
    return
  }
  reply.type('application/json; charset=utf-8').send(JSON.stringify(failureBody(failure, localeOf(request.headers))))
}

const PARSER_ERRORS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
}

/** Answers bytes that are not HTTP or did not arrive in time; in the default language, because there are no headers. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswer(socket)) {
    socket.destroy()
    return
  }
  const failure = new AppError(PARSER_ERRORS[error.code ?? ''] ?? 'badRequest')
  const body = JSON.stringify(failureBody(failure, DEFAULT_LOCALE))
  closeGently(socket)
  socket.write(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

/** True if an answer is being sent on this connection, which a second one would corrupt. */
function hasAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}
