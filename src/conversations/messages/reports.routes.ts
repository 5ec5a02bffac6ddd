import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { integerId, timestamp } from '../../platform/http/fields.ts'
import { identityOf, requireRole, STAFF } from '../../platform/http/identity.ts'
import { listPage, pagedSchema, pageQuery } from '../../platform/http/pages.ts'
import { namedPerson } from '../../platform/http/person.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { historyPage, historyQuery, pageOfHistory, withUser } from './schemas.ts'
import { assertReach } from './standing.ts'

const MAX_REASON = 1_000

const reportBody = z.object({
  reason: z.string().trim().min(1, 'required').max(MAX_REASON).meta({ example: 'Travaux' }),
})
const reportParams = z.object({ id: integerId.describe('Id of the report') })

const report = z
  .object({
    id: z.int(),
    reporter: namedPerson,
    reported: namedPerson,
    reason: z.string().meta({ example: 'Travaux' }),
    readings: z.int().meta({ description: 'Number of times that support has read the conversation' }),
    last_read_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'ConversationReport' })

type ReportRow = Awaited<ReturnType<typeof queries.messages.listReports>>[number]

function showReport(row: ReportRow): z.infer<typeof report> {
  const { id, reason, readings, last_read_at, created_at } = row
  return {
    id,
    reporter: { id: row.reporter_id, first_name: row.reporter_is_deleted ? null : row.reporter_name },
    reported: { id: row.reported_id, first_name: row.reported_is_deleted ? null : row.reported_name },
    reason,
    readings,
    last_read_at,
    created_at,
  }
}

/** Reports of conversations, and how support reads them (docs/design/api.md, "Reports"). */
export const messageReportRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['messages'], security: BEARER }
  const staff = [app.authenticate, requireRole(...STAFF)]

  app.post(
    '/messages/:user_id/report',
    {
      onRequest: app.authenticate,
      config: { silent: true, scope: 'messages.moderate', people: true },
      schema: {
        ...documented,
        operationId: 'reportConversation',
        summary: 'Report a conversation to support',
        description: `Support can then read the whole conversation, and each access is recorded. A second report keeps
          the first reason. Returns 404 without a conversation.`,
        'x-message': 'reported',
        params: withUser,
        body: reportBody,
        response: { 200: doneSchema, ...failures(400, 401, 404) },
      },
    },
    async (request) => {
      await assertReach(app.db, identityOf(request), request.params.user_id)
      const report = {
        user_id: identityOf(request).userId,
        other_id: request.params.user_id,
        reason: request.body.reason,
      }
      const reported = await transaction(app.db, (tx) => queries.messages.insertReport(tx, report))
      if (!reported) throw new AppError('notFound')
      return done(request)
    },
  )

  app.get(
    '/messages/reports',
    {
      onRequest: staff,
      config: { may: STAFF },
      schema: {
        ...documented,
        operationId: 'listConversationReports',
        summary: 'List reported conversations, latest report first',
        description:
          'For support and administrators: reporter, reported person, reason, and the number of times that support has read it.',
        'x-demo-account': 'support',
        querystring: pageQuery,
        response: { 200: pagedSchema(report), ...failures(400, 401, 403) },
      },
    },
    (request) =>
      listPage(
        request,
        request.query,
        (page) => queries.messages.listReports(app.db, page),
        (row) => showReport(row),
      ),
  )

  app.get(
    '/messages/reports/:id',
    {
      onRequest: staff,
      config: { may: STAFF },
      schema: {
        ...documented,
        operationId: 'readReportedConversation',
        summary: 'Read a reported conversation as support',
        description: `For support and administrators. Each page is recorded with its reader before it is shown.
          Pages go back in time as in \`GET /messages/{user_id}\`; nothing is marked as read.`,
        'x-demo-account': 'support',
        params: reportParams,
        querystring: historyQuery,
        response: { 200: historyPage, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { before, per_page } = request.query
      // Committed before anything is read: nobody reads without a trace.
      const written = { report_id: request.params.id, reader_id: identityOf(request).userId }
      const reading = await transaction(app.db, (tx) => queries.messages.insertReading(tx, written))
      if (!reading) throw new AppError('notFound')
      const rows = await queries.messages.list(app.db, new Set(), { ...reading, before, limit: per_page + 1 })
      const { shown, meta } = pageOfHistory(app, rows, per_page)
      return { ...envelope(request, shown), meta }
    },
  )
}
