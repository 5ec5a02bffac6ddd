import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { loggedPath } from './logged-path.ts'

/** Fields that logs never contain. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.password_confirmation',
  '*.token',
  '*.secret',
]

/** What asks every few seconds how the service is. */
const PROBES = new Set(['/health/live', '/health/ready', '/metrics'])

/** JSON lines. Requests are logged without query and calendar token, because these contain secrets. */
export function createLogger({ logLevel }: Config): FastifyBaseLogger {
  return pino({
    level: logLevel,
    redact: REDACTED,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({ method, url: loggedPath(url), ip }),
    },
  })
}

/** One line for each request, when it has been answered or its client has gone: who asked for what, and what came of it. */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'request received')
  }

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = {
      req: request,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.identity && { user: request.identity.userId }),
    }
    const isProbe = PROBES.has(request.routeOptions.url ?? '')
    request.log[isProbe ? 'debug' : 'info'](fields, reply.raw.writableFinished ? 'request completed' : 'client gone')
  }
}
