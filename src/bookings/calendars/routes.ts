import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { readJson } from '../../platform/http/bodies.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { hasScope, reaches } from '../../platform/http/scopes.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { readText } from '../../platform/lib/streams.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { inDays } from '../../reference/examples/demo.ts'
import { changing } from './change.ts'
import { close, runBulk } from './closures.ts'
import {
  availability,
  availabilityRange,
  BASE,
  bulkOperation,
  bulkResult,
  calendarDay,
  closure,
  closureParams,
  deletedRange,
  homeParams,
  MAX_SHOWN_DAYS,
  newClosure,
  shownRange,
} from './schemas.ts'

const MAX_BODY_BYTES = 10_000

/** The fields of a body; null is absence. @throws ZodError when it is no object. */
const withoutNull = (body: unknown) =>
  Object.fromEntries(Object.entries(z.looseObject({}).parse(body)).filter(([, value]) => value !== null))

/** The specification allows `from` and `to` in a JSON body of the GET, which Fastify does not parse. */
async function readRangeFromBody(request: FastifyRequest): Promise<void> {
  // Destroying the request would close the connection before the answer is sent.
  const body = request.raw.iterator({ destroyOnReturn: false })
  const text = await readText(body, MAX_BODY_BYTES, () => new AppError('tooLarge'))
  if (text === '') return
  const range = z.looseObject({}).safeParse(readJson(text, MAX_BODY_BYTES))
  if (!range.success) throw new AppError('badRequest', { cause: range.error })
  request.query = { ...withoutNull(range.data), ...(request.query as object) }
}

/** The same for a DELETE, whose body Fastify parses; the query comes first. */
async function takeRangeFromBody(request: FastifyRequest): Promise<void> {
  const range = z.looseObject({}).safeParse(request.body)
  if (range.success) request.query = { ...withoutNull(range.data), ...(request.query as object) }
}

