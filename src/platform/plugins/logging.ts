import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
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

/** A batch of lines is written when it has so many bytes, or after this time. */
const BATCH_BYTES = 4_096
const BATCH_MS = 100

/** Paths that monitoring asks every few seconds. */
const PROBES = new Set(['/health/live', '/health/ready', '/health/writable', '/metrics'])

/** JSON lines, by default on standard output. Requests are logged without queries and secret parameters. */
export function createLogger({ logLevel }: ServerConfig, destination?: DestinationStream): Logger {
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
  return pino(options, destination ?? inBatches())
}

/**
 * Standard output, written in batches: a write for each line takes a fifth of the time of a read. A reader that does not read stops
 * nothing, and lines that wait are written when the process ends.
 */
function inBatches(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: BATCH_BYTES, maxLength: MAX_UNREAD_BYTES })
  let isDue = false
  const flush = () => {
    isDue = false
    output.flush()
  }
  return {
    write: (line) => {
      output.write(line)
      if (isDue) return
      isDue = true
      setTimeout(flush, BATCH_MS).unref()
    },
  }
}

/** The account and the key of a request. */
const callerOf = ({ identity, grant }: FastifyRequest) => ({
  ...(identity && { user: identity.userId }),
  ...(grant && { grant: grant.id, person: identity?.personId }),
})

/** Logs a request whose client has closed the connection before the answer: Fastify does not call it completed. */
export function logGone(request: FastifyRequest): void {
  request.log.info({ req: request, ...callerOf(request) }, 'client gone')
}

/** One line for each answered request: who asked for what, and what came of it. */
export class RequestLog extends LogController {
  readonly #lines: Logger

  constructor(log: Logger) {
    super()
    // These lines have a fixed set of fields, and none of them is secret.
    this.#lines = log.child({}, { redact: [] })
  }

  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'request received')
  }

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = {
      reqId: request.id,
      req: request,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...callerOf(request),
    }
    const isProbe = PROBES.has(request.routeOptions.url ?? '')
    this.#lines[isProbe ? 'debug' : 'info'](fields, 'request completed')
  }
}
