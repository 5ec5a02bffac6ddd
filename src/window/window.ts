import { existsSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isBrowser } from '../platform/http/html.ts'
import { sendPacked, sendWritten } from '../platform/http/packed.ts'
import { lazily } from '../platform/lib/lazily.ts'
import { texts } from '../platform/locales/locales.ts'
import { bundleWindow, MADE } from './bundle.ts'
import { firstPaint } from './first-paint.ts'
import { shellPage } from './shell.ts'

/** The addresses of its screens, beside the root; none of them is a path of the specification (tests/window/addresses.test.ts). */
export const SCREENS = {
  /** For everybody with an account. */
  people: ['/register', '/password-reset', '/profile', '/security', '/bell', '/invitations/:key', '/support', '/mail'],
  guests: ['/homes/:id', '/trips', '/trips/:id', '/inbox', '/inbox/:id'],
  office: [
    '/today',
    '/plan',
    '/stays',
    '/stays/:id',
    '/conversations',
    '/conversations/:id',
    '/tasks',
    '/month',
    '/figures',
    '/net',
    '/my-homes',
    '/calendar/:id',
    '/editor/:id',
    '/developers',
    '/templates',
    '/company',
    '/sellers',
    '/team',
    '/channels',
    '/audit',
  ],
} as const

/** A file's name has a hash of what is in it. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The provider's checkouts; those at a company's own domain come after the page of their payment, which allows them. */
const CHECKOUTS = 'https://checkout.stripe.com'

/**
 * Its own script and styles, pictures of homes, and the API with its sockets. A form pays: browsers apply `form-action` to the redirect to the
 * provider, or to its stand-in.
 */
const policy = (publicUrl: string, production: boolean): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${publicUrl}; connect-src 'self'; frame-src 'self'; form-action 'self' ${publicUrl} ${CHECKOUTS}${production ? '' : ' http:'}; base-uri 'none'; frame-ancestors 'none'`

/** The screens of guests and of companies (docs/front-ends.md, "The window"), read when somebody first opens one. */
export const windowPlugin = fp(async (app: FastifyInstance) => {
  const { production, demoFrontend, backOffice } = app.config
  if (production && !existsSync(MADE)) {
    app.log.warn('the window is not served: npm run build has not made it')
    return
  }
  const bundle = lazily(() => bundleWindow(production))

  async function shell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { publicUrl, demoAccounts, config } = app
    const made = await bundle.get()
    const settings = {
      accounts: demoAccounts,
      mailbox: app.hasRoute({ method: 'GET', url: '/dev/mailbox' }),
      realtime_key: config.realtime.key,
      guests: demoFrontend,
      office: backOffice,
      sheets: made.sheets,
    }
    const page = shellPage(made, settings, {
      locale: request.locale,
      noScript: texts(request.locale).pages.start.noScript,
      content: demoFrontend ? await firstPaint(app, request, made.sheets) : undefined,
    })
    reply
      .header('content-security-policy', policy(publicUrl, production))
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept, Accept-Language, Accept-Encoding')
      .type('text/html; charset=utf-8')
    return sendWritten(request, reply, page)
  }
  app.decorate('windowShell', shell)

  const screens = [...SCREENS.people, ...(demoFrontend ? SCREENS.guests : []), ...(backOffice ? SCREENS.office : [])]
  for (const url of screens) {
    app.get(
      url,
      { exposeHeadRoute: true, config: { secretParams: ['key'] }, schema: { hide: true } },
      async (request, reply) => (isBrowser(request) ? shell(request, reply) : reply.callNotFound()),
    )
  }

  app.get<{ Params: { file: string } }>('/window/:file', { schema: { hide: true } }, async (request, reply) => {
    const asset = (await bundle.get()).assets.get(request.params.file)
    if (!asset) return reply.callNotFound()
    return sendPacked(request, reply, asset, FOREVER)
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the page of the window; undefined: it is not served (`DEMO_FRONTEND`, `BACK_OFFICE`). */
    windowShell?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}
