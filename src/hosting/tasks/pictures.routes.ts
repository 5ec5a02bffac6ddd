import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { storePicture } from '../../accounts/quotas/pictures.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { BEARER, BEARER_OR_SIGNED } from '../../platform/plugins/documentation.ts'
import { imageFile, readForm } from '../../platform/storage/forms.ts'
import { serveFile } from '../../platform/storage/serve.ts'
import { pictureParams, signedQuery, task, taskParams } from './schemas.ts'
import { isSignedPicture } from './show.ts'
import { findTask, lockTask } from './tasks.ts'

const MAX_PICTURES = 10

/** Pictures of tasks show the inside of homes: no shared cache keeps them. */
const PRIVATE = { 'cache-control': 'private, max-age=300', 'content-disposition': 'inline' }

/** Pictures of tasks (docs/design/domain.md, "Tasks"). */
export const taskPictureRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['tasks'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.post(
    '/tasks/:id/pictures',
    {
      onRequest: app.authenticate,
      preValidation: readForm('picture'),
      config: { silent: true, scope: 'tasks.write' },
      schema: {
        ...documented,
        operationId: 'addTaskPicture',
        summary: 'Add a picture to a task',
        description: `A form with \`picture\`: jpeg, png or webp, at most 5 MB; it is re-encoded without metadata. A task has at most
          ten (409). Team members with the role \`cleaner\` add them to tasks that are theirs or nobody’s. Returns the task.`,
        'x-message': 'created',
        consumes: ['multipart/form-data'],
        params: taskParams,
        body: z.object({ picture: imageFile }),
        response: {
          201: envelopeSchema(task),
          ...failures(400, 401, 403, 404, 413, 415, 507, 'tooManyPictures'),
        },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const task_id = request.params.id
      // Asked before anything is decoded, and again with the row.
      await lockTask(app, identity, task_id, {}, () => Promise.resolve())
      const changed = await storePicture(app, identity.userId, request.body.picture, (picture) =>
        lockTask(app, identity, task_id, {}, async (tx) => {
          const row = await queries.tasks.insertPicture(tx, { task_id, ...picture, limit: MAX_PICTURES })
          if (!row) throw new AppError('tooManyPictures')
          return findTask(app, tx, identity, task_id)
        }),
      )
      return reply.code(201).send(envelope(request, changed))
    },
  )

  app.get(
    '/tasks/:id/pictures/:picture_id',
    {
      onRequest: app.identifyIfAny,
      config: { scope: 'tasks.read' },
      schema: {
        ...documented,
        security: BEARER_OR_SIGNED,
        operationId: 'readTaskPicture',
        summary: 'Download a picture of a task',
        description: `Use the address in \`pictures\` as it is: it is signed, needs no token, and is valid for at least ten minutes.
          The account and its team can also use the unsigned address with a token. Ranges are supported (206).`,
        params: pictureParams,
        querystring: signedQuery,
        response: {
          200: {
            description: 'The picture; one range of it on request (206)',
            content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } },
          },
          ...failures(400, 401, 403, 404, 'linkExpired'),
        },
      },
    },
    async (request, reply) => {
      const { id: task_id, picture_id } = request.params
      const { expires = 0, signature } = request.query
      const of = { task_id, picture_id }
      if (signature !== undefined && !isSignedPicture(app.config, of, expires, signature))
        throw new AppError('linkExpired')
      const reader = signature === undefined ? identityOf(request) : undefined
      const found = await queries.tasks.findPicture(app.db, of)
      if (found && reader === undefined && found.now > expires) throw new AppError('linkExpired')
      const isTheirs = !reader || (found?.owner_id === reader.userId && reaches(reader, found.property_id))
      if (!found || !isTheirs) throw new AppError('notFound')
      return serveFile(request, reply, { files: app.storage.files, name: found.path, headers: PRIVATE })
    },
  )

  app.delete(
    '/tasks/:id/pictures/:picture_id',
    {
      onRequest: app.authenticate,
      config: { silent: true, scope: 'tasks.write' },
      schema: {
        ...documented,
        operationId: 'deleteTaskPicture',
        summary: 'Delete a picture of a task',
        description:
          'Deletes the file too. Team members with the role `cleaner` delete those of tasks that are theirs or nobody’s.',
        'x-message': 'deleted',
        params: pictureParams,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: task_id, picture_id } = request.params
      const gone = await lockTask(app, identityOf(request), task_id, {}, (tx) =>
        queries.tasks.deletePicture(tx, { task_id, picture_id }),
      )
      if (!gone) throw new AppError('notFound')
      await app.storage.remove(gone.path)
      return done(request)
    },
  )
}
