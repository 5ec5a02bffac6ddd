import { MIMEType } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, identityOf, requireVerified } from '../../platform/http/identity.ts'
import { createLimiter } from '../../platform/http/limiter.ts'
import { merged } from '../../platform/http/options.ts'
import { openToMembers } from '../../platform/http/scopes.ts'
import { oneRequestAtATime } from '../../platform/http/turns.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { readForm } from '../../platform/storage/forms.ts'
import type { IntegrationsContext } from '../context.ts'
import { importCalendar } from './calendar.ts'
import { importHomes } from './homes.ts'
import type { Report } from './report.ts'
import { importBody, importedCalendar, importedHomes, importedStays, importQuery, MAX_IMPORT_BYTES } from './schemas.ts'
import type { SheetFile } from './sheet.ts'
import { importStays } from './stays.ts'

const CSV = 'text/csv'

/** Each import holds its file and what is read of it: some 100 MB at most. */
const limited = createLimiter(2, 20)

const readFormWithFile = readForm('file', { maxBytes: MAX_IMPORT_BYTES, keepEmpty: true })

/** The file as the body, or as browsers send it. */
async function readFile(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) await readFormWithFile(request)
  else if (!request.headers['content-type']?.toLowerCase().startsWith(CSV)) throw new AppError('unsupportedMediaType')
}

/** The characters that the content type of a body names. A part of a form names none. */
const declaredCharset = ({ headers }: FastifyRequest): string | undefined =>
  new MIMEType(headers['content-type'] ?? CSV).params.get('charset') ?? undefined

/** Homes, calendars and stays from files of their owner (docs/integrations.md, "Imports"). */
export const importRoutes: FastifyPluginAsyncZod = async (app) => {
  const takeTurn = oneRequestAtATime()
  openToMembers(app, 'imports.write')
  app.addContentTypeParser(CSV, { parseAs: 'buffer' }, (_request, file, next) => next(null, { file }))

  /** Runs an import, and shows what has come of it with what is wrong. */
  async function run<T extends { report: Report }>(
    request: FastifyRequest & { query: z.infer<typeof importQuery>; body: z.infer<typeof importBody> },
    work: (context: IntegrationsContext, identity: Identity, file: SheetFile, isTrial: boolean) => Promise<T>,
  ) {
    const { dry_run, charset = declaredCharset(request) } = request.query
    const file = { bytes: request.body.file, charset }
    const { report, ...result } = await limited(() => work(app, identityOf(request), file, dry_run))
    return envelope(request, { dry_run, ...result, ...report.show(request.locale) })
  }

  const options = {
    onRequest: [app.authenticate, requireVerified, takeTurn],
    preValidation: readFile,
    bodyLimit: MAX_IMPORT_BYTES,
  }
  const documented = {
    tags: ['properties'],
    security: BEARER,
    'x-demo-account': 'owner' as const,
    consumes: ['multipart/form-data', CSV],
    querystring: importQuery,
    body: importBody,
  }
  const refused = failures(400, 401, 403, 413, 415, 'notVerified', 'badCells')

  app.post(
    '/imports/properties',
    merged(options, {
      config: {
        audits: ['property.prices', 'property.seller', 'property.texts', 'property.status'],
        events: ['property.created', 'property.updated', 'calendar.changed'],
      },
      schema: {
        ...documented,
        operationId: 'importProperties',
        summary: 'Import homes from CSV, all or nothing',
        description: `One row per home; at most 5 MB and 1,000 rows. Columns are the fields of \`createProperty\` and
          \`external_id\`, your own identifier. A new \`external_id\` creates a home, a known one updates it. Empty
          cells keep the current value; \`|\` separates list items. Importing the same file again changes nothing. If
          any cell is invalid, nothing is imported: 400 \`bad_cells\`, with all problems in \`data\`. \`dry_run\`
          validates the file and returns the problems with 200.`,
        response: { 200: envelopeSchema(importedHomes), ...refused },
      },
    }),
    (request) => run(request, importHomes),
  )

  app.post(
    '/imports/calendar',
    merged(options, {
      config: { audits: ['calendar.prices'], events: ['calendar.changed'] },
      schema: {
        ...documented,
        tags: ['calendars'],
        operationId: 'importCalendar',
        summary: 'Import prices and closures from CSV, all or nothing',
        description: `One row per day (\`date\`) or range (\`from\`, \`to\`, both inclusive) of one of my homes
          (\`external_id\` or \`property_id\`), with \`price\`, \`cleaning_fee\`, \`extra_guest_fee\`, \`min_stay\`,
          \`max_stay\`, \`closed_to_arrival\`, \`closed_to_departure\`, \`closed\` and \`reason\`; at most 5 MB,
          20,000 rows and 100,000 days. Later rows prevail; empty cells keep the current value. Otherwise as
          \`importProperties\`.`,
        response: { 200: envelopeSchema(importedCalendar), ...refused },
      },
    }),
    (request) => run(request, importCalendar),
  )

  app.post(
    '/imports/reservations',
    merged(options, {
      config: {
        audits: ['payment.received'],
        events: [
          'reservation.created',
          'reservation.confirmed',
          'payment.created',
          'calendar.changed',
          'payment.succeeded',
          'reservation.changed',
          'task.created',
        ],
      },
      schema: {
        ...documented,
        tags: ['reservations'],
        operationId: 'importReservations',
        summary: 'Import stays from CSV, all or nothing',
        description: `One row per stay; at most 5 MB and 1,000 rows. Columns: \`external_id\`, \`property\` (the
          \`external_id\` or id of one of my homes), \`status\` (\`confirmed\` or \`cancelled\`), \`source\`
          (\`direct\` or \`channel\`, with \`channel\` and \`channel_code\`), \`guest_name\`, \`guest_email\`,
          \`guest_phone\`, \`check_in\`, \`check_out\`, \`adults\`, \`children\`, \`infants\`, \`total\`,
          \`cleaning\`, \`tourist_tax\`, \`commission\`, \`paid\` (received elsewhere), \`paid_by\` (its method), \`collect\` and
          \`note\`. Past stays are completed. Nights of other stays and my own closures are conflicts; closures of
          feeds give way. Nothing is due here and no guest is mailed, unless \`collect\` is true. A known
          \`external_id\` updates guest and note. Otherwise as \`importProperties\`.`,
        response: { 200: envelopeSchema(importedStays), ...refused, ...failures(429) },
      },
    }),
    (request) => run(request, importStays),
  )
}
