import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../http/html.ts'
import type { Mailbox, StoredMail } from './mailbox.ts'

/** /dev/mailbox: the mails that were stored instead of sent, as a page or as JSON. Outside production only. */
export async function mailboxRoutes(app: FastifyInstance, { mailbox }: { mailbox: Mailbox }): Promise<void> {
  const schema = { hide: true }

  app.get<{ Querystring: { to?: string } }>('/dev/mailbox', { schema }, async (request, reply) => {
    const mails = await mailbox.list(request.query.to)
    if (!request.headers.accept?.includes('text/html')) return mails
    return sendPage(reply, 'Mailbox', listing(mails))
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', { schema }, async (request, reply) => {
    const mail = await mailbox.find(request.params.id)
    if (!mail) return reply.callNotFound()
    return sendPage(reply, mail.subject, letter(mail))
  })
}

/** The pages contain their styles. The policy forbids scripts and external content. */
function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")
  return reply.type('text/html; charset=utf-8').send(page(title, body))
}

function listing(mails: StoredMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mailbox/${mail.id}"><b>${escapeHtml(mail.subject)}</b></a><br>` +
      `<small>${escapeHtml(mail.to)} · <time>${mail.sent_at}</time></small></li>`,
  )
  return rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet.</p>'
}

/** The mail in a frame without scripts; its links open in the whole window. */
function letter(mail: StoredMail): string {
  return `<p><a href="/dev/mailbox">← Mailbox</a></p><p>To ${escapeHtml(mail.to)}, <time>${mail.sent_at}</time></p>
<iframe sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(mail.html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<h2>Plain text</h2><pre>${escapeHtml(mail.text)}</pre>`
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>
body{font-family:system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 16px;color:#22332e}
ul{list-style:none;padding:0}li{padding:12px 0;border-bottom:1px solid #e3e0d8}a{color:#1f5c4d}
iframe{width:100%;height:480px;border:1px solid #e3e0d8;border-radius:8px}pre{white-space:pre-wrap}
</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
}
