import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { shownDays } from '../../bookings/calendars/ranges.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { listPage } from '../../platform/http/pages.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { findDesk } from './desk.ts'
import { findPlan } from './plan.ts'
import { BARS_OF_HOME, PLAN_DAYS, plan, planQuery } from './plan-schemas.ts'
import { desk, deskQuery } from './schemas.ts'

/** The day of a company (docs/design/domain.md, "Lists of the day"). */
export const deskRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/desk',
    {
      onRequest: app.authenticate,
      config: { scope: 'reservations.read' },
      schema: {
        tags: ['reservations'],
        operationId: 'getDesk',
        summary: 'Get what needs attention, with arrivals and departures',
        description: `For owners, their teams and keys: the start of a working day in one call, urgent parts first. Each list has its
          first 25 rows, or 100 where it is about the day, and the total. Parts that need another scope are null without it, and \`contact\` is null
          without \`guests.read\`. Without \`day\`, arrivals and departures are those of today at each home.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: deskQuery,
        response: { 200: envelopeSchema(desk), ...failures(400, 401, 403) },
      },
    },
    async (request) => envelope(request, await findDesk(app, identityOf(request), request.query.day)),
  )

  app.get(
    '/plan',
    {
      onRequest: app.authenticate,
      config: { scope: 'reservations.read' },
      schema: {
        tags: ['reservations'],
        operationId: 'getPlan',
        summary: 'Get the plan: homes with their stays and closures of some days',
        description: `For owners, their teams and keys: homes that are not archived, by title, with the stays and closures of
          the days from \`from\` to \`to\`, both included. Without \`from\` they begin today, the earliest one if the homes of the page are in several time zones;
          without \`to\` these are \`from\` and the next ${PLAN_DAYS.following} days. The limit is ${PLAN_DAYS.limit} days. A stay belongs to its day of departure too, and a closure to the morning after its last
          night. Stays are holds, and stays that take place; inquiries and cancelled stays are left out. A home has at most ${BARS_OF_HOME}
          stays and ${BARS_OF_HOME} closures. \`closures\` is null without \`calendar.read\`, names without \`guests.read\`, and amounts
          without \`payments.read\`.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: planQuery,
        response: { 200: plan, ...failures(400, 401, 403) },
      },
    },
    async (request) => {
      const { query } = request
      const identity = identityOf(request)
      const asked = { user_id: identity.userId, homes: homesOf(identity), property_id: query.property_id }
      const { data, meta, ...rest } = await listPage(
        request,
        query,
        (page) => queries.properties.listOfOwner(app.db, new Set(['by-title']), { ...asked, ...page }),
        ({ id, title, city, today }) => ({ property: { id, title, city }, today }),
      )
      const [today = new Date().toISOString().slice(0, 10)] = data.map((home) => home.today).toSorted()
      const days = shownDays(query, today, PLAN_DAYS)
      const homes = data.map(({ property }) => property)
      return {
        ...rest,
        data: await findPlan(app, identity, homes, days),
        meta: { ...meta, from: days.from_day, to: days.to_day },
      }
    },
  )
}
