import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { envelope, envelopeSchema, failures } from '../http.ts'
import { identityOf } from '../plugins/authentication.ts'
import { BEARER } from '../plugins/documentation.ts'
import { timestamp } from '../schemas.ts'

const profile = z
  .object({
    id: z.int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    job: z.string().nullable(),
    location: z.string().nullable(),
    country_id: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string(),
    email_verified: z.boolean(),
    role: z.string(),
    locale: z.string(),
    avatar: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'User' })

/** GET /user: the caller's own profile. */
export const userRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/user',
    {
      onRequest: app.authenticate,
      schema: {
        tags: ['accounts'],
        summary: 'My profile',
        security: BEARER,
        response: { 200: envelopeSchema(profile), ...failures(401) },
      },
    },
    async (request) => {
      const [user] = await queries.users.show(app.db, { user_id: identityOf(request).userId })
      if (!user) throw new AppError('notFound')
      return envelope(request, 'ok', user)
    },
  )
}
