import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '../locales/locales.ts'
import { toAppError } from './errors.ts'

/** Allows the styles of a page and its form, and no scripts or external content. */
export const FORM_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

export const isBrowser = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** Has the routes of a plugin answer refusals to browsers with a page that says why. */
export function refuseWithPages(
  app: FastifyInstance,
  asPage: (reply: FastifyReply) => FastifyReply,
  page: (message: string, locale: Locale) => string,
): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const failure = toAppError(error)
    if (!isBrowser(request) || failure.status >= 500) throw error
    return asPage(reply.code(failure.status).headers(failure.headers)).send(
      page(failure.text(request.locale), request.locale),
    )
  })
}
