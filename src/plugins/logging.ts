import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
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
