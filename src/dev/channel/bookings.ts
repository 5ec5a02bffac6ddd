import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ChannelStandin } from './store.ts'
import { missing, type StandinRevision } from './store.ts'
import { announce } from './webhooks.ts'

const PAGE_SIZE = 10

/** Bookings that a platform sells. */
export const sale = z.object({
  property_id: z.string(),
  room_type_id: z.string(),
  arrival_date: z.iso.date(),
  departure_date: z.iso.date(),
})

type Params = { Params: { id: string } }

/** Bookings that platforms make, and their revisions. */
export function bookingRoutes(api: FastifyInstance, standin: ChannelStandin): void {
  const { revisions, acknowledged } = standin
  const show = (revision: StandinRevision) => ({ id: revision.id, type: 'booking_revision', attributes: revision })

  api.get('/booking_revisions/feed', async () => ({
    data: revisions
      .filter(({ id }) => !acknowledged.has(id))
      .slice(0, PAGE_SIZE)
      .map(show),
  }))
  api.get<Params>('/booking_revisions/:id', async ({ params }, reply) => {
    const revision = revisions.find(({ id }) => id === params.id)
    return revision ? { data: show(revision) } : reply.code(404).send(missing)
  })
  api.post<Params>('/booking_revisions/:id/ack', async ({ params }, reply) => {
    if (!revisions.some(({ id }) => id === params.id)) return reply.code(404).send(missing)
    acknowledged.add(params.id)
    return { meta: { message: 'Success' } }
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
