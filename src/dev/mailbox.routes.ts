import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml, isBrowser } from '../platform/http/html.ts'
import { type Locale, texts } from '../platform/locales/locales.ts'
import type { Mailbox, StoredMail } from './mailbox.ts'

/** /dev/mailbox: the mails that were stored instead of sent, as a page or as JSON. Outside production only. */
export async function mailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: Mailbox }): Promise<void> {
  const schema = { hide: true }

  app.get<{ Querystring: { to?: string } }>('/dev/mailbox', { schema }, async (request, reply) => {
    const mails = await mailbox.list(request.query.to)
    if (!isBrowser(request)) return mails
    const { locale } = request
    return sendPage(reply, texts(locale).pages.mailbox.title, listing(mails, locale), locale)
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', { schema }, async (request, reply) => {
    const mail = await mailbox.find(request.params.id)
    if (!mail) return reply.callNotFound()
    return sendPage(reply, mail.subject, letter(mail, request.locale), request.locale)
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id/letter', { schema }, async (request, reply) => {
    const mail = await mailbox.find(request.params.id)
    if (!mail) return reply.callNotFound()
    reply.header('content-security-policy', LETTER_POLICY).type('text/html; charset=utf-8')
    return mail.html.replace('<head>', '<head><base target="_top">')
  })
}

/** The pages contain their styles. The policy forbids scripts and external content. */
function sendPage(reply: FastifyReply, title: string, body: string, locale: Locale): FastifyReply {
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")
  return reply.type('text/html; charset=utf-8').send(page(title, body, locale))
}

/** When a mail was sent, in words, by the clock of this machine: it is the developer's own. */
function sentAt({ sent_at }: StoredMail, locale: Locale): string {
  const words = new Intl.DateTimeFormat(texts(locale).tag, { dateStyle: 'long', timeStyle: 'short' })
  return `<time datetime="${sent_at}">${escapeHtml(words.format(new Date(sent_at)))}</time>`
}

function listing(mails: StoredMail[], locale: Locale): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mailbox/${mail.id}"><b>${escapeHtml(mail.subject)}</b></a><br>` +
      `<small>${escapeHtml(mail.to)} · ${sentAt(mail, locale)}</small></li>`,
  )
  return rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${texts(locale).pages.mailbox.empty}</p>`
}

/** Sent mails, as mail programs show them: without scripts, forms and content from elsewhere. */
const LETTER_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-top-navigation-by-user-activation; frame-ancestors 'self'"

/** The mail in a frame; its links open in the whole window. */
function letter(mail: StoredMail, locale: Locale): string {
  const { title, to, plain } = texts(locale).pages.mailbox
  return `<p><a href="/dev/mailbox">← ${title}</a></p><p>${escapeHtml(to({ address: mail.to }))}, ${sentAt(mail, locale)}</p>
<iframe title="${escapeHtml(mail.subject)}" sandbox="allow-top-navigation-by-user-activation" src="/dev/mailbox/${mail.id}/letter"></iframe>
<h2>${plain}</h2><pre>${escapeHtml(mail.text)}</pre>`
}

function page(title: string, body: string, locale: Locale): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>
body{font-family:system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 16px;color:#22332e;overflow-wrap:anywhere}
ul{list-style:none;padding:0}li{padding:12px 0;border-bottom:1px solid #e3e0d8}a{color:#1f5c4d}
iframe{width:100%;height:480px;border:1px solid #e3e0d8;border-radius:8px}pre{white-space:pre-wrap}
</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
}
