import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures, page } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { uuid } from '../../platform/http/fields.ts'
import { merged } from '../../platform/http/options.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { serveFile } from '../../platform/storage/serve.ts'
import { INVOICE_KEY } from '../../reference/examples/demo.ts'
import { findConfirmation } from './confirmation.ts'
import {
  DOCUMENT_POLICY,
  documentData,
  documentPage,
  type IssuedDocument,
  issuedDocument,
  showDocument,
} from './document.ts'
import { documentFile, pdfOf } from './file.ts'

const DOCUMENTS_PER_MINUTE = 60

const pdf = {
  'application/pdf': { schema: z.string().meta({ format: 'binary', example: '(the bytes of the document)' }) },
}

async function findDocument(app: FastifyInstance, key: string): Promise<IssuedDocument> {
  const row = await queries.invoices.find(app.db, { key })
  const document = row ? issuedDocument.parse(row) : await findConfirmation(app, key)
  if (!document) throw new AppError('notFound')
  return document
}

/** A document never changes, but its address is a secret: only its reader's own browser keeps it. */
const HEADERS = {
  'content-security-policy': DOCUMENT_POLICY,
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

async function sendPdf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, key: string) {
  const document = await findDocument(app, key)
  const headers = { ...HEADERS, 'content-disposition': `inline; filename="${document.number ?? document.kind}.pdf"` }
  // A confirmation shows what went back since.
  if (document.kind === 'confirmation')
    return reply
      .headers(headers)
      .type('application/pdf')
      .send(Buffer.from(await pdfOf(document)))
  const name = await documentFile(app, key, document)
  return serveFile(request, reply, { files: app.storage.files, name, headers })
}

/** Invoices and credit notes at the addresses that their readers are given. */
export const invoiceRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['payments']

  app.get(
    '/invoices/:key',
    merged(perMinute(DOCUMENTS_PER_MINUTE), {
      config: { takesMore: true, secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'showInvoice',
        summary: 'Show an invoice or credit note',
        description: `Needs no token: the address of \`invoice_url\` is the secret, and the document never changes. Where a
          seller may not issue documents, it is a confirmation of payment, which is no invoice. HTML, or PDF for \`Accept: application/pdf\`. Limit: 60 a minute per address.`,
        params: z.object({ key: uuid.describe('Secret of the invoice').meta({ example: INVOICE_KEY }) }),
        response: { 200: { description: 'The document', content: { ...page, ...pdf } }, ...failures(404, 507) },
      },
    }),
    async (request, reply) => {
      const { key } = request.params
      if (request.headers.accept?.includes('application/pdf')) return sendPdf(app, request, reply, key)
      const document = await findDocument(app, key)
      return reply.headers(HEADERS).type('text/html; charset=utf-8').serializer(String).send(documentPage(document))
    },
  )

  app.get(
    '/invoices/:key.pdf',
    merged(perMinute(DOCUMENTS_PER_MINUTE), {
      config: { takesMore: true, secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'downloadInvoice',
        summary: 'Download an invoice or credit note as PDF',
        description: `Needs no token: the address is the secret. The PDF is created on the first request, which takes
          a moment, and then stored.`,
        params: z.object({ key: uuid.describe('Secret of the invoice').meta({ example: INVOICE_KEY }) }),
        response: { 200: { description: 'The document', content: pdf }, ...failures(404, 507) },
      },
    }),
    (request, reply) => sendPdf(app, request, reply, request.params.key),
  )

  app.get(
    '/invoices/:key.json',
    merged(perMinute(DOCUMENTS_PER_MINUTE), {
      config: { takesMore: true, secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'getInvoice',
        summary: 'Get an invoice or credit note as data',
        description: `Needs no token: the address is the secret. Seller, buyer, lines, and sums by VAT rate, for an
          accounting program.`,
        params: z.object({ key: uuid.describe('Secret of the invoice').meta({ example: INVOICE_KEY }) }),
        response: { 200: envelopeSchema(documentData), ...failures(404) },
      },
    }),
    async (request, reply) => {
      const document = await findDocument(app, request.params.key)
      reply.headers(HEADERS)
      return envelope(request, showDocument(document))
    },
  )
}
