import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { DestinationStream } from 'pino'
import { BODY_BYTES } from '../http/bodies.ts'
import type { ServerConfig } from './config.ts'
import { connectionOptions } from './connections.ts'
import { createLogger, RequestLog } from './logging.ts'
import { requestIds, trustedProxies } from './proxies.ts'

const START_TIMEOUT_MS = 60_000

const refuse = (): never => {
  throw new Error('The schema of a route has no compiler')
}

/**
 * For servers that set the compilers of their schemas themselves, or have no schemas: Fastify does not read Ajv and
 * fast-json-stringify, the compilers that it takes otherwise, which need 10 MB and a tenth of a start.
 */
export const ownCompilers = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } }

/** Returns the options of the server. `log`: destination of the log instead of standard output. */
export function serverOptions(config: ServerConfig, log?: DestinationStream) {
  const logger = createLogger(config, log)
  return {
    loggerInstance: logger as FastifyBaseLogger,
    logController: new RequestLog(logger),
    // The start waits for the database, which may be slow then.
    pluginTimeout: START_TIMEOUT_MS,
    trustProxy: trustedProxies(config),
    bodyLimit: BODY_BYTES,
    // HEAD runs the handler of GET, and some GETs change state, so only routes that ask for it have HEAD.
    exposeHeadRoutes: false,
    genReqId: requestIds(config),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    ...connectionOptions(config),
    routerOptions: { maxParamLength: 300 },
    schemaController: ownCompilers,
  } satisfies FastifyServerOptions
}
