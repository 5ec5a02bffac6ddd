import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { idempotencyHeaders } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { newTask, task, taskChange, taskList, taskParams } from './schemas.ts'
import { showTask } from './show.ts'
import { changeTask, createTask, deleteTask, findTask, listTasks } from './tasks.ts'

/** Work at homes (docs/design/domain.md, "Tasks"). */
export const taskRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['tasks'], security: BEARER, 'x-demo-account': 'owner' as const }
  const answer = envelopeSchema(task)

  app.get(
    '/tasks',
    {
      config: { scope: 'tasks.read' },
      schema: {
        ...documented,
        operationId: 'listTasks',
        summary: 'List tasks at my homes, by day',
        description: `For owners, their teams and keys with \`tasks.read\`. Filters apply together. Each departure of a stay that
          takes place has a cleaning task, which follows the stay. Tasks have no names of guests and no amounts.`,
        querystring: taskList,
        response: { 200: pagedSchema(task), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      await app.checkListedHome(identity, request.query.property_id)
      return listPage(
        request,
        request.query,
        (page) => listTasks(app.db, identity, request.query, page),
        (row) => showTask(app, row),
      )
    },
  )

  app.post(
    '/tasks',
    merged(app.idempotent, {
      config: { sees: STAFF, scope: 'tasks.write', audits: ['task.created'], events: ['task.created'] },
      schema: {
        ...documented,
        operationId: 'createTask',
        summary: 'Create a task; honours Idempotency-Key',
        description: `\`closes_days\` closes the home from \`day\` on; 409 \`reserved_days\` if this touches a reservation.
          \`reservation_id\` only names a stay: the task does not follow it. Team members with the role \`cleaner\` report
          faults: of the kind \`maintenance\`, for nobody, without closed days. Limits: 10,000 open tasks of an account beside those of departures, 1,000 a day.`,
        'x-message': 'created',
        headers: idempotencyHeaders,
        body: newTask,
        response: { 201: answer, ...failures(400, 401, 403, 404, 'reservedDays', 'limitReached') },
      },
    }),
    async (request, reply) => {
      const created = await createTask(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.get(
    '/tasks/:id',
    {
      config: { scope: 'tasks.read' },
      schema: {
        ...documented,
        operationId: 'getTask',
        summary: 'Get a task',
        description: 'As in the list.',
        params: taskParams,
        response: { 200: answer, ...failures(401, 403, 404) },
      },
    },
    async (request) => envelope(request, await findTask(app, app.db, identityOf(request), request.params.id)),
  )

  app.patch(
    '/tasks/:id',
    {
      config: { scope: 'tasks.write', audits: ['task.changed'], events: ['task.changed'] },
      schema: {
        ...documented,
        operationId: 'updateTask',
        summary: 'Update a task, or mark it as done',
        description: `Send only the fields to change. Team members with the role \`cleaner\` change \`done\` and \`note\` of tasks
          that are theirs or nobody’s (403 otherwise). A cleaning follows its departure until its \`day\` is changed; then
          it keeps its day unless the departure moves beyond it or to another home. Done tasks close no
          days; opened again they close them again, and a cleaning follows its departure again.`,
        'x-message': 'updated',
        params: taskParams,
        body: taskChange,
        response: { 200: answer, ...failures(400, 401, 403, 404, 'reservedDays', 'limitReached') },
      },
    },
    async (request) => envelope(request, await changeTask(app, identityOf(request), request.params.id, request.body)),
  )

  app.delete(
    '/tasks/:id',
    {
      config: { scope: 'tasks.write', audits: ['task.deleted'], events: ['task.deleted'] },
      schema: {
        ...documented,
        operationId: 'deleteTask',
        summary: 'Delete a task with its pictures',
        description: `Its closed days are free at once. The cleaning after a departure cannot be deleted (409
          \`task_of_departure\`): mark it as done. Team members with the role \`cleaner\` delete none.`,
        'x-message': 'deleted',
        params: taskParams,
        response: { 200: doneSchema, ...failures(401, 403, 404, 'taskOfDeparture') },
      },
    },
    async (request) => {
      const files = await deleteTask(app, identityOf(request), request.params.id)
      for (const file of files) await app.storage.remove(file)
      return done(request)
    },
  )
}
