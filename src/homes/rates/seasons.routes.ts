import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { assertBelow } from '../../accounts/quotas/quotas.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError, type FieldMessageKey, invalid } from '../../platform/http/errors.ts'
import { type Identity, identityOf, isStaff, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { lockManaged } from '../properties/write.ts'
import {
  newSeason,
  type SeasonChanges,
  season,
  seasonChanges,
  seasonList,
  seasonParams,
  writtenSeason,
} from './schemas.ts'

const CHANGE_DESCRIPTIONS = {
  PUT: `Takes any subset of the fields, as PATCH does. For the owner, support and administrators. Applies to the
    search, the calendar and new quotes at once; reservations keep their price. The response lists overlapping
    seasons.`,
  PATCH: `Takes any subset of the fields; \`season_status: "inactive"\` suspends it. For the owner, support and administrators.
    Reservations keep their price.`,
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.rates.findSeason>>>
type Fields = Parameters<typeof queries.rates.insertSeason>[1]

const show = (row: Row): z.infer<typeof season> => ({
  id: row.id,
  property_id: row.property_id,
  season_libelle: row.label,
  season_description: row.description,
  season_start_date: row.start_date,
  season_end_date: row.end_date,
  season_reduction_percent: fromCents(row.reduction_hundredths),
  season_min_stay: row.min_stay,
  season_max_stay: row.max_stay,
  season_reduction_policy: row.policy,
  season_status: row.status,
})

/** A season that was written in this transaction, with those that it meets. */
async function showWritten(tx: Transaction, row: Row): Promise<z.infer<typeof writtenSeason>> {
  const others = await queries.rates.listOverlappingSeasons(tx, { season_id: row.id })
  const overlaps = others.map(({ id, label, start_date, end_date, prevails }) => ({
    id,
    season_libelle: label,
    season_start_date: start_date,
    season_end_date: end_date,
    prevails,
  }))
  return { ...show(row), overlaps }
}

/** Merges changes into a season. @throws AppError 400 when its dates, or its lengths of stay, contradict each other. */
function merge(changes: SeasonChanges, before: Partial<Row>): Fields {
  const pick = <T>(given: T | undefined, known: T | undefined): T | undefined => (given === undefined ? known : given)
  const merged = {
    property_id: changes.property_id ?? before.property_id ?? '',
    label: changes.season_libelle ?? before.label ?? '',
    description: pick(changes.season_description, before.description) ?? null,
    start_date: changes.season_start_date ?? before.start_date ?? '',
    end_date: changes.season_end_date ?? before.end_date ?? '',
    reduction_hundredths: changes.season_reduction_percent ?? before.reduction_hundredths ?? 0,
    min_stay: pick(changes.season_min_stay, before.min_stay) ?? null,
    max_stay: pick(changes.season_max_stay, before.max_stay) ?? null,
    policy: changes.season_reduction_policy ?? before.policy ?? 'nights',
    status: changes.season_status ?? before.status ?? 'active',
  }
  const problems: Record<string, FieldMessageKey> = {}
  if (merged.start_date > merged.end_date)
    Object.assign(problems, { season_start_date: 'dateRange', season_end_date: 'dateRange' })
  if (merged.max_stay !== null && merged.max_stay < (merged.min_stay ?? 1)) problems.season_max_stay = 'stayRange'
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return merged
}

/**
 * Locks the home that gets a season.
 * @throws AppError 400 on `property_id` for an unknown home, 403, 409 when it has as many as it may have.
 */
async function lockNamed(
  app: FastifyInstance,
  tx: Transaction,
  identity: Identity,
  property_id: string,
): Promise<void> {
  await lockManaged(app, tx, identity, property_id).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'notFound' ? invalid({ property_id: 'unknown' }) : error
  })
  assertBelow(app.config.quotas.seasonsPerHome, await queries.rates.countSeasons(tx, { property_id }))
}

/** The reader, for queries that show drafts to their owner and the staff only. */
const reader = ({ identity, grant }: FastifyRequest) => ({
  user_id: identity?.userId,
  is_staff: isStaff(identity),
  homes: homesOf({ grant }),
})

