import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { eventOfKind } from './events.ts'
import { type ChannelStandin, missing, type StandinMessage } from './store.ts'
import { sendWebhooks } from './webhooks.ts'

const PAGE_SIZE = 10

/** Text of a message of a guest, or of the company. */
const newMessage = z.object({ message: z.object({ message: z.string().min(1) }) })
const pageQuery = z.looseObject({ 'pagination[page]': z.coerce.number().int().min(1).default(1) })
const threadsQuery = pageQuery.extend({ 'filter[property_id]': z.string() })

type Params = { Params: { id: string } }

/** Times without their zone, as Channex sends them. */
export const remoteTime = (at: number): string => new Date(at).toISOString().replace('Z', '000')

type Messages = Pick<ChannelStandin, 'messages' | 'threads' | 'bookings'>

/** Writes a message of a booking or of a conversation without one, without telling anybody. Later messages have later times. */
export function writeThere(
  { messages }: Pick<ChannelStandin, 'messages'>,
  { booking_id, message, sender, ...more }: Pick<StandinMessage, 'booking_id' | 'message' | 'sender' | 'meta'>,
): StandinMessage {
  const last = messages.at(-1)
  const at = Math.max(Date.now(), last ? Date.parse(`${last.inserted_at}Z`) + 1 : 0)
  const written = { id: randomUUID(), booking_id, message, sender, inserted_at: remoteTime(at), ...more }
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

/** Messages of a conversation: those of its booking, and those before it. */
const messagesOf = ({ messages, threads }: Messages, id: string): StandinMessage[] => {
  const thread = threads.find((one) => one.id === id || one.booking_id === id)
  return messages.filter(({ booking_id }) => [id, thread?.id, thread?.booking_id].includes(booking_id))
}

/** Conversations of a home with their messages. That of a booking has the id of the booking, unless it has begun without one. */
function listThreads(standin: Messages, property_id: string) {
  const begun = standin.threads.filter((thread) => thread.property_id === property_id)
  const bookings = [...standin.bookings.values()].filter((booking) => booking.property_id === property_id)
  const own = bookings
    .filter(({ booking_id }) => !begun.some((thread) => thread.booking_id === booking_id))
    .map(({ booking_id }) => ({ id: booking_id, property_id, title: 'Grace Hopper', booking_id }))
  return [...begun, ...own].flatMap((thread) => {
    const last = messagesOf(standin, thread.id).at(-1)
    return last ? [{ ...thread, last }] : []
  })
}

/** Conversations of bookings, and of inquiries without one, as the messages app of a channel manager has them. */
export function messageRoutes(api: FastifyInstance, standin: ChannelStandin): void {
  const show = ({ id, message, sender, inserted_at, meta = undefined, attachments = [] }: StandinMessage) => ({
    id,
    type: 'message',
    attributes: { id, message, sender, meta, attachments, inserted_at, updated_at: inserted_at },
  })
  const showThread = ({ id, property_id, title, booking_id, last }: ReturnType<typeof listThreads>[number]) => ({
    id,
    type: 'message_thread',
    attributes: { title, is_closed: false, provider: 'AirBNB', last_message_received_at: last.inserted_at },
    relationships: {
      property: { data: { id: property_id, type: 'property' } },
      ...(booking_id === undefined ? {} : { booking: { data: { id: booking_id, type: 'booking' } } }),
    },
  })
  const pageOf = <T>(found: T[], page: number) => ({
    data: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    meta: { page, total: found.length, limit: PAGE_SIZE },
  })

  /** Reads and writes messages of what the path names. */
  function conversations(path: string, isKnown: (id: string) => boolean) {
    api.get<Params>(`${path}/:id/messages`, async ({ params, query }, reply) => {
      if (!isKnown(params.id)) return reply.code(404).send(missing)
      return pageOf(messagesOf(standin, params.id).map(show), pageQuery.parse(query)['pagination[page]'])
    })
    api.post<Params>(`${path}/:id/messages`, async ({ params, body }, reply) => {
      if (!isKnown(params.id)) return reply.code(404).send(missing)
      const { message } = newMessage.parse(body).message
      const written = writeThere(standin, { booking_id: params.id, message, sender: 'property' })
      if (standin.lostAnswers > 0) {
        standin.lostAnswers--
        return void reply.raw.destroy()
      }
      return reply.code(201).send({ data: show(written) })
    })
  }
  conversations('/bookings', (id) => standin.bookings.has(id))
  conversations('/message_threads', (id) => standin.bookings.has(id) || standin.threads.some((one) => one.id === id))

  api.get<Params>('/message_threads/:id', async ({ params: { id } }, reply) => {
    const home = standin.threads.find((one) => one.id === id)?.property_id ?? standin.bookings.get(id)?.property_id
    const thread = listThreads(standin, home ?? '').find((one) => one.id === id)
    return thread ? { data: showThread(thread) } : reply.code(404).send(missing)
  })
  api.get('/message_threads', async ({ query }) => {
    const asked = threadsQuery.parse(query)
    const found = listThreads(standin, asked['filter[property_id]'])
    const latest = found.toSorted((a, b) => b.last.inserted_at.localeCompare(a.last.inserted_at))
    return pageOf(latest.map(showThread), asked['pagination[page]'])
  })
}
