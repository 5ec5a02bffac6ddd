import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sale } from './bookings.ts'
import type { ChannelStandin } from './store.ts'
import { announce } from './webhooks.ts'

const sold = z.object({ booking_id: z.string() })

/** Requests of developers to the stand-in: sell nights, and show which nights it believes to be free. */
export async function channelDevRoutes(app: FastifyInstance, { standin }: { standin: ChannelStandin }): Promise<void> {
  app.post('/dev/channel/bookings', { schema: { hide: true } }, async ({ body }, reply) => {
    const parsed = sale.safeParse(body)
    if (!parsed.success) return reply.code(400).send({ errors: parsed.error.issues })
    const revision = standin.sell(parsed.data)
    if (!revision) return reply.code(409).send({ errors: { code: 'not_available' } })
    await announce(standin, revision)
    return reply.code(201).send(sold.parse(revision))
  })
  app.get<{ Params: { id: string } }>('/dev/channel/rooms/:id', { schema: { hide: true } }, async ({ params }) =>
    Object.fromEntries([...(standin.availability.get(params.id) ?? [])].toSorted()),
  )
}