/** Seasonal reductions of a home. They change prices at once; reservations keep their price. */
export const seasonRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  const tags = ['calendars']

  app.get(
    '/seasons-test',
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      config: { scope: 'calendar.read' },
      schema: {
        tags,
        operationId: 'listSeasons',
        summary: 'List seasons',
        description: `Public for published homes; owners and staff also see seasons of drafts. \`property_id\` filters
          by home.`,
        security: OPTIONAL_BEARER,
        querystring: seasonList,
        response: { 200: pagedSchema(season), ...failures(400, 401) },
      },
    }),
    async (request) => {
      const { property_id } = request.query
      return listPage(
        request,
        request.query,
        (page) => queries.rates.listSeasons(app.db, { property_id, ...reader(request), ...page }),
        (row) => show(row),
      )
    },
  )

  app.get(
    '/seasons-test/:id',
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      config: { may: ['owner', ...STAFF], scope: 'calendar.read' },
      schema: {
        tags,
        operationId: 'getSeason',
        summary: 'Get a season',
        description: `Public for published homes. Seasons of a draft return 404, except for its owner and staff.`,
        security: OPTIONAL_BEARER,
        params: seasonParams,
        response: { 200: envelopeSchema(season), ...failures(401, 404) },
      },
    }),
    async (request) => {
      const row = await queries.rates.findSeason(app.db, { season_id: request.params.id, ...reader(request) })
      if (!row) throw new AppError('notFound')
      return envelope(request, show(row))
    },
  )

  app.post(
    '/seasons-test',
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['season.created'],
        events: ['calendar.changed'],
      },
      schema: {
        tags,
        operationId: 'createSeason',
        summary: 'Create a season',
        description: `For the owner, support and administrators. A \`nights\` season reduces the nights within it, a
          \`booking\` season the whole stay when the arrival is within it. At most one season applies to a night:
          \`overlaps\` lists competing seasons and which one prevails. It applies to new quotes at once.`,
        'x-message': 'created',
        security: BEARER,
        'x-demo-account': 'owner',
        body: newSeason,
        response: { 201: envelopeSchema(writtenSeason), ...failures(400, 401, 403, 'limitReached') },
      },
    },
    async (request, reply) => {
      const fields = merge(request.body, {})
      const created = await transaction(app.db, async (tx) => {
        await lockNamed(app, tx, identityOf(request), fields.property_id)
        return showWritten(tx, await queries.rates.insertSeason(tx, fields))
      })
      return reply.code(201).send(envelope(request, created))
    },
  )

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/seasons-test/:id',
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['season.changed'],
        events: ['calendar.changed'],
      },
      schema: {
        tags,
        operationId: method === 'PUT' ? 'updateSeason' : 'patchSeason',
        summary: 'Update a season',
        description: CHANGE_DESCRIPTIONS[method],
        'x-message': 'updated',
        security: BEARER,
        'x-demo-account': 'owner',
        params: seasonParams,
        body: seasonChanges,
        response: { 200: envelopeSchema(writtenSeason), ...failures(400, 401, 403, 404, 'limitReached') },
      },
      handler: async (request) => {
        const updated = await transaction(app.db, async (tx) => {
          const before = await queries.rates.lockSeason(tx, { season_id: request.params.id })
          if (!before) throw new AppError('notFound')
          await lockManaged(app, tx, identityOf(request), before.property_id)
          const fields = merge(request.body, before)
          if (fields.property_id !== before.property_id)
            await lockNamed(app, tx, identityOf(request), fields.property_id)
          return showWritten(tx, await queries.rates.updateSeason(tx, { ...fields, season_id: before.id }))
        })
        return envelope(request, updated)
      },
    })
  }

  app.delete(
    '/seasons-test/:id',
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'calendar.write',
        audits: ['season.deleted'],
        events: ['calendar.changed'],
      },
      schema: {
        tags,
        operationId: 'deleteSeason',
        summary: 'Delete a season',
        description: `For the owner, support and administrators. New quotes use the full price again; reservations
          keep their price.`,
        'x-message': 'deleted',
        security: BEARER,
        'x-demo-account': 'owner',
        params: seasonParams,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      await transaction(app.db, async (tx) => {
        const before = await queries.rates.lockSeason(tx, { season_id: request.params.id })
        if (!before) throw new AppError('notFound')
        await lockManaged(app, tx, identityOf(request), before.property_id)
        await queries.rates.deleteSeason(tx, { season_id: before.id })
      })
      return done(request)
    },
  )
}
