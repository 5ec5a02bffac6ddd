import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { eventOfKind } from './events.ts'
import { type ChannelStandin, missing, type StandinMessage } from './store.ts'
import { sendWebhooks } from './webhooks.ts'

const PAGE_SIZE = 10

/** Text of a message of a guest, or of the company. */
export const written = z.object({ message: z.string().min(1) })
const newMessage = z.object({ message: written })
const pageQuery = z.looseObject({ 'pagination[page]': z.coerce.number().int().min(1).default(1) })
const threadsQuery = pageQuery.extend({ 'filter[property_id]': z.string() })

type Params = { Params: { id: string } }

/** Times without their zone, as Channex sends them. */
const remoteTime = (at: number): string => new Date(at).toISOString().replace('Z', '000')

/** Writes a message of a booking, without telling anybody. Later messages have later times. */
export function writeThere(
  { messages }: Pick<ChannelStandin, 'messages'>,
  { booking_id, message, sender }: Pick<StandinMessage, 'booking_id' | 'message' | 'sender'>,
): StandinMessage {
  const last = messages.at(-1)
  const at = Math.max(Date.now(), last ? Date.parse(`${last.inserted_at}Z`) + 1 : 0)
  const written = { id: randomUUID(), booking_id, message, sender, inserted_at: remoteTime(at) }
  messages.push(written)
  return written
}

/** A guest writes at a platform, and the service is notified. */
export async function writeAsGuest(standin: ChannelStandin, booking_id: string, message: string) {
  const booking = standin.bookings.get(booking_id)
  if (!booking) return undefined
  const written = writeThere(standin, { booking_id, message, sender: 'guest' })
  const { property_id } = booking
  await sendWebhooks(standin, eventOfKind('message', { booking_id, revision_id: written.id, property_id }))
  return written
}

/** Conversations of bookings, as the messages app of a channel manager has them. */
export function messageRoutes(api: FastifyInstance, standin: ChannelStandin): void {
  const show = ({ id, message, sender, inserted_at, attachments = [] }: StandinMessage) => ({
    id,
    type: 'message',
    attributes: { id, message, sender, attachments, inserted_at, updated_at: inserted_at },
  })
  const pageOf = <T>(found: T[], page: number) => ({
    data: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    meta: { page, total: found.length, limit: PAGE_SIZE },
  })

  api.get<Params>('/bookings/:id/messages', async ({ params, query }, reply) => {
    if (!standin.bookings.has(params.id)) return reply.code(404).send(missing)
    const found = standin.messages.filter(({ booking_id }) => booking_id === params.id)
    return pageOf(found.map(show), pageQuery.parse(query)['pagination[page]'])
  })
  api.post<Params>('/bookings/:id/messages', async ({ params, body }, reply) => {
    if (!standin.bookings.has(params.id)) return reply.code(404).send(missing)
    const { message } = newMessage.parse(body).message
    const written = writeThere(standin, { booking_id: params.id, message, sender: 'property' })
    if (standin.lostAnswers > 0) {
      standin.lostAnswers--
      return void reply.raw.destroy()
    }
    return reply.code(201).send({ data: show(written) })
  })
  api.get('/message_threads', async ({ query }) => {
    const asked = threadsQuery.parse(query)
    const latest = new Map(standin.messages.map((message) => [message.booking_id, message]))
    const threads = [...latest.values()]
      .filter(({ booking_id }) => standin.bookings.get(booking_id)?.property_id === asked['filter[property_id]'])
      .toSorted((a, b) => b.inserted_at.localeCompare(a.inserted_at))
      .map(({ booking_id, inserted_at }) => ({
        id: randomUUID(),
        type: 'message_thread',
        attributes: { title: 'Grace Hopper', is_closed: false, last_message_received_at: inserted_at },
        relationships: { booking: { data: { id: booking_id, type: 'booking' } } },
      }))
    return pageOf(threads, asked['pagination[page]'])
  })
}
