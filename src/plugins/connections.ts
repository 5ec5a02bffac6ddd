import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { AppError, type ErrorCode } from '../http/errors.ts'
import { localeOf } from '../http/locale.ts'
import { failureBody, toAppError } from './errors.ts'

/** How long a connection whose request was refused is read on, so that the answer arrives. */
const LINGER_MS = 5_000
const MAX_HEADERS_MS = 20_000

/**
 * How long a request may take to arrive, a peer may be silent while it is answered, and what becomes of what Fastify
 * and Node refuse by themselves.
 */
export function connectionOptions({ requestTimeoutSeconds }: Config) {
  const requestTimeout = requestTimeoutSeconds * 1_000
  return {
    requestTimeout,
    connectionTimeout: 2 * requestTimeout,
    http: {
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeout),
      connectionsCheckingInterval: Math.min(5_000, requestTimeout / 4),
      // Node would answer without a body; the plugin below refuses it in the envelope.
      requireHostHeader: false,
      shouldUpgradeCallback: isForSocket,
    },
    frameworkErrors: refuseUrl,
    clientErrorHandler: refuseConnection,
    // What still arrives on an open connection while the service stops is served, and the connection closed.
    return503OnClosing: false,
  }
}

/**
 * Whether a request asks for the real-time socket. Any other offer to change the protocol, such as curl's of h2c, is not
 * taken up, and the request is answered as it is (RFC 9110, section 7.8).
 */
function isForSocket({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && (url?.startsWith('/app/') ?? false)
}

/** Closes the connection after an answer that came before the whole request did, e.g. a refused upload. */
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
    // A body that came in one packet with its headers is there a moment later.
    setImmediate(() => {
      if (isArriving(request.raw)) {
        reply.header('connection', 'close')
        closeGently(request.raw.socket)
      }
      next()
    })
  })
  // An expectation other than 100-continue is ignored, where Node would answer 417 without a body.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.routing(request, response),
  )
})

function isArriving({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return complete === false && hasBody
}

/**
 * When the answer is written, ends our side only and drops what still comes until the peer has ended its own: a
 * connection that is closed with bytes unread is reset, and the reset overtakes the answer.
 */
function closeGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    // Neither the rest of this body nor a request behind it is parsed any more.
    socket.removeAllListeners('data')
    socket.on('data', () => undefined)
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
}

/** A URL that cannot be decoded, or a part of it that is too long: refused before any hook runs. */
function refuseUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error)
  reply
    .code(failure.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(failure, localeOf(request.headers))))
}

const PARSER_ERRORS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'tooLarge',
}

/** What is no HTTP, or did not arrive in time; without headers to tell the language, in French. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasAnswer(socket)) {
    socket.destroy()
    return
  }
  const failure = new AppError(PARSER_ERRORS[error.code ?? ''] ?? 'badRequest')
  const body = JSON.stringify(failureBody(failure, 'fr'))
  closeGently(socket)
  socket.write(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

/** Whether an answer is under way on this connection, which another one would garble. */
function hasAnswer(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}
