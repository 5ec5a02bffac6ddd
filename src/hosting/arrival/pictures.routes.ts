import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { integerId, wholeParameter } from '../../platform/http/fields.ts'
import { serveFile } from '../../platform/storage/serve.ts'
import { isSignedPicture } from './pictures.ts'

const picture = { schema: z.string().meta({ format: 'binary' }) }

/** Pictures of the way into homes, by signed addresses. */
export const arrivalPictureRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/arrival-pictures/:picture_id',
    {
      schema: {
        tags: ['reservations'],
        operationId: 'readArrivalPicture',
        summary: 'Download a picture of the way into a home',
        description: `Use the address in \`pictures\` as it is: it is signed, needs no token, and is valid for at least ten minutes.
          Ranges are supported (206).`,
        params: z.object({ picture_id: integerId.describe('Id of the picture').meta({ example: 1 }) }),
        querystring: z.object({
          expires: wholeParameter(0, Number.MAX_SAFE_INTEGER)
            .describe('Taken from the signed address')
            .meta({ example: 1_790_000_000 }),
          signature: z.string().max(100).meta({
            description: 'Taken from the signed address',
            example: 'Vq0d3yJ5m2uQ1fWc7n8bXk9LrT4aZs6PoEhGiYjMlRw',
          }),
        }),
        response: {
          200: { description: 'The picture; one range of it on request (206)', content: { 'image/webp': picture } },
          ...failures(400, 403, 404, 'linkExpired'),
        },
      },
    },
    async (request, reply) => {
      const { picture_id } = request.params
      if (!isSignedPicture(app.config, picture_id, request.query)) throw new AppError('linkExpired')
      const found = await queries.arrival.findPicture(app.db, { picture_id })
      if (!found) throw new AppError('notFound')
      if (found.now > request.query.expires) throw new AppError('linkExpired')
      const headers = {
        'cache-control': 'private, max-age=300',
        'content-security-policy': "sandbox; default-src 'none'",
      }
      return serveFile(request, reply, { files: app.storage.files, name: found.path, headers })
    },
  )
}
