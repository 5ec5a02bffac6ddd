import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { latestOf, pack, sendPacked } from '../../http/packed.ts'
import { lazily } from '../../lib/lazily.ts'
import { runInThread } from '../../lib/thread.ts'
import { audienceQuery, documentsOf } from '../audience.ts'
import type { Reference } from '../reference.ts'

/** Only what the service itself sends; the page sends requests to it, and nowhere else. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Files that are sent beside the page, and their sources. */
const FILES: [name: string, type: string, parts: string[]][] = [
  ['page.css', 'text/css', ['page.css', 'items.css']],
  ['page.js', 'text/javascript', ['page.js']],
  ['mark.svg', 'image/svg+xml', ['mark.svg']],
]

const readPart = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

const LIMITS = { ms: 20_000, megabytes: 256 }

/** GET /docs: the OpenAPI document as a page, which begins with a guide, and sends requests. */
export const docsPage = fp(async (app: FastifyInstance, reference: Reference) => {
  const options = { exposeHeadRoute: true, schema: { hide: true } }
  const { audiences, guide } = reference
  const documentOf = documentsOf(app)

  const pageFor = latestOf(async (audience, publicUrl) => {
    const input = { document: documentOf(audience), publicUrl, guide: guide(publicUrl).text, audience, audiences }
    const page = await runInThread<string>(new URL('./page-worker.ts', import.meta.url), input, LIMITS)
    return pack(page, 'text/html; charset=utf-8')
  })

  const shown = { ...options, schema: { ...options.schema, querystring: audienceQuery(reference) } }
  for (const path of ['/docs', '/docs/']) {
    app.withTypeProvider<ZodTypeProvider>().get(path, shown, async (request, reply) => {
      const page = await pageFor(request.query.audience, app.publicUrl)
      reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer')
      return sendPacked(request, reply, page)
    })
  }

  for (const [name, type, parts] of FILES) {
    const file = lazily(async () => pack((await Promise.all(parts.map(readPart))).join(''), `${type}; charset=utf-8`))
    app.get(`/docs/${name}`, options, async (request, reply) => sendPacked(request, reply, await file.get()))
  }
})
