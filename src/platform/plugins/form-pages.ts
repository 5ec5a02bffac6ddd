import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../http/brand.ts'
import { asPage, isBrowser, refusalPage } from '../http/html.ts'
import type { Locale } from '../locales/locales.ts'
import { toAppError } from './errors.ts'

type Page = (message: string, locale: Locale, brand: Brand | undefined) => string

function refuse(page: Page, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  if (!isBrowser(request) || failure.status >= 500) throw error
  const { brand } = request.server.config
  return asPage(reply.code(failure.status).headers(failure.headers)).send(
    page(failure.text(request.locale), request.locale, brand),
  )
}

/** The `errorHandler` of a route whose refusals browsers get as a page. */
export const refuseBrowsersWithPages = (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(refusalPage, error, request, reply)

/** Makes the routes of a plugin answer refusals to browsers with a page that says why. */
export function refuseWithPages(app: FastifyInstance, page: Page = refusalPage): void {
  app.setErrorHandler((error: Error, request, reply) => refuse(page, error, request, reply))
}
