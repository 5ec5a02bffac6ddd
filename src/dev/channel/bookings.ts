import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type ChannelStandin, missing, type StandinRevision } from './store.ts'
import { announce } from './webhooks.ts'

const PAGE_SIZE = 10

/** Bookings that a platform sells. */
export const sale = z.object({
  property_id: z.string(),
  room_type_id: z.string(),
  arrival_date: z.iso.date(),
  departure_date: z.iso.date(),
})

const bookingsQuery = z.looseObject({
  'filter[property_id]': z.string(),
  'filter[departure_date][gte]': z.iso.date(),
  'pagination[page]': z.coerce.number().int().min(1),
})

const feedQuery = z.looseObject({ 'pagination[page]': z.coerce.number().int().min(1).default(1) })

type Params = { Params: { id: string } }

/** Bookings that platforms make, and their revisions. */
export function bookingRoutes(api: FastifyInstance, standin: ChannelStandin): void {
  const { revisions, acknowledged } = standin
  const show = (revision: StandinRevision) => ({ id: revision.id, type: 'booking_revision', attributes: revision })

  const showBooking = ({ id: revision_id, booking_id: id, ...details }: StandinRevision) => ({
    id,
    type: 'booking',
    attributes: { ...details, id, revision_id },
  })

  // A page has ten at most, whatever it is asked for; the next one moves up when some of it are acknowledged.
  api.get('/booking_revisions/feed', async ({ query }) => {
    const { 'pagination[page]': page } = feedQuery.parse(query)
    const found = revisions.filter(({ id }) => !acknowledged.has(id))
    return {
      data: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(show),
      meta: { page, total: found.length, limit: PAGE_SIZE },
    }
  })
  api.get<Params>('/booking_revisions/:id', async ({ params }, reply) => {
    const revision = revisions.find(({ id }) => id === params.id)
    return revision ? { data: show(revision) } : reply.code(404).send(missing)
  })
  api.post<Params>('/booking_revisions/:id/ack', async ({ params }, reply) => {
    if (!revisions.some(({ id }) => id === params.id)) return reply.code(404).send(missing)
    acknowledged.add(params.id)
    return { meta: { message: 'Success' } }
  })

  // A page has ten at most, whatever it is asked for.
  api.get('/bookings', async ({ query }) => {
    const asked = bookingsQuery.parse(query)
    const latest = new Map<unknown, StandinRevision>()
    for (const revision of revisions) latest.set(revision.booking_id, revision)
    const found = [...latest.values()].filter(
      ({ property_id, departure_date }) =>
        property_id === asked['filter[property_id]'] &&
        (typeof departure_date !== 'string' || departure_date >= asked['filter[departure_date][gte]']),
    )
    const page = asked['pagination[page]']
    return {
      data: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(showBooking),
      meta: { page, total: found.length, limit: PAGE_SIZE },
    }
  })

  // Acts as the website of a platform: a guest books, and the service is notified.
  api.post('/bookings', async ({ body }, reply) => {
    const revision = standin.sell(sale.parse(body))
    if (!revision) return reply.code(409).send({ errors: { code: 'not_available' } })
    await announce(standin, revision)
    return reply.code(201).send({ data: show(revision) })
  })
  api.delete<Params>('/bookings/:id', async ({ params }, reply) => {
    const revision = standin.cancel(params.id)
    if (!revision) return reply.code(404).send(missing)
    await announce(standin, revision)
    return { data: show(revision) }
  })
}
