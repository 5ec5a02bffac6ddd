import { z } from 'zod'
import { time } from './remote-messages.ts'

/** A review as the channel manager has it; scores are of ten. */
export interface RemoteReview {
  id: string
  /** undefined: it names no home. */
  property_id: string | undefined
  booking_id: string | undefined
  ota: string
  guest_name: string | undefined
  content: string
  score: number | undefined
  scores: { category: string; score: number }[]
  is_hidden: boolean
  reply: string | undefined
  /** ISO, UTC. */
  received_at: string
}

const meta = z.looseObject({ total: z.int().optional(), limit: z.int().min(1).optional() }).nullish()
const score = z.coerce.number().min(0).max(10)
/** A channel that has another scale, or none, has no score here. */
const optionalScore = z.union([score, z.unknown().transform(() => undefined)])
const scores = z
  .array(z.unknown())
  .nullish()
  .transform((listed) =>
    (listed ?? []).flatMap((one) => z.looseObject({ category: z.string(), score }).safeParse(one).data ?? []),
  )
const text = z.string().nullish()
const reply = z
  .union([z.string(), z.looseObject({ reply: z.string() }).transform((written) => written.reply), z.null()])
  .optional()
  .catch(undefined)
const named = z
  .looseObject({ data: z.looseObject({ id: z.string().max(100) }).nullish() })
  .nullish()
  .transform((one) => one?.data?.id)

const reviewSchema = z
  .object({
    id: z.string().min(1).max(100),
    attributes: z.looseObject({
      ...{ content: text, guest_name: text, ota: z.string(), overall_score: z.unknown(), scores, reply },
      is_hidden: z.boolean().nullish(),
      received_at: time.nullish(),
      inserted_at: time.nullish(),
    }),
    relationships: z.looseObject({ property: named, booking: named }).nullish(),
  })
  .transform(({ id, attributes, relationships }): RemoteReview | undefined => {
    const { ota, content, guest_name, overall_score, is_hidden, ...rest } = attributes
    const received_at = rest.received_at ?? rest.inserted_at
    if (received_at == null) return undefined
    return {
      ...{ id, ota, received_at, scores: rest.scores, content: content ?? '', is_hidden: is_hidden ?? false },
      property_id: relationships?.property,
      booking_id: relationships?.booking,
      guest_name: guest_name?.trim() || undefined,
      score: overall_score == null ? undefined : optionalScore.parse(overall_score),
      reply: rest.reply?.trim() || undefined,
    }
  })

/** A page of reviews; those without a time are left out. */
export const reviewsSchema = z.object({ data: z.array(reviewSchema), meta }).transform(({ data, ...rest }) => ({
  ...rest,
  size: data.length,
  reviews: data.filter((review) => review !== undefined),
}))
