import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limitPerMinute } from '../../accounts/api-keys/limits.ts'
import { asPage, FORM_PAGE_POLICY, isBrowser, refusalPage } from '../../platform/http/html.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import { acceptUrlEncoded } from '../../platform/plugins/url-encoded.ts'
import type { Part, Shown } from './html.ts'
import { type Said, stayHtml } from './page.ts'
import { type Notice, stayKey } from './schemas.ts'
import { type Opened, openLink, readPage } from './view.ts'

/** How routes of a link answer browsers. */

/** Requests a minute with one link, of all who have it. */
const REQUESTS_A_MINUTE = 120
/** Pictures of the way are of this service. */
const POLICY = `${FORM_PAGE_POLICY}; img-src 'self'`

/** The key of a request; empty for what is none. */
const keyIn = (request: FastifyRequest): string => stayKey.safeParse(request.params).data?.key ?? ''

/** The path of the page of a link. */
export const pathOf = (app: FastifyInstance, key: string): string =>
  new URL(app.addressOf('showStayPage', { key })).pathname

/** The page of an opened link. */
export async function pageFor(
  app: FastifyInstance,
  request: FastifyRequest,
  key: string,
  opened: Opened,
  { open, words, ...said }: Said & Pick<Shown, 'open' | 'words'> = {},
): Promise<string> {
  const { locale } = request
  const page = await readPage(app, opened, key, locale)
  return stayHtml({ page, locale, path: pathOf(app, key), open, words }, said)
}

export const asStayPage = (reply: FastifyReply): FastifyReply => asPage(reply, POLICY)

/** The part of the page whose form has had an outcome. */
export const PARTS: Record<Notice, Part | undefined> = {
  code_sent: 'cancel',
  change_requested: 'change',
  message_sent: undefined,
  saved: 'sharing',
  cancelled: undefined,
}

/** The part of the page whose form was sent, by the end of its address. */
const FORMS: Record<string, Part> = {
  codes: 'cancel',
  cancel: 'cancel',
  'change-requests': 'change',
  sharing: 'sharing',
}

/** After a form a browser gets the page again, which says what was done, and can be reloaded. */
export const backTo = (app: FastifyInstance, reply: FastifyReply, key: string, notice: Notice): FastifyReply =>
  reply.redirect(`${pathOf(app, key)}?notice=${notice}`, 303)

/** Words that a refused form is shown with again. */
const typed = z.looseObject({ content: z.string() })

/** Opens a link, and counts the request. @throws AppError 404, 410, 429 */
type Opener = (request: FastifyRequest, key: string) => Promise<Opened>

/** Prepares a plugin for links: forms, headers, and refusals as pages. Returns what opens a link, within the limit of each. */
export function servesLinks(app: FastifyInstance): Opener {
  acceptUrlEncoded(app)
  // The beginning of a key tells links apart, and is no secret.
  const count = limitPerMinute(app, REQUESTS_A_MINUTE, (request) => `stay ${keyIn(request).slice(0, 20)}`)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
  })
  // A browser sends empty fields of a form as empty texts.
  app.addHook('preValidation', async (request) => {
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return
    request.body = Object.fromEntries(Object.entries(request.body ?? {}).filter(([, value]) => value !== ''))
  })
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const failure = toAppError(error)
    if (!isBrowser(request) || failure.status >= 500) throw error
    const { locale } = request
    const fields = Object.values(failure.fields ?? {}).flatMap((problems) => problems.map(({ text }) => text(locale)))
    const refusals = fields.length > 0 ? fields : [failure.text(locale)]
    const key = keyIn(request)
    const opened = request.method === 'POST' ? await openLink(app, key).catch(() => undefined) : undefined
    const page = opened
      ? await pageFor(app, request, key, opened, {
          refusals,
          words: typed.safeParse(request.body).data?.content,
          open: FORMS[path.posix.basename(request.routeOptions.url ?? '')],
        })
      : refusalPage(failure.text(locale), locale)
    return asStayPage(reply.code(failure.status).headers(failure.headers)).send(page)
  })
  return async (request, key) => {
    const opened = await openLink(app, key)
    await count(request)
    return opened
  }
}
