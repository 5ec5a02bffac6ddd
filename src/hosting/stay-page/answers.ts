import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limitPerMinute } from '../../accounts/api-keys/limits.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { asPage, isBrowser, refusalPage } from '../../platform/http/html.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import { acceptUrlEncoded } from '../../platform/plugins/url-encoded.ts'
import type { Part, Shown } from './html.ts'
import { type Said, stayHtml } from './page.ts'
import { type Notice, stayKey } from './schemas.ts'
import { isMailedTo, type Opened, openLink, readPage } from './view.ts'

/** Answers of routes of a link to browsers. */

/** Requests a minute with one link, of all who have it. */
const REQUESTS_A_MINUTE = 120
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
  const [page, brand] = await Promise.all([
    readPage(app, opened, key, locale),
    app.brandOf(app.db, opened.stay.owner_id),
  ])
  return stayHtml({ page, locale, path: pathOf(app, key), open, words, brand }, said)
}

export const asStayPage = (reply: FastifyReply): FastifyReply => asPage(reply)

/** The part of the page whose form has had an outcome. */
export const PARTS: Record<Notice, Part | undefined> = {
  code_sent: 'cancel',
  link_sent: 'cancel',
  change_requested: 'change',
  message_sent: undefined,
  travellers_saved: undefined,
  saved: 'sharing',
  card_withdrawn: undefined,
  cancelled: undefined,
}

/** The part of the page whose form was sent, by the end of its address. */
const FORMS: Record<string, Part> = {
  codes: 'cancel',
  cancel: 'cancel',
  'change-requests': 'change',
  sharing: 'sharing',
}

/** After a form a browser gets its page again, which says what was done, and can be reloaded. */
export const backTo = (
  app: FastifyInstance,
  reply: FastifyReply,
  key: string,
  notice: Notice,
  page = '',
): FastifyReply => reply.redirect(`${pathOf(app, key)}${page}?notice=${notice}`, 303)

/** Why a form was refused: in a sentence, and by field. */
interface Refusal {
  message: string
  problems: Record<string, string>
}

/** The page that shows a refused form again. */
type RefusedPage = (request: FastifyRequest, key: string, opened: Opened, refusal: Refusal) => Promise<string>

/** Labels of the fields of forms. */
function labelsIn(locale: Locale): Map<string, string> {
  const { change, cancel, messages } = texts(locale).stayPage
  const { check_in, check_out, adults, children, infants, message } = change
  const ofChange = { check_in, check_out, adults, children, infants, message }
  return new Map(Object.entries({ ...ofChange, code: cancel.code, content: messages.content }))
}

/** Words that a refused form is shown with again. */
const typed = z.looseObject({ content: z.string() })

/** The page of a stay again, with why its form was refused. */
export const refusedPage =
  (app: FastifyInstance): RefusedPage =>
  (request, key, opened, { message, problems }) => {
    const labels = labelsIn(request.locale)
    const named = Object.entries(problems).map(([field, problem]) => `${labels.get(field) ?? field} – ${problem}`)
    return pageFor(app, request, key, opened, {
      refusals: named.length > 0 ? named : [message],
      words: typed.safeParse(request.body).data?.content,
      open: FORMS[path.posix.basename(request.routeOptions.url ?? '')],
    })
  }

/** Opens a link, and counts the request. @throws AppError 404, 410, 429 */
type Opener = (request: FastifyRequest, key: string) => Promise<Opened>

/** Prepares a plugin for links: forms, headers, and refusals as pages. Returns what opens a link, within the limit of each. */
export function servesLinks(app: FastifyInstance, showAgain = refusedPage(app)): Opener {
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
  // A browser sends empty fields of a form as empty texts, and lines with CR and LF.
  app.addHook('preValidation', async (request) => {
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return
    const fields = Object.entries(request.body ?? {}).filter(([, value]) => value !== '')
    request.body = Object.fromEntries(fields.map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')]))
  })
  app.setErrorHandler<Error>(async (error, request, reply) => {
    const failure = toAppError(error)
    if (!isBrowser(request) || failure.status >= 500) throw error
    const { locale } = request
    const key = keyIn(request)
    const opened = request.method === 'POST' ? await openLink(app, key).catch(() => undefined) : undefined
    const message = failure.text(locale)
    const problems = Object.entries(failure.fields ?? {}).map(
      ([field, found]) => [field, found.map(({ text }) => text(locale)).join(' ')] as const,
    )
    const page = opened
      ? await showAgain(request, key, opened, { message, problems: Object.fromEntries(problems) })
      : refusalPage(message, locale, app.config.brand)
    return asStayPage(reply.code(failure.status).headers(failure.headers)).send(page)
  })
  return async (request, key) => {
    const opened = await openLink(app, key)
    await count(request)
    // Mail scanners follow links, and send no forms (docs/security.md, "Proved addresses").
    if (request.method !== 'POST' || !isMailedTo(app, opened)) return opened
    const { id: reservation_id, email } = opened.stay
    await transaction(app.db, (tx) => queries.states.proveAddress(tx, { reservation_id, mailed_to: email }))
    return { ...opened, stay: { ...opened.stay, proved_email: email } }
  }
}