/** The calendar of a home: public to read; its owner writes it (docs/design/api.md, "Calendars, seasons, policies"). */
export const calendarRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  const tags = ['calendars']
  const owned = { tags, security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    `${BASE}/availability`,
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      preValidation: readRangeFromBody,
      config: { scope: 'calendar.read', publishable: true },
      schema: {
        tags,
        operationId: 'getAvailability',
        summary: 'Get the calendar of a home, day by day',
        description: `Public. Each day has its status, price, season, arrival rules and fees. Both ends are included;
          the default is today and the next ninety days, the limit 731 days. The owner and the staff also see
          \`reason\`, \`reservation_id\` and \`owner_stay\`. \`from\` and \`to\` can also be sent in a GET body.`,
        security: OPTIONAL_BEARER,
        params: homeParams,
        querystring: availabilityRange,
        response: { 200: availability, ...failures(400, 403, 404, 413) },
      },
    }),
    async (request) => {
      const { property_id } = request.params
      const home = await queries.properties.findCalendarHome(app.db, { property_id, user_id: request.identity?.userId })
      if (!home || !reaches(request, property_id)) throw new AppError('notFound')
      const range = shownRange(request.query, home.today)
      const sees = home.is_own || request.identity?.role === 'support' || request.identity?.role === 'admin'
      const knowsGuests = hasScope(request, 'guests.read') || hasScope(request, 'stays.net')
      const shownStay = (row: unknown) => {
        const stay = calendarDay.shape.owner_stay.parse(row)
        return stay && !knowsGuests ? { ...stay, name: null, note: null } : stay
      }
      const days = await queries.calendars.listDays(app.db, { property_id, ...range })
      const shown = days.map(
        ({
          day,
          status,
          price_cents,
          discounted_cents,
          cleaning_fee_cents,
          extra_guest_fee_cents,
          reason,
          reservation_id,
          owner_stay,
          ...rest
        }) => ({
          ...rest,
          date: day,
          status: calendarDay.shape.status.parse(status),
          is_available: status === 'available',
          currency: home.currency,
          price: fromCents(price_cents),
          discounted_price: fromCents(discounted_cents),
          cleaning_fee: fromCents(cleaning_fee_cents),
          extra_guest_fee: fromCents(extra_guest_fee_cents),
          ...(sees ? { reason, reservation_id, owner_stay: shownStay(owner_stay) } : {}),
        }),
      )
      const meta = { from: range.from_day, to: range.to_day, max_days: MAX_SHOWN_DAYS }
      return { ...envelope(request, shown), meta }
    },
  )

  app.post(
    `${BASE}/bulk`,
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['calendar.prices'],
        events: ['calendar.changed'],
      },
      schema: {
        ...owned,
        operationId: 'updateCalendar',
        summary: 'Block, unblock or price a range of days, all or nothing',
        description: `For the owner, support and administrators. \`block\` creates a closure; \`unblock\` reopens
          closed days in the range, splits closures that extend beyond it and answers in \`taken\` which nights do not
          become free, and why; \`set_price\` writes prices and rules
          for up to 1,096 days, where null removes one. Days of a reservation cannot be blocked (409).`,
        'x-message': 'updated',
        params: homeParams,
        body: bulkOperation.meta({
          example: {
            action: 'set_price',
            start_date: inDays(200),
            end_date: inDays(207),
            price_per_night: 180,
          },
        }),
        response: {
          200: envelopeSchema(
            bulkResult.meta({
              example: {
                action: 'set_price',
                start_date: inDays(200),
                end_date: inDays(207),
                days: 8,
                closures: [],
              },
            }),
          ),
          ...failures(400, 401, 403, 404, 'limitReached', 'reservedDays'),
        },
      },
    },
    async (request) => {
      const { property_id } = request.params
      return envelope(
        request,
        await changing(app, request, property_id, (tx) => runBulk(tx, app.config.quotas, property_id, request.body)),
      )
    },
  )

  app.post(
    `${BASE}/close`,
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['closure.created'],
        events: ['calendar.changed'],
      },
      schema: {
        ...owned,
        operationId: 'closeDates',
        summary: 'Close a range of days without reservations',
        description: `For the owner, support and administrators; both days are closed. The nights leave the search,
          and channels are updated. Repeating a request returns the existing closure. Returns 409 if the range
          overlaps a reservation. \`kind: owner_stay\` closes them for a stay of the owner, who may be
          limited in \`…/owner-stays\`. Limit: ten years.`,
        'x-message': 'created',
        params: homeParams,
        body: newClosure,
        response: { 201: envelopeSchema(closure), ...failures(400, 401, 403, 404, 'limitReached', 'reservedDays') },
      },
    },
    async (request, reply) => {
      const { property_id } = request.params
      const created = await changing(app, request, property_id, (tx) =>
        close(tx, app.config.quotas, { property_id, ...request.body }),
      )
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.delete(
    `${BASE}/close/:block_id`,
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['closure.deleted'],
        events: ['calendar.changed'],
      },
      schema: {
        ...owned,
        operationId: 'deleteClosure',
        summary: 'Delete a closure',
        description: `For the owner, support and administrators, by the \`id\` from \`…/close\`. Its nights are free
          at once.`,
        'x-message': 'deleted',
        params: closureParams,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id, block_id } = request.params
      const deleted = await changing(app, request, property_id, (tx) =>
        queries.calendars.deleteClosure(tx, { property_id, closure_id: block_id }),
      )
      if (!deleted) throw new AppError('notFound')
      return done(request)
    },
  )

  app.delete(
    `${BASE}/close`,
    {
      onRequest: app.authenticate,
      preValidation: takeRangeFromBody,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['closure.deleted'],
        events: ['calendar.changed'],
      },
      schema: {
        ...owned,
        operationId: 'deleteClosures',
        summary: 'Delete all closures that overlap a range of days',
        description: `For the owner, support and administrators. Closures that extend beyond the range are deleted in
          full; to open only these days, use \`unblock\` of \`…/bulk\`. Send the range in the query or a JSON body.
          \`deleted\` is the number of closures; zero is not an error.`,
        'x-message': 'deleted',
        params: homeParams,
        querystring: deletedRange,
        response: { 200: envelopeSchema(z.object({ deleted: z.int() })), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { property_id } = request.params
      const { from, to } = request.query
      const deleted = await changing(app, request, property_id, (tx) =>
        queries.calendars.deleteOverlapping(tx, { property_id, start_date: from, end_date: to }),
      )
      return envelope(request, { deleted: deleted.length })
    },
  )
}
