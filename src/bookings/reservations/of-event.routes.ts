import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { changing } from '../calendars/change.ts'
import { BASE, feedParams } from '../calendars/schemas.ts'
import { importEvent } from './imported.ts'
import { BOOKING_EVENTS } from './reserve.ts'
import { stayOfEvent, writtenStay } from './schemas.ts'

/** Stays that a company writes down for events of imported calendars (docs/design/channels.md, "An event becomes a stay"). */
export const eventStayRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    `${BASE}/ical/feeds/:feed_id/stays`,
    {
      onRequest: app.authenticate,
      config: { scope: 'reservations.write', events: BOOKING_EVENTS },
      schema: {
        tags: ['calendars'],
        security: BEARER,
        'x-demo-account': 'owner',
        operationId: 'addStayOfEvent',
        summary: 'Write down the stay of an event in an imported calendar',
        description: `For a booking that another platform has sold, named by its nights. The stay takes the event over: it is no conflict,
          and if the event leaves its platform before the day of arrival, the company is asked. Its money stays with the
          platform, and the guest is not mailed. Returns 404 without such an event, and for nights that the platform only repeats; 409 for
          nights of another stay.`,
        'x-message': 'created',
        params: feedParams,
        body: stayOfEvent,
        response: { 201: envelopeSchema(writtenStay), ...failures(400, 401, 403, 404, 'taken', 'closedDays') },
      },
    },
    async (request, reply) => {
      const { property_id, feed_id } = request.params
      const identity = identityOf(request)
      const { guest, total, ...stay } = request.body
      const written = await changing(app, request, property_id, async (tx, { owner_id, title, currency, timezone }) => {
        const { today } = await queries.properties.findDayAt(tx, { timezone })
        const feed = await queries.calendars.findFeedName(tx, { property_id, feed_id })
        const events = feed ? await queries.calendars.listEvents(tx, { property_id, feed_id }) : []
        const event = events.find(
          ({ check_in, check_out, is_echo }) =>
            !is_echo &&
            check_out === stay.check_out &&
            // A calendar is read from yesterday on: a stay that has begun may have begun before.
            (check_in === stay.check_in || (check_in <= today && stay.check_in < check_in)),
        )
        if (!feed || !event) throw new AppError('notFound')
        const company = { owner_id, actor_id: identity.personId }
        const sold = { ...stay, ...guest, channel: feed.name, total }
        return importEvent(app, { tx, company, home: { property_id, title, currency, today } }, sold)
      })
      return reply.code(201).send(envelope(request, written))
    },
  )
}
