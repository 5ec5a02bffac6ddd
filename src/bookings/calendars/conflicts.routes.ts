import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { lockManaged } from '../../homes/properties/write.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { changing } from './change.ts'
import { listHomeConflicts } from './conflicts.ts'
import { BASE, conflictParams, dismissal, feedEvent, feedParams, homeConflict, homeParams } from './schemas.ts'

/** Claims of outside calendars, and the company's answers to them (docs/design/channels.md, "A calendar that disagrees"). */
export const conflictRoutes: FastifyPluginAsyncZod = async (app) => {
  const owned = { tags: ['calendars'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    `${BASE}/conflicts`,
    {
      onRequest: app.authenticate,
      config: { may: ['owner', ...STAFF], scope: 'calendar.read' },
      schema: {
        ...owned,
        operationId: 'listConflicts',
        summary: 'List the conflicts of a home’s imported calendars',
        description: `Nights from today on that a calendar and a stay both have, or two calendars in different events, and stays whose
          event has left its platform; at most 500 ranges, by their first night.`,
        params: homeParams,
        response: { 200: envelopeSchema(z.array(homeConflict)), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id } = request.params
      const conflicts = await transaction(app.db, async (tx) => {
        await lockManaged(app, tx, identityOf(request), property_id)
        return listHomeConflicts(tx, property_id)
      })
      return envelope(request, conflicts)
    },
  )

  app.post(
    `${BASE}/conflicts/:conflict_id/dismiss`,
    {
      onRequest: app.authenticate,
      config: { scope: 'calendar.write', audits: ['calendar_conflict.dismissed'], events: ['conflict.closed'] },
      schema: {
        ...owned,
        operationId: 'dismissConflict',
        summary: 'Say that a conflict is none',
        description: `It comes back with nights that it did not have, or once its calendar has let go of the nights and names them again.
          The reason is in the audit.`,
        'x-message': 'updated',
        params: conflictParams,
        body: dismissal,
        response: { 200: doneSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id, conflict_id } = request.params
      const { reason } = request.body
      const dismissed = await changing(app, request, property_id, (tx) =>
        queries.calendars.dismissConflict(tx, { property_id, conflict_id, reason }),
      )
      if (!dismissed) throw new AppError('notFound')
      return done(request)
    },
  )

  app.get(
    `${BASE}/ical/feeds/:feed_id/events`,
    {
      onRequest: app.authenticate,
      config: { scope: 'calendar.read' },
      schema: {
        ...owned,
        operationId: 'listFeedEvents',
        summary: 'List what an imported calendar holds',
        description: `The events from today on of the last import, by arrival, at most 1,000. An event is named by its nights: UIDs are
          missing, or doubled, in the wild.`,
        params: feedParams,
        response: { 200: envelopeSchema(z.array(feedEvent)), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id, feed_id } = request.params
      const events = await transaction(app.db, async (tx) => {
        await lockManaged(app, tx, identityOf(request), property_id)
        if (!(await queries.calendars.findFeedName(tx, { property_id, feed_id }))) throw new AppError('notFound')
        return queries.calendars.listEvents(tx, { property_id, feed_id })
      })
      return envelope(request, events)
    },
  )
}
