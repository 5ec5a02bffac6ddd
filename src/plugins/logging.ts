import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { loggedPath } from './logged-path.ts'

/** What no log may show, wherever it stands. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.password_confirmation',
  '*.token',
  '*.secret',
]

/** JSON lines; a request is logged without its query and its calendar token, where links carry their secrets. */
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
