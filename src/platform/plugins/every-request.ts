import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '../db/client.ts'
import { revalidation } from '../http/revalidation.ts'
import type { Reference } from '../openapi/reference.ts'
import type { Webhook } from '../openapi/webhooks.ts'
import { addresses } from './addresses.ts'
import type { ServerConfig } from './config.ts'
import { connections } from './connections.ts'
import { documentation } from './documentation.ts'
import { errors } from './errors.ts'
import { largeBodies } from './large-bodies.ts'
import { proxies } from './proxies.ts'
import { secretParams } from './secret-params.ts'
import { security } from './security.ts'
import { service } from './service.ts'

interface Options {
  config: ServerConfig
  db: Database
  webhooks: readonly Webhook[]
  reference: Reference
}

/** Hooks that every request passes before any other plugin, in this order. */
export const everyRequest = fp(async (app: FastifyInstance, { config, db, webhooks, reference }: Options) => {
  await app.register(secretParams, { config })
  await app.register(service, { config, db })
  await app.register(proxies, { config })
  await app.register(errors)
  await app.register(connections)
  await app.register(largeBodies)
  await app.register(security, { config })
  await app.register(revalidation)
  await app.register(addresses)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  await app.register(documentation, { publicUrl, webhooks, reference })
})
