import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { shownMethod } from '../../money/payments/methods.ts'
import { queries } from '../../platform/db/queries.ts'
import { doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { amount, integerId, shownDay, shownUrl, shownUuid, wholeParameter } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { backwardMeta, backwardPage, MAX_PER_PAGE } from '../../platform/http/pages.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { serveFile } from '../../platform/storage/serve.ts'
import { HOME, HOME_TITLE, inDays, STAY } from '../../reference/examples/demo.ts'
import type { OperationsContext } from '../context.ts'

const KINDS = ['invoice', 'credit_note', 'receipt', 'refund'] as const

const query = z.object({
  kind: z.enum(KINDS).optional().describe('Only entries of this kind'),
  month: z
    .string()
    .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'invalidDate')
    .optional()
    .meta({ description: 'Month of the entry', example: inDays(0).slice(0, 7) }),
  number: z.string().trim().max(50).optional().describe('Only the document of this number'),
  before: integerId.optional().describe('Only entries before this id'),
  per_page: wholeParameter(1, MAX_PER_PAGE).default(20).describe('Entries per page'),
})

const party = z.object({ name: z.string() }).nullable().catch(null)
const facts = z.object({ seller: party, buyer: party, corrects: z.string().nullable().catch(null) })

const entry = z
  .object({
    id: z.int().meta({ example: 1 }),
    kind: z.enum(KINDS).meta({
      id: 'HistoryKind',
      description: 'A document, or money that came in (`receipt`) or went back (`refund`)',
    }),
    number: z
      .string()
      .nullable()
      .meta({ description: 'As it was given; null for money', example: 'ROSSI-2025-000001' }),
    corrects: z
      .string()
      .nullable()
      .meta({ description: 'Number of the document that this one corrects', example: null }),
    on_day: shownDay.meta({ description: 'Day of issue where the seller is, or of the money' }),
    amount: amount.meta({ description: 'Negative in credit notes; positive in refunds', example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    method: shownMethod,
    seller: z.string().nullable().meta({ example: 'Famille Rossi' }),
    buyer: z.string().nullable().meta({ example: 'Camille Roux' }),
    property_id: shownUuid.nullable().meta({ example: HOME }),
    property_title: z.string().meta({ description: 'As it was in the archive', example: HOME_TITLE }),
    reservation_id: z
      .int()
      .nullable()
      .meta({ description: 'The stay here; null: it stayed in the archive', example: STAY }),
    document_url: shownUrl.nullable().meta({
      description: 'The PDF, with a token',
      example: 'https://sejour.example/api/v1/archive/history/1/document',
    }),
  })
  .meta({ id: 'HistoryEntry' })

type Row = Awaited<ReturnType<typeof queries.archive.listEntries>>[number]

function show(context: OperationsContext, { amount_cents, title, data, file, ...row }: Row): z.input<typeof entry> {
  const { seller, buyer, corrects } = facts.parse(data)
  return {
    ...row,
    kind: z.enum(KINDS).parse(row.kind),
    amount: fromCents(amount_cents),
    property_title: title,
    ...{ corrects, seller: seller?.name ?? null, buyer: buyer?.name ?? null },
    document_url: file && context.addressOf('downloadHistoryDocument', { id: row.id }),
  }
}

/** Documents and money that an imported archive brought, which are only read (docs/decisions/0039-one-archive.md). */
export const historyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['payments'], security: BEARER, 'x-demo-account': 'owner' as const }
  const config = { scope: 'payments.read' } as const

  app.get(
    '/archive/history',
    {
      config,
      schema: {
        ...documented,
        operationId: 'listHistory',
        summary: 'List documents and money of before an archive was imported, latest first',
        description: `What another installation issued, received and gave back. It is never numbered again, is no part of balances and of
          \`listInvoices\`, and never changes. Pages: pass \`meta.next_before\` as \`before\`.`,
        querystring: query,
        response: { 200: doneSchema.extend({ data: z.array(entry), meta: backwardMeta }), ...failures(400, 401, 403) },
      },
    },
    async (request) => {
      const { month, kind, per_page, ...filter } = request.query
      const identity = identityOf(request)
      const rows = await queries.archive.listEntries(app.db, {
        ...filter,
        kinds: kind && [kind],
        owner_id: identity.userId,
        homes: homesOf(identity),
        month: month && `${month}-01`,
        limit: per_page + 1,
      })
      const { shown, meta } = backwardPage(rows, per_page, (row) => show(app, row))
      return { ...envelope(request, shown), meta }
    },
  )

  app.get(
    '/archive/history/:id/document',
    {
      config,
      schema: {
        ...documented,
        operationId: 'downloadHistoryDocument',
        summary: 'Download a document of before an archive was imported as PDF',
        description: 'The file as the archive had it.',
        params: z.object({ id: integerId.describe('Id of the entry').meta({ example: 1 }) }),
        response: {
          200: {
            description: 'The document',
            content: {
              'application/pdf': {
                schema: z.string().meta({ format: 'binary', example: '(the bytes of the document)' }),
              },
            },
          },
          ...failures(401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const given = { id: request.params.id, owner_id: identity.userId, homes: homesOf(identity) }
      const found = await queries.archive.findEntry(app.db, given)
      if (!found?.file) throw new AppError('notFound')
      const headers = {
        'content-disposition': `attachment; filename="${found.number}.pdf"`,
        'cache-control': 'private, no-store',
      }
      return serveFile(request, reply, { files: app.storage.files, name: found.file, headers })
    },
  )
}
