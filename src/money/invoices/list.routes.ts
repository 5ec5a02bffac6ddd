import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { INVOICE_KIND } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import {
  amount,
  integerId,
  shownDay,
  shownUrl,
  shownUuid,
  timestamp,
  wholeParameter,
} from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { backwardMeta, backwardPage, MAX_PER_PAGE } from '../../platform/http/pages.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { HOME, HOME_TITLE, INVOICE_KEY, inDays, SELLER, STAY } from '../../reference/examples/demo.ts'
import type { MoneyContext } from '../context.ts'
import { shownMethod } from '../payments/methods.ts'
import { documentLines, issuedOn, shownLines } from './document.ts'
import { invoiceUrl } from './invoices.ts'
import { showLines } from './vat.ts'

const query = z.object({
  month: z
    .string()
    .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'invalidDate')
    .optional()
    .meta({ description: 'Month of issue, where the seller is', example: inDays(0).slice(0, 7) }),
  seller_id: integerId.optional().describe('Only documents of this seller'),
  reservation_id: integerId.optional().describe('Only documents of this stay'),
  number: z.string().trim().max(50).optional().describe('Only the document of this number'),
  before: integerId.optional().describe('Only documents before this id'),
  per_page: wholeParameter(1, MAX_PER_PAGE).default(20).describe('Documents per page'),
})

const listed = z
  .object({
    id: z.int().meta({ example: 1 }),
    number: z.string().meta({ example: 'ROSSI-2026-000001' }),
    kind: z.enum(INVOICE_KIND),
    issued_on: issuedOn,
    issued_at: timestamp,
    corrects: z.string().nullable().meta({
      description: 'Number of the invoice that a credit note, or an invoice for a change, is about',
      example: null,
    }),
    seller_id: z.int().nullable().meta({ description: 'null: the installation', example: SELLER }),
    seller: z.string().nullable().meta({ example: 'Famille Rossi' }),
    buyer: z.string().nullable().meta({ example: 'Camille Roux' }),
    reservation_id: z.int().meta({ example: STAY }),
    property_id: shownUuid.meta({ example: HOME }),
    property_title: z.string().meta({ example: HOME_TITLE }),
    check_in: shownDay,
    check_out: shownDay,
    net: amount.meta({ description: 'Without VAT; negative in credit notes', example: 112.05 }),
    vat: shownLines.vat,
    total: amount.meta({ example: 123.26 }),
    currency: z.string().meta({ example: 'EUR' }),
    method: shownMethod,
    received_on: shownDay
      .nullable()
      .meta({ description: 'Day on which the money of an invoice came in', example: null }),
    invoice_url: shownUrl.meta({
      description: 'The document as HTML; with `.pdf` or `.json` behind it as such',
      example: `https://sejour.example/api/v1/invoices/${INVOICE_KEY}`,
    }),
  })
  .meta({ id: 'ListedDocument' })

type Row = Awaited<ReturnType<typeof queries.invoices.listOfOwner>>[number]

/** A document in a list, with amounts in major units. Pure. */
function showListed(context: MoneyContext, { key, title, lines, total_cents, ...row }: Row): z.input<typeof listed> {
  const parsed = documentLines.parse(lines)
  const vat_cents = parsed.reduce((sum, line) => sum + line.vat_cents, 0)
  return {
    ...row,
    property_title: title,
    net: fromCents(total_cents - vat_cents),
    vat: showLines(parsed).vat,
    total: fromCents(total_cents),
    invoice_url: invoiceUrl(context, key),
  }
}

/** Documents of an account, for its accountant (docs/design/payments.md, "Supplements and invoices"). */
export const invoiceListRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/invoices',
    {
      onRequest: app.authenticate,
      config: { scope: 'payments.read' },
      schema: {
        tags: ['payments'],
        operationId: 'listInvoices',
        summary: 'List the invoices and credit notes of my homes, latest first',
        description: `With net, VAT by rate, and total; \`exportDocuments\` has them as CSV. Payments without a document are in
          \`exportPayments\`. Pages go back in time: pass \`meta.next_before\` as \`before\`.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: query,
        response: {
          200: doneSchema.extend({ data: z.array(listed), meta: backwardMeta }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request) => {
      const { month, per_page, ...filter } = request.query
      const identity = identityOf(request)
      const rows = await queries.invoices.listOfOwner(app.db, {
        ...filter,
        user_id: identity.userId,
        homes: homesOf(identity),
        month: month && `${month}-01`,
        limit: per_page + 1,
      })
      const { shown, meta } = backwardPage(rows, per_page, (row) => showListed(app, row))
      return { ...envelope(request, shown), meta }
    },
  )
}
