import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { shownRange } from '../../bookings/calendars/schemas.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { BEARER, BEARER_OR_SIGNED } from '../../platform/plugins/documentation.ts'
import { HOME, HOME_TITLE, inDays } from '../../reference/examples/demo.ts'
import { documents } from './documents.ts'
import { calendar, type Export, payments, reservations, touristTax } from './pages.ts'
import { ADDRESS_SECONDS, assertMayRead, findReader, signedAddress } from './reader.ts'
import { registerExport } from './register.ts'
import { calendarQuery, type EXPORTS, exportAddress, exportQuery, newAddress, type SignedFilter } from './schemas.ts'

const tags = ['exports']

const OPERATIONS = {
  reservations: 'exportReservations',
  payments: 'exportPayments',
  documents: 'exportDocuments',
  calendar: 'exportCalendarDays',
  'tourist-tax': 'exportTouristTax',
  register: 'exportTravellers',
} as const satisfies Record<(typeof EXPORTS)[number], string>

/** Words of the documentation of an export. */
interface Words {
  summary: string
  description: string
  example: string
}

/** Documentation of an export, whose query is `querystring`. */
const documented = <Query extends z.ZodObject>(
  name: keyof typeof OPERATIONS,
  querystring: Query,
  { summary, description, example }: Words,
) => ({
  tags,
  operationId: OPERATIONS[name],
  summary,
  description,
  security: BEARER_OR_SIGNED,
  'x-demo-account': 'owner' as const,
  querystring,
  response: {
    200: { description: 'The file, streamed', content: { 'text/csv': { schema: z.string().meta({ example }) } } },
    ...failures(400, 401, 403, 404, 'linkExpired'),
  },
})

