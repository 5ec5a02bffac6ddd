import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sale } from './bookings.ts'
import { writeAsGuest, written } from './messages.ts'
import { announceReview, reviewThere } from './reviews.ts'
import { type ChannelStandin, missing, reviewed } from './store.ts'
import { announce } from './webhooks.ts'

type Params = { Params: { id: string } }

const newRoom = z.object({ property_id: z.string(), room_type_id: z.string(), rate_plan_id: z.string() })
const sold = z.object({ booking_id: z.string() })

/** Requests of the demo and developers to the stand-in: sell nights, cancel them, write and review as a guest, and show which nights it believes to be free. */
export async function channelDevRoutes(app: FastifyInstance, { standin }: { standin: ChannelStandin }): Promise<void> {
  app.post('/dev/channel/bookings', { schema: { hide: true } }, async ({ body }, reply) => {
    const parsed = sale.safeParse(body)
    if (!parsed.success) return reply.code(400).send({ errors: parsed.error.issues })
    const revision = standin.sell(parsed.data)
    if (!revision) return reply.code(409).send({ errors: { code: 'not_available' } })
    await announce(standin, revision)
    return reply.code(201).send(sold.parse(revision))
  })
  app.delete<Params>('/dev/channel/bookings/:id', { schema: { hide: true } }, async ({ params }, reply) => {
    const revision = standin.cancel(params.id)
    if (!revision) return reply.code(404).send(missing)
    await announce(standin, revision)
    return sold.parse(revision)
  })
  app.post<Params>(
    '/dev/channel/bookings/:id/messages',
    { schema: { hide: true } },
    async ({ params, body }, reply) => {
      const parsed = written.safeParse(body)
      if (!parsed.success) return reply.code(400).send({ errors: parsed.error.issues })
      const message = await writeAsGuest(standin, params.id, parsed.data.message)
      return message ? reply.code(201).send(message) : reply.code(404).send(missing)
    },
  )
  app.post<Params>('/dev/channel/bookings/:id/reviews', { schema: { hide: true } }, async ({ params, body }, reply) => {
    const parsed = reviewed.safeParse(body)
    if (!parsed.success) return reply.code(400).send({ errors: parsed.error.issues })
    if (!standin.bookings.has(params.id)) return reply.code(404).send(missing)
    const review = reviewThere(standin, params.id, parsed.data)
    await announceReview(standin, review)
    return reply.code(201).send(review)
  })
  app.post('/dev/channel/rooms', { schema: { hide: true } }, async ({ body }, reply) => {
    const parsed = newRoom.safeParse(body)
    if (!parsed.success) return reply.code(400).send({ errors: parsed.error.issues })
    const { property_id, room_type_id, rate_plan_id } = parsed.data
    standin.rooms.set(room_type_id, property_id)
    standin.rates.set(rate_plan_id, property_id)
    return reply.code(201).send(parsed.data)
  })
  app.get<Params>('/dev/channel/rooms/:id', { schema: { hide: true } }, async ({ params }) =>
    Object.fromEntries([...(standin.availability.get(params.id) ?? [])].toSorted()),
  )
}
