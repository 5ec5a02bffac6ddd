import type { FastifyInstance } from 'fastify'

/** Lets the routes of a plugin take what HTML forms, pusher-js and Echo send by default, as a body of texts. */
export function acceptUrlEncoded(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, next) => {
    next(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}