/** Stays, payments and calendars as CSV (docs/integrations.md, "Exports"). */
export const exportRoutes: FastifyPluginAsyncZod = async (app) => {
  const register = registerExport(app.config)
  const files = { reservations, payments, documents, calendar, 'tourist-tax': touristTax, register } satisfies Record<
    (typeof EXPORTS)[number],
    Export
  >

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    name: keyof typeof OPERATIONS,
    what: Export,
    query: SignedFilter,
    range?: { from: string; to: string },
  ) {
    const reader = await findReader(app, request, OPERATIONS[name], query, what.scope)
    const { property_id, from, to, by } = { ...query, ...range }
    const { account: userId, role, grant } = reader
    await app.checkListedHome({ userId, grant, role }, property_id)
    const stream = await app.openExport(what, reader, { property_id, from, to, by })
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${name}.csv"`)
      .send(stream)
  }

  app.post(
    '/exports',
    {
      onRequest: app.authenticate,
      config: { silent: true, scope: 'exports.read', people: true },
      schema: {
        tags,
        operationId: 'createExportAddress',
        summary: 'Create a signed download address for an export',
        description: `A browser cannot send a token with a link: open \`url\` instead. It is valid for ten minutes,
          for this export and filter only, and ends when the account changes its password or revokes its tokens. A
          running download continues.`,
        'x-message': 'created',
        security: BEARER,
        'x-demo-account': 'owner',
        body: newAddress.meta({ example: { export: 'reservations', from: inDays(-30), to: inDays(0) } }),
        response: { 201: envelopeSchema(exportAddress), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { export: name, ...filter } = request.body
      const identity = identityOf(request)
      await app.checkListedHome(identity, filter.property_id)
      assertMayRead(identity, files[name].scope)
      const expires = Math.floor(Date.now() / 1_000) + ADDRESS_SECONDS
      const url = signedAddress(app, OPERATIONS[name], identity, filter, expires)
      const expires_at = new Date(expires * 1_000).toISOString()
      return reply.code(201).send(envelope(request, { url, expires_at }))
    },
  )

  app.get(
    '/exports/reservations.csv',
    {
      onRequest: app.identifyIfAny,
      config: { scope: ['exports.read', 'reservations.read'] },
      schema: documented('reservations', exportQuery, {
        summary: 'Export the stays in my homes as CSV',
        description: `Use a token, or an address from \`POST /exports\`. Stays of all states, by home and arrival;
          staff get all homes. \`from\` and \`to\` filter by overlapping days, or with \`by=departure\` by the day of departure. UTF-8, RFC 4180, amounts in major
          units. An apostrophe is added to texts that a spreadsheet would read as formulas. One export at a time per
          account, else 429. If the connection breaks, the file is incomplete.`,
        example: `id,property_id,property_title,status,…\r\n1,${HOME},${HOME_TITLE},confirmed,…\r\n`,
      }),
    },
    (request, reply) => send(request, reply, 'reservations', reservations, request.query),
  )

  app.get(
    '/exports/payments.csv',
    {
      onRequest: app.identifyIfAny,
      config: { scope: ['exports.read', 'payments.read'] },
      schema: documented('payments', exportQuery, {
        summary: 'Export the payments of stays in my homes as CSV',
        description: `Use a token, or an address from \`POST /exports\`. Payments with amounts paid and refunded, by
          home, arrival and stay; \`from\` and \`to\` filter by creation day. Otherwise as \`exportReservations\`.`,
        example: `id,reservation_id,property_id,property_title,…\r\n1,1,${HOME},${HOME_TITLE},…\r\n`,
      }),
    },
    (request, reply) => send(request, reply, 'payments', payments, request.query),
  )

  app.get(
    '/exports/documents.csv',
    {
      onRequest: app.identifyIfAny,
      config: { scope: ['exports.read', 'payments.read'] },
      schema: documented('documents', exportQuery, {
        summary: 'Export the invoices and credit notes of stays in my homes as CSV',
        description: `Use a token, or an address from \`POST /exports\`. A row for each document and VAT rate, by home, arrival and stay;
          \`from\` and \`to\` filter by the day of issue where the seller is. The rows of a document sum to its total, and credit notes
          are negative. Otherwise as \`exportReservations\`.`,
        example: 'number,issued_on,kind,corrects,…\r\nROSSI-2026-000001,2026-11-18,invoice,,…\r\n',
      }),
    },
    (request, reply) => send(request, reply, 'documents', documents, request.query),
  )

  app.get(
    '/exports/tourist-tax.csv',
    {
      onRequest: app.identifyIfAny,
      config: { scope: ['exports.read', 'payments.read'] },
      schema: documented('tourist-tax', exportQuery, {
        summary: 'Export the tourist tax of stays in my homes as CSV',
        description: `Use a token, or an address from \`POST /exports\`. Stays that take place, with nights, adults,
          exempt guests (children and infants), rate per adult and night, and amount; \`from\` and \`to\` filter by
          the day of departure. Otherwise as \`exportReservations\`.`,
        example: `reservation_id,property_id,property_title,…\r\n1,${HOME},${HOME_TITLE},…\r\n`,
      }),
    },
    (request, reply) => send(request, reply, 'tourist-tax', touristTax, request.query),
  )

  app.get(
    '/exports/register.csv',
    {
      onRequest: app.identifyIfAny,
      config: { scope: ['exports.read', 'register.read'] },
      schema: documented('register', exportQuery, {
        summary: 'Export the travellers of stays in my homes as CSV',
        description: `Use a token, or an address from \`POST /exports\`. A row for each traveller of stays that take place; \`from\` and
          \`to\` filter by the day of arrival. The audit has an entry for each stay that is read. The staff get the
          travellers of their own homes only. Otherwise as \`exportReservations\`.`,
        example: `reservation_id,property_id,property_title,…\r\n1,${HOME},${HOME_TITLE},…\r\n`,
      }),
    },
    (request, reply) => send(request, reply, 'register', register, request.query),
  )

  app.get(
    '/exports/calendar.csv',
    {
      onRequest: app.identifyIfAny,
      config: { scope: ['exports.read', 'calendar.read'] },
      schema: documented('calendar', calendarQuery, {
        summary: 'Export the calendars of my homes as CSV, one row per day',
        description: `Use a token, or an address from \`POST /exports\`. The same days, prices and states as in
          \`getAvailability\`, with the fields for owners, home by home. Default: today and the next ninety days;
          limit: 731 days. Otherwise as \`exportReservations\`.`,
        example: `property_id,property_title,date,status,…\r\n${HOME},${HOME_TITLE},${inDays(1)},available,…\r\n`,
      }),
    },
    (request, reply) => {
      // One range for all homes, wherever they stand.
      const { from_day, to_day } = shownRange(request.query, new Date().toISOString().slice(0, 10))
      return send(request, reply, 'calendar', calendar, request.query, { from: from_day, to: to_day })
    },
  )
}
