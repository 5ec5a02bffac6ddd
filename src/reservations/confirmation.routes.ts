import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { failures, page } from '../http/envelope.ts'
import { escapeHtml } from '../http/html.ts'
import { type Locale, texts } from '../locales/locales.ts'
import { reservationParams } from '../settlement/schemas.ts'

/** The page instead of a checkout when nothing is due and there is no front end. It names nobody, so needs no token. */
export const confirmationRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/reservations/:id/confirmation',
    {
      schema: {
        tags: ['reservations'],
        operationId: 'showReservationConfirmation',
        summary: 'A page that says that a reservation needs no payment now; in place of a checkout',
        params: reservationParams,
        response: { 200: { description: 'The page', content: page }, ...failures(404) },
      },
    },
    async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .serializer(String)
        .send(confirmationPage(request.params.id, request.locale)),
  )
}

function confirmationPage(id: number, locale: Locale): string {
  const { title: titleOf, message } = texts(locale).pages.confirmation
  const title = titleOf({ id })
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p></body></html>`
  )
}
