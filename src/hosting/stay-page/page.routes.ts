import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { envelope, envelopeSchema, failures, page } from '../../platform/http/envelope.ts'
import { isBrowser } from '../../platform/http/html.ts'
import { asStayPage, PARTS, pageFor, servesLinks } from './answers.ts'
import { stayCalendar } from './calendar.ts'
import { pageQuery, stayKey, stayPage } from './schemas.ts'
import { readPage } from './view.ts'

/** The page of a stay behind its link (docs/design/domain.md, "The link of a stay"). */
export const stayPageRoutes: FastifyPluginAsyncZod = async (app) => {
  const open = servesLinks(app)
  const documented = { tags: ['reservations'], params: stayKey }
  const config = { secretParams: ['key'], takesMore: true }

  app.get(
    '/stay/:key',
    {
      config,
      schema: {
        ...documented,
        operationId: 'showStayPage',
        summary: 'Show a stay by its link',
        description: `The link that the mails to a guest without an account lead to; the company hands it on with
          \`GET /reservations/{id}/link\`. A page in the language of the request for browsers (\`Accept: text/html\`), JSON for programs. The
          key is a signature: anyone with the address sees days, home, and what the \`scopes\` of the link open: amounts, links to pay, messages, and the arrival once it is open. The key of
          \`sharing.url\` shows neither amounts nor, unless the guest allows it, the code of the door. A renewed link returns 404; 14 days
          after departure it returns 410.`,
        querystring: pageQuery,
        response: {
          200: {
            description: 'The stay; a page for browsers',
            content: { 'application/json': { schema: envelopeSchema(stayPage) }, ...page },
          },
          ...failures(400, 404, 'stayLinkOver'),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const { notice, view } = request.query
      const { stay, link } = await open(request, key)
      const opened = { stay, link: { ...link, view: view ?? link.view } }
      if (!isBrowser(request)) return envelope(request, await readPage(app, opened, key, request.locale))
      return asStayPage(reply).send(await pageFor(app, request, key, opened, { notice, open: notice && PARTS[notice] }))
    },
  )

  app.get(
    '/stay/:key/calendar.ics',
    {
      config,
      schema: {
        ...documented,
        operationId: 'exportStayCalendar',
        summary: 'Download a stay as a calendar file',
        description:
          'One event from check-in to check-out (RFC 5545), with both keys of a stay. It has no link and no amounts, and the address once the stay is confirmed.',
        response: {
          200: {
            description: 'The calendar file',
            content: { 'text/calendar': { schema: z.string().meta({ example: 'BEGIN:VCALENDAR…' }) } },
          },
          ...failures(404, 'stayLinkOver'),
        },
      },
    },
    async (request, reply) => {
      const { stay } = await open(request, request.params.key)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="sejour-${stay.id}.ics"`)
        .serializer(String)
        .send(stayCalendar(stay, new URL(app.publicUrl).host))
    },
  )
}
