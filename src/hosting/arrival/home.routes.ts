import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { storePicture } from '../../accounts/quotas/pictures.ts'
import { limitReached } from '../../accounts/quotas/quotas.ts'
import { lockOwn } from '../../homes/properties/write.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LONG_BODY_BYTES } from '../../platform/http/bodies.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { homeId, integerId, line } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { imageFile, readForm } from '../../platform/storage/forms.ts'
import { ARRIVAL_PICTURE } from '../../reference/examples/demo.ts'
import { findHomeArrival, writeHomeArrival } from './home.ts'
import { MAX_PICTURES, showPicture } from './pictures.ts'
import { arrivalPicture, homeArrival, shownHomeArrival } from './schemas.ts'

const home = z.object({ id: homeId })
const onePicture = home.extend({ picture_id: integerId.describe('Id of the picture').meta({ example: 1 }) })

/** Arrival of the guests of a home (docs/design/domain.md, "Arrival"). */
export const homeArrivalRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['properties'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    '/properties/:id/arrival',
    {
      config: { may: ['owner', ...STAFF], scope: ['properties.read', 'reservations.write'] },
      schema: {
        ...documented,
        operationId: 'getHomeArrival',
        summary: 'Get how guests of a home arrive',
        description: 'For the owner, their team and the staff. Guests read it with their stay.',
        params: home,
        response: { 200: envelopeSchema(shownHomeArrival), ...failures(401, 403, 404) },
      },
    },
    async (request) => envelope(request, await findHomeArrival(app, identityOf(request), request.params.id)),
  )

  app.put(
    '/properties/:id/arrival',
    {
      bodyLimit: LONG_BODY_BYTES,
      config: { may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write', audits: ['property.arrival'] },
      schema: {
        ...documented,
        operationId: 'updateHomeArrival',
        summary: 'Write how guests of a home arrive',
        description: `Replaces texts and Wi-Fi; pictures stay. Guests of confirmed stays see it from \`reveal_hours\` before check-in
          until check-out, in their language, or else in the other one. Never write a code that changes with each stay here: see
          \`PUT /reservations/{id}/access-code\`.`,
        'x-message': 'updated',
        params: home,
        body: homeArrival,
        response: { 200: envelopeSchema(shownHomeArrival), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id } = request.params
      await writeHomeArrival(app, identity, id, request.body)
      return envelope(request, await findHomeArrival(app, identity, id))
    },
  )

  app.post(
    '/properties/:id/arrival/pictures',
    {
      preValidation: readForm('picture'),
      config: { silent: true, may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write' },
      schema: {
        ...documented,
        operationId: 'addArrivalPicture',
        summary: 'Add a picture of the way into a home',
        description: `A form with \`picture\` and an optional \`caption\`. Jpeg, png or webp, at most 5 MB and ten pictures. It is not
          public: guests see it with the arrival.`,
        'x-message': 'created',
        consumes: ['multipart/form-data'],
        params: home,
        body: z.object({ picture: imageFile, caption: line().optional().meta({ example: ARRIVAL_PICTURE }) }),
        response: {
          201: envelopeSchema(arrivalPicture),
          ...failures(400, 401, 403, 404, 413, 415, 507, 'limitReached'),
        },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const { id: property_id } = request.params
      const { caption } = request.body
      // Asked before anything is decoded, and again with the row.
      await lockOwn(app, app.db, identity, property_id)
      const added = await storePicture(app, identity.userId, request.body.picture, (picture) =>
        transaction(app.db, async (tx) => {
          await lockOwn(app, tx, identity, property_id)
          const row = await queries.arrival.insertPicture(tx, { property_id, ...picture, caption })
          if (!row) throw limitReached(MAX_PICTURES)
          return row
        }),
      )
      return reply.code(201).send(envelope(request, showPicture(app, added)))
    },
  )

  app.delete(
    '/properties/:id/arrival/pictures/:picture_id',
    {
      config: { silent: true, may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write' },
      schema: {
        ...documented,
        operationId: 'deleteArrivalPicture',
        summary: 'Delete a picture of the way into a home',
        description: 'Deletes its file too.',
        'x-message': 'deleted',
        params: onePicture,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: property_id, picture_id } = request.params
      const removed = await transaction(app.db, async (tx) => {
        await lockOwn(app, tx, identityOf(request), property_id)
        return queries.arrival.deletePicture(tx, { property_id, picture_id })
      })
      if (!removed) throw new AppError('notFound')
      await app.storage.remove(removed.path)
      return done(request)
    },
  )
}
