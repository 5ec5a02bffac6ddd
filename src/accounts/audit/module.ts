import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { deviceOf } from '../sessions/device.ts'
import { auditRoutes } from './routes.ts'

/** Tells transactions for whom they work, so that the database can write it down. */
export const plugin = fp(async (app: FastifyInstance) => {
  app.addHook('preHandler', (request, _reply, next) => {
    const { identity, requestContext } = request
    if (identity && requestContext) {
      const { personId: id, role, grant } = identity
      const isMember = grant?.kind === 'member'
      // Few requests are audited, so the device is parsed only for those.
      requestContext.actor = () => ({
        id,
        role,
        key_id: isMember ? null : (grant?.id ?? null),
        as_member: isMember,
        address: request.ip,
        device: deviceOf(request.headers['user-agent']),
      })
    }
    next()
  })
})
export const routes = [auditRoutes]
export const expiries: Expiry[] = [
  {
    table: 'audit_entries',
    deleteSome: ({ db, config }) => queries.audit.dropMonth(db, { keep_days: config.retention.audit }),
  },
]
