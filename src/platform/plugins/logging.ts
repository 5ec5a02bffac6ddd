import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { isReported } from '../lib/outages.ts'
import { workContext } from '../lib/work-context.ts'
import type { ServerConfig } from './config.ts'
import { pathOf } from './logged-path.ts'

/** Fields that logs never contain. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.password_confirmation',
  '*.token',
  '*.secret',
  // PostgreSQL quotes there the row that a constraint refuses: people, and the keys of their links.
  'err.detail',
]

/** Bytes of the log that wait for its reader; what comes then is dropped. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

/** Paths that monitoring asks every few seconds. */
const PROBES = new Set(['/health/live', '/health/ready', '/health/writable', '/metrics'])

/** JSON lines, by default on standard output. Requests are logged without queries and secret parameters. */
export function createLogger({ logLevel }: ServerConfig, destination?: DestinationStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level: logLevel,
    redact: REDACTED,
    // A line of a request's own logger has the id already.
    mixin: (_fields, _level, logger) => {
      const { requestId } = workContext()
      return requestId === undefined || String(Reflect.get(logger, pino.symbols.chindingsSym)).includes('"reqId":')
        ? {}
        : { reqId: requestId }
    },
    hooks: {
      // One line reports an outage of a service outside, and not each failure that follows from it.
      logMethod(args, method) {
        const [fields] = args as [unknown, ...unknown[]]
        if (typeof fields === 'object' && fields !== null && 'err' in fields && isReported(fields.err)) {
          Reflect.apply(this.debug, this, [{ ...fields, err: undefined, reason: String(fields.err) }, ...args.slice(1)])
        } else method.apply(this, args)
      },
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, url: pathOf(request), ip: request.ip }),
    },
  }
  // A write for each line would take a fifth of the time of a read, and a reader that does not read would stop the service.
  return pino(options, destination ?? pino.destination({ sync: false, maxLength: MAX_UNREAD_BYTES }))
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
      ...(request.grant && { grant: request.grant.id, person: request.identity?.personId }),
    }
    const isProbe = PROBES.has(request.routeOptions.url ?? '')
    request.log[isProbe ? 'debug' : 'info'](fields, reply.raw.writableFinished ? 'request completed' : 'client gone')
  }
}
