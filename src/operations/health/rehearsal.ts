import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { escapeHtml } from '../../platform/http/html.ts'
import { texts } from '../../platform/locales/locales.ts'

/** Tells programs that an answer is of a rehearsal. */
const HEADER = 'x-sejour-rehearsal'

/** Marks every answer of a rehearsal as one, and every page in words. */
export const rehearsalNotice = fp(async (app: FastifyInstance) => {
  if (!app.config.rehearsal) return
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(HEADER, 'true')
    // Pages are changed below, and are neither compressed nor those that a browser has of the service in use.
    delete request.headers['accept-encoding']
    delete request.headers['if-none-match']
    next()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isPage || !(typeof payload === 'string' || payload instanceof Buffer)) return payload
    const notice = `<p role="status"><strong>${escapeHtml(texts(request.locale).pages.rehearsal)}</strong></p>`
    reply.removeHeader('content-length')
    return String(payload).replace(/<body[^>]*>/, (body) => `${body}${notice}`)
  })
})
