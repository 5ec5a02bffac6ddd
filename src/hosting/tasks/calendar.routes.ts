import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { rolesWith } from '../../accounts/roles.ts'
import { writeCalendar } from '../../bookings/calendars/ical.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { texts } from '../../platform/locales/locales.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { taskCalendar, tokenParams } from './schemas.ts'

/** Roles whose members may read tasks. */
const ROLES = rolesWith('tasks.read')

/** The tasks of a person as a calendar (docs/design/domain.md, "Tasks"). */
export const taskCalendarRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['tasks'], security: BEARER, 'x-demo-account': 'owner' as const }
  const config = { scope: 'tasks.read', people: true } as const
  const show = (token: string | undefined): z.infer<typeof taskCalendar> => ({
    url: token === undefined ? null : app.addressOf('exportTasks', { token }),
  })

  app.get(
    '/tasks/calendar',
    {
      onRequest: app.authenticate,
      config,
      schema: {
        ...documented,
        operationId: 'getTaskCalendar',
        summary: 'Get the calendar address of my tasks',
        description: 'For people: each has one address for each account that they act for.',
        response: { 200: envelopeSchema(taskCalendar), ...failures(401, 403) },
      },
    },
    async (request) => {
      const { userId: owner_id, personId: user_id } = identityOf(request)
      return envelope(request, show((await queries.tasks.findCalendar(app.db, { owner_id, user_id }))?.token))
    },
  )

  app.post(
    '/tasks/calendar',
    {
      onRequest: app.authenticate,
      config: { ...config, silent: true },
      schema: {
        ...documented,
        operationId: 'rotateTaskCalendar',
        summary: 'Create a new calendar address for my tasks',
        description:
          'Earlier addresses return 404. An address stops working when its person leaves the team or can no longer read tasks.',
        'x-message': 'updated',
        response: { 200: envelopeSchema(taskCalendar), ...failures(401, 403) },
      },
    },
    async (request) => {
      const { userId: owner_id, personId: user_id } = identityOf(request)
      const { token } = await transaction(app.db, (tx) => queries.tasks.rotateCalendar(tx, { owner_id, user_id }))
      return envelope(request, show(token))
    },
  )

  app.get(
    '/tasks/calendar/:token.ics',
    {
      config: { secretParams: ['token'] },
      exposeHeadRoute: true,
      schema: {
        tags: ['tasks'],
        operationId: 'exportTasks',
        summary: 'Export the open tasks of a person as iCalendar',
        description: `Needs no token: the address is the secret. Tasks from a month ago on, with their kind and home, and without
          names and notes.`,
        params: tokenParams,
        response: {
          200: {
            content: { 'text/calendar': { schema: z.string() } },
            description: 'RFC 5545, with an event of a whole day for each task',
          },
          ...failures(400, 404),
        },
      },
    },
    async (request, reply) => {
      const found = await queries.tasks.findByToken(app.db, { token: request.params.token, roles: ROLES })
      if (!found) throw new AppError('notFound')
      const { words } = texts(found.locale)
      const events = (await queries.tasks.listAssigned(app.db, found)).map(
        ({ id, day, kind, title, updated_at, changes }) => ({
          uid: `task-${id}@sejour`,
          start_date: day,
          end_date: day,
          summary: `${words.task[kind]} · ${title}`,
          changed_at: updated_at,
          changes,
        }),
      )
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="tasks.ics"')
        .header('cache-control', 'private, no-cache')
        .send(writeCalendar(words.tasks, events))
    },
  )
}
