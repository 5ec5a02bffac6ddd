import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { countOfDay, countPixels } from '../../accounts/quotas/quotas.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { homeId, integerId, line } from '../../platform/http/fields.ts'
import { identityOf, requireVerified } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { imageFile, readForm } from '../../platform/storage/forms.ts'
import { PHOTO, PHOTO_TEXT } from '../../reference/examples/demo.ts'
import { discardPhoto, filesOf, savePhoto, showPhoto } from './photos.ts'
import { photo, photoChange } from './schemas.ts'
import { lockOwn } from './write.ts'

const home = z.object({ id: homeId })
const onePhoto = home.extend({ photo_id: integerId.describe('Id of the photo').meta({ example: PHOTO }) })

/** Photos of a home in the order of its owner; the first is the cover. */
export const photoRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['properties'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.post(
    '/properties/:id/photos',
    {
      // Photos are public, also those of a draft.
      onRequest: requireVerified,
      preValidation: readForm('photo'),
      config: { may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write', events: ['property.updated'] },
      schema: {
        ...documented,
        operationId: 'addPropertyPhoto',
        summary: 'Add a photo to a home',
        description: `A form with \`photo\` and an optional \`alt\` text; for the owner with a verified address. Jpeg,
          png or webp, at most 5 MB and thirty photos. The picture is re-encoded without metadata in several widths
          (\`sizes\`, for \`srcset\`). A new photo comes last; the first one is the cover.`,
        'x-message': 'created',
        consumes: ['multipart/form-data'],
        params: home,
        body: z.object({ photo: imageFile, alt: line().optional().meta({ example: PHOTO_TEXT }) }),
        response: {
          201: envelopeSchema(photo),
          ...failures(400, 401, 403, 404, 413, 415, 507, 'notVerified', 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      await lockOwn(app, app.db, identity, request.params.id)
      const limit = app.config.quotas.picturesPerDay
      await countOfDay(app.db, 'pictures', identity.userId, { limit })
      const stored = await savePhoto(app, request.body.photo, (pixels) =>
        countPixels(app.db, identity.userId, { limit, pixels }),
      )
      try {
        const added = await transaction(app.db, async (tx) => {
          await lockOwn(app, tx, identity, request.params.id)
          const row = await queries.properties.insertPhoto(tx, {
            property_id: request.params.id,
            ...stored,
            alt: request.body.alt,
          })
          if (!row) throw new AppError('conflict')
          return showPhoto(app, row)
        })
        return await reply.code(201).send(envelope(request, added))
      } catch (error) {
        await discardPhoto(app, stored, error)
        throw error
      }
    },
  )

  app.put(
    '/properties/:id/photos/:photo_id',
    {
      config: { may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write', events: ['property.updated'] },
      schema: {
        ...documented,
        operationId: 'updatePropertyPhoto',
        summary: 'Update the text or position of a photo',
        description: `Positions start at 1, the cover; other photos move. \`alt: null\` removes the text. The address
          does not change.`,
        'x-message': 'updated',
        params: onePhoto,
        body: photoChange,
        response: { 200: envelopeSchema(photo), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { id: property_id, photo_id } = request.params
      const changed = await transaction(app.db, async (tx) => {
        await lockOwn(app, tx, identityOf(request), property_id)
        const changes = { ...request.body, changes_alt: request.body.alt !== undefined }
        const rows = await queries.properties.updatePhotos(tx, { property_id, photo_id, ...changes })
        return rows.find((row) => row.id === photo_id)
      })
      if (!changed) throw new AppError('notFound')
      return envelope(request, showPhoto(app, changed))
    },
  )

  app.delete(
    '/properties/:id/photos/:photo_id',
    {
      config: { may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write', events: ['property.updated'] },
      schema: {
        ...documented,
        operationId: 'deletePropertyPhoto',
        summary: 'Delete a photo',
        description:
          'Deletes the file and its smaller versions too. If it was the cover, the next photo becomes the cover.',
        'x-message': 'deleted',
        params: onePhoto,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: property_id, photo_id } = request.params
      const removed = await transaction(app.db, async (tx) => {
        await lockOwn(app, tx, identityOf(request), property_id)
        return await queries.properties.deletePhoto(tx, { property_id, photo_id })
      })
      if (!removed) throw new AppError('notFound')
      for (const file of filesOf(removed)) await app.storage.remove(file)
      return done(request)
    },
  )
}
