import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import type { Brand } from '../../platform/http/brand.ts'
import { done, doneSchema, failures, page } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { uuid } from '../../platform/http/fields.ts'
import { asPage, backLink, escapeHtml, htmlPage, isBrowser } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { refuseWithPages } from '../../platform/plugins/form-pages.ts'
import { MAIL_KEY } from '../../reference/examples/demo.ts'
import { MAILING_LISTS, type MailingList } from './mailing-lists.ts'

const link = z.object({
  key: uuid.describe('Secret of the address').meta({ example: MAIL_KEY }),
  list: z.enum(MAILING_LISTS).meta({ id: 'MailingList', description: 'Mails to stop' }),
})

const OFFERED = { notifications: 'unsubscribeOffered', marketing: 'unsubscribeMarketingOffered' } as const

async function findSubscriber(app: FastifyInstance, key: string): Promise<{ user_id: number }> {
  const subscriber = await queries.notifications.findSubscriber(app.db, { key })
  if (!subscriber) throw new AppError('notFound')
  return subscriber
}

const SETTING: Record<MailingList, { email_notifications: boolean } | { marketing_emails: boolean }> = {
  notifications: { email_notifications: false },
  marketing: { marketing_emails: false },
}

/** The page behind the link: a message, and a button that posts to the same address while there is something to end. Pure. */
function unsubscribePage(message: string, locale: Locale, asks: boolean, brand: Brand | undefined): string {
  const { unsubscribe } = texts(locale).pages
  const { title, button } = unsubscribe
  const form = asks ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return htmlPage({
    locale,
    title,
    brand,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${form}${backLink(locale, brand)}`,
  })
}

/**
 * The link of a mail that ends mails of its kind (RFC 8058). Mail scanners follow links, so GET asks and POST acts, for
 * the button of the page and for the one click of a mail program alike.
 */
export const unsubscribeRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['notifications'], querystring: link }

  // The address says everything. RFC 8058 lets the body be a form of either type; an empty one is the page's.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, next) => next(null))

  refuseWithPages(app, (message, locale, brand) => unsubscribePage(message, locale, false, brand))

  app.get(
    '/unsubscribe',
    {
      config: { takesMore: true },
      schema: {
        ...documented,
        operationId: 'previewUnsubscribe',
        summary: 'Preview an unsubscribe link',
        description: `For the link in mails: returns the kind of mails that it stops. Browsers get a page with a
          button that sends the POST, so programs that follow links change nothing.`,
        'x-message': 'unsubscribeOffered',
        response: {
          200: {
            description: 'Mails that the link stops; a page for browsers',
            content: { 'application/json': { schema: doneSchema }, ...page },
          },
          ...failures(400, 404),
        },
      },
    },
    async (request, reply) => {
      await findSubscriber(app, request.query.key)
      const answer = done(request, OFFERED[request.query.list])
      return isBrowser(request)
        ? asPage(reply).send(unsubscribePage(answer.message, request.locale, true, app.config.brand))
        : answer
    },
  )

  app.post(
    '/unsubscribe',
    {
      config: { silent: true, takesMore: true },
      schema: {
        ...documented,
        operationId: 'unsubscribe',
        summary: 'Unsubscribe from one kind of mail',
        description: `Needs no sign-in: the key from the mail is enough. Also serves one-click unsubscribe (RFC 8058),
          with any body. Repeating it is not an error. The settings can turn these mails on again.`,
        'x-message': 'unsubscribed',
        response: {
          200: {
            description: 'Unsubscribed; a page for browsers',
            content: { 'application/json': { schema: doneSchema }, ...page },
          },
          ...failures(400, 404),
        },
      },
    },
    async (request, reply) => {
      const { key, list } = request.query
      await queries.notifications.updateSettings(app.db, { ...(await findSubscriber(app, key)), ...SETTING[list] })
      const answer = done(request)
      return isBrowser(request)
        ? asPage(reply).send(unsubscribePage(answer.message, request.locale, false, app.config.brand))
        : answer
    },
  )
}
