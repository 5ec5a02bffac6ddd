import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Brand } from '../../platform/http/brand.ts'
import { done, doneSchema, envelope, envelopeSchema, failures, page } from '../../platform/http/envelope.ts'
import { shownEmail, timestamp } from '../../platform/http/fields.ts'
import { asPage, escapeHtml, htmlPage, isBrowser } from '../../platform/http/html.ts'
import { merged } from '../../platform/http/options.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { refuseWithPages } from '../../platform/plugins/form-pages.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { acceptUrlEncoded } from '../../platform/plugins/url-encoded.ts'
import { ADDRESS, MAILED_TOKEN } from '../../reference/examples/demo.ts'
import { findUndo, undoChange } from './undo.ts'

const link = z.object({
  token: z.string().min(1, 'required').max(200).describe('Secret of the link').meta({ example: MAILED_TOKEN }),
})

/** The page of an undo link: a message, and a button while the link can be used. Pure. */
function undoPage(message: string, locale: Locale, brand: Brand | undefined, token?: string): string {
  const { title, button } = texts(locale).pages.undo
  const form =
    token === undefined
      ? ''
      : `<form method="post" action="undo-change"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
        `<button>${escapeHtml(button)}</button></form>`
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}`
  return htmlPage({ locale, title, body, brand })
}

/**
 * The link that undoes a change of address or password. Mail scanners follow links, so GET explains and POST acts.
 * Browsers get a page with a button, other clients JSON.
 */
export const undoRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['accounts'] }

  acceptUrlEncoded(app)
  refuseWithPages(app, undoPage)

  app.get(
    '/auth/undo-change',
    merged(perMinute(60), {
      config: { takesMore: true },
      schema: {
        ...documented,
        operationId: 'previewUndo',
        summary: 'Preview what an undo link would change',
        description: `The mail about a new password or address has this link. Returns the address that would be
          restored and the expiry of the link. Browsers get a page with a button that sends the POST, so mail programs
          that follow links change nothing.`,
        'x-message': 'undoOffered',
        querystring: link,
        response: {
          200: {
            description: 'Changes that the link undoes, and its expiry; a page for browsers',
            content: {
              'application/json': {
                schema: envelopeSchema(
                  z.object({ email: shownEmail.meta({ example: ADDRESS }), expires_at: timestamp }),
                ),
              },
              ...page,
            },
          },
          ...failures(400, 'invalidUndo'),
        },
      },
    }),
    async (request, reply) => {
      const answer = envelope(request, await findUndo(app, request.query.token))
      if (!isBrowser(request)) return answer
      return asPage(reply).send(undoPage(answer.message, request.locale, app.config.brand, request.query.token))
    },
  )

  app.post(
    '/auth/undo-change',
    merged(perMinute(60), {
      config: { silent: true, takesMore: true },
      schema: {
        ...documented,
        operationId: 'undoChange',
        summary: 'Undo a change of address or password, and all later ones',
        description: `Restores the old address, revokes all tokens and pending links, closes all sockets and clears
          the password. A code for a new password is mailed. Returns 409 if another account has since verified the old
          address; the link then stays valid.`,
        'x-message': 'undone',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: link.meta({ id: 'UndoLink' }),
        response: {
          200: {
            description: 'Undone; a page for browsers',
            content: { 'application/json': { schema: doneSchema }, ...page },
          },
          ...failures(400, 415, 'invalidUndo', 'undoTaken'),
        },
      },
    }),
    async (request, reply) => {
      await undoChange(app, request.body.token)
      const answer = done(request)
      return isBrowser(request)
        ? asPage(reply).send(undoPage(answer.message, request.locale, app.config.brand))
        : answer
    },
  )
}
