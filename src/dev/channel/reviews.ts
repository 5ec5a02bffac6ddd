import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { remoteTime } from './messages.ts'
import { type ChannelStandin, missing, reviewed, type StandinReview } from './store.ts'
import { sendWebhooks } from './webhooks.ts'

const PAGE_SIZE = 10

const newReply = z.object({ reply: z.object({ reply: z.string().min(1) }) })
const reviewsQuery = z.looseObject({
  'filter[property_id]': z.string(),
  'pagination[page]': z.coerce.number().int().min(1).default(1),
})
type Params = { Params: { id: string } }

/** Writes a review of a booking, or of a home without one, without telling anybody. Later reviews have later times. */
export function reviewThere(
  { reviews, bookings }: Pick<ChannelStandin, 'reviews' | 'bookings'>,
  booking_id: string | undefined,
  fields: z.input<typeof reviewed>,
): StandinReview {
  const { property_id } = bookings.get(booking_id ?? '') ?? { property_id: 'P' }
  const last = reviews.at(-1)
  const at = Math.max(Date.now(), last ? Date.parse(`${last.received_at}Z`) + 1 : 0)
  const review = {
    ...reviewed.parse(fields),
    ...{ id: randomUUID(), booking_id, property_id, reply: null, received_at: remoteTime(at) },
  }
  reviews.push(review)
  return review
}

/** Tells the webhooks of the home about a review. Returns the statuses. */
export const announceReview = (standin: ChannelStandin, review: StandinReview, event = 'review'): Promise<number[]> => {
  const { id, booking_id, property_id, overall_score, content } = review
  return sendWebhooks(standin, {
    event,
    property_id,
    user_id: null,
    payload: { id, booking_id, overall_score, content },
  })
}

/** Reviews of bookings, as the messages app of a channel manager has them. */
export function reviewRoutes(api: FastifyInstance, standin: ChannelStandin): void {
  const show = ({ booking_id, property_id, ...review }: StandinReview) => ({
    id: review.id,
    type: 'review',
    attributes: {
      ...review,
      guest_name: 'Grace',
      ota_reservation_id: booking_id?.slice(0, 8).toUpperCase() ?? null,
      is_replied: review.reply !== null,
      reply: review.reply === null ? null : { reply: review.reply },
    },
    relationships: {
      property: { data: { id: property_id, type: 'property' } },
      booking: { data: booking_id === undefined ? null : { id: booking_id, type: 'booking' } },
    },
  })

  api.get('/reviews', async ({ query }) => {
    const { 'filter[property_id]': property_id, 'pagination[page]': page } = reviewsQuery.parse(query)
    const found = standin.reviews.filter((review) => review.property_id === property_id).toReversed()
    return {
      data: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(show),
      meta: { page, total: found.length, limit: PAGE_SIZE },
    }
  })
  api.post<Params>('/reviews/:id/reply', async ({ params, body }, reply) => {
    const review = standin.reviews.find(({ id }) => id === params.id)
    if (!review) return reply.code(404).send(missing)
    const { reply: text } = newReply.parse(body).reply
    if (review.reply !== null) return reply.code(422).send({ errors: { code: 'validation_error', title: 'replied' } })
    review.reply = text
    if (standin.lostAnswers > 0) {
      standin.lostAnswers--
      return void reply.raw.destroy()
    }
    return reply.send({ data: show(review) })
  })
}
