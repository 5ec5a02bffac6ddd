import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { failures, page } from '../http/envelope.ts'
import { AppError } from '../http/errors.ts'
import { uuid } from '../http/fields.ts'
import { DOCUMENT_POLICY, documentPage, type IssuedDocument, issuedDocument } from './invoice-document.ts'
import { documentPdf } from './invoice-pdf.ts'

const pdf = { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } }

async function findDocument(app: FastifyInstance, key: string): Promise<IssuedDocument> {
  const row = await queries.payments.findInvoice(app.db, { key })
  if (!row) throw new AppError('notFound')
  return issuedDocument.parse(row)
}

/** A document never changes, but its address is a secret: only its reader's own browser keeps it. */
const asDocument = (reply: FastifyReply, type: string): FastifyReply =>
  reply
    .header('content-security-policy', DOCUMENT_POLICY)
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type(type)

async function sendPdf(reply: FastifyReply, document: IssuedDocument): Promise<FastifyReply> {
  const content = await documentPdf(document)
  return asDocument(reply, 'application/pdf')
    .header('content-disposition', `inline; filename="${document.number}.pdf"`)
    .send(content)
}

/** Invoices and credit notes at the addresses that their readers are given. */
export const invoiceRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['payments']

  app.get(
    '/invoices/:key',
    {
      config: { secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'showInvoice',
        summary: 'An invoice or credit note as a page, or as PDF for `Accept: application/pdf`',
        params: z.object({ key: uuid }),
        response: { 200: { description: 'The document', content: { ...page, ...pdf } }, ...failures(404) },
      },
    },
    async (request, reply) => {
      const document = await findDocument(app, request.params.key)
      if (request.headers.accept?.includes('application/pdf')) return sendPdf(reply, document)
      return asDocument(reply, 'text/html; charset=utf-8').serializer(String).send(documentPage(document))
    },
  )

  app.get(
    '/invoices/:key.pdf',
    {
      config: { secretParams: ['key'] },
      schema: {
        tags,
        operationId: 'downloadInvoice',
        summary: 'An invoice or credit note as PDF',
        params: z.object({ key: uuid }),
        response: { 200: { description: 'The document', content: pdf }, ...failures(404) },
      },
    },
    async (request, reply) => sendPdf(reply, await findDocument(app, request.params.key)),
  )
}
