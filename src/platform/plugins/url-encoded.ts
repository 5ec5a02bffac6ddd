import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readFields } from '../http/bodies.ts'

/** Lets the routes of a plugin take what HTML forms, pusher-js and Echo send by default, as a body of texts. */
export function acceptUrlEncoded(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => readFields(body, request.routeOptions.bodyLimit),
  )
}
