import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../platform/http/errors.ts'
import { oneAtATime } from '../../platform/http/turns.ts'
import { writeLines } from './csv.ts'
import type { Export } from './pages.ts'
import { assertStillMember, type Reader } from './reader.ts'
import type { ExportFilter } from './schemas.ts'

/** Rows that are written ahead of a client that reads slowly. */
const AHEAD_BYTES = 65_536

/** Opens an export for a reader, one at a time. @throws AppError 429, or what reading the first page throws. */
type OpenExport = (what: Export, reader: Reader, filter: ExportFilter) => Promise<Readable>

/**
 * Makes what opens a long stream: an account has one at a time, and it ends with its client or with the service.
 * @throws AppError 429 while another one of the account is open, 503 when the service stops.
 */
export function longStreams(app: FastifyInstance) {
  const begin = oneAtATime()
  const open = new Set<Readable>()
  const unavailable = () => new AppError('unavailable', { headers: { 'retry-after': '1' } })
  app.addHook('preClose', async () => {
    for (const stream of open) stream.destroy(unavailable())
  })
  return async (account: number, make: () => Promise<Readable>): Promise<Readable> => {
    if (app.stopping) throw unavailable()
    const end = begin(account)
    try {
      const stream = await make()
      open.add(stream)
      stream.once('close', () => {
        open.delete(stream)
        end()
      })
      return stream
    } catch (error) {
      end()
      throw error
    }
  }
}

/**
 * Exports as streams. A page is read when the client has taken the one before. What fails in the middle breaks the connection, so that
 * nobody takes a part for the whole.
 */
export const exportStreams = fp(async (app: FastifyInstance) => {
  const openStream = longStreams(app)

  app.decorate('openExport', async ({ columns, scope, pages }, reader, filter) => {
    // A stream asks for more when its socket has room: the work is still for the client of the request.
    const here = AsyncLocalStorage.snapshot()
    const rows = pages(app.db, reader, filter)
    const next = () => here(() => rows.next())
    const nextForMember = async () => {
      await here(() => assertStillMember(app, reader, scope))
      return next()
    }
    return openStream(reader.account, async () => {
      // Refusals come before the answer begins.
      const first = await next()
      return Readable.from(linesOf(columns, first, nextForMember), { objectMode: false, highWaterMark: AHEAD_BYTES })
    })
  })
})

type Pages = ReturnType<Export['pages']>
type Page = Awaited<ReturnType<Pages['next']>>

async function* linesOf(columns: readonly string[], first: Page, next: () => Promise<Page>): AsyncGenerator<string> {
  yield writeLines([columns])
  for (let page = first; !page.done; page = await next()) if (page.value.length > 0) yield writeLines(page.value)
}

declare module 'fastify' {
  interface FastifyInstance {
    openExport: OpenExport
  }
}
