import { z } from 'zod'
import { comment, reviewSource, scoresOf } from '../../bookings/reservations/review.ts'
import type { queries } from '../../platform/db/queries.ts'
import { doneSchema } from '../../platform/http/envelope.ts'
import { homeId, integerId, spacedLine } from '../../platform/http/fields.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { pagedSchema } from '../../platform/http/pages.ts'
import { showPerson } from '../../platform/http/person.ts'
import { hasScope } from '../../platform/http/scopes.ts'
import { REVIEW, STAYED_HOME, UNANSWERED_REVIEW } from '../../reference/examples/demo.ts'
import type { ConversationsContext } from '../context.ts'

/** Scores that a guest can give besides the rating. */
export const SCORES = ['cleanliness', 'accuracy', 'check_in', 'communication', 'location', 'value'] as const

const stars = z.int().min(1).max(5)

export const newComment = z.object({
  reservation_id: integerId.optional(),
  rating: stars,
  content: z.string().trim().min(1, 'required').max(3_000),
  scores: scoresOf(stars.optional()).optional(),
})

export type NewComment = z.infer<typeof newComment>

export const commentChanges = newComment
  .omit({ reservation_id: true })
  .extend({ scores: newComment.shape.scores.nullable() })
  .partial()
export type CommentChanges = z.infer<typeof commentChanges>

export const reply = z.object({ content: z.string().trim().min(1, 'required').max(3_000) })
export const moderation = z.object({ reason: spacedLine() }).meta({ id: 'Moderation' })

export const homeParams = z.object({ id: homeId })
export const stayedHomeParams = z.object({ id: homeId.meta({ example: STAYED_HOME }) })
const comment_id = integerId.describe('Id of the comment')
export const ownCommentParams = z.object({ id: comment_id.meta({ example: REVIEW }) })
export const commentParams = z.object({ id: comment_id.meta({ example: UNANSWERED_REVIEW }) })

const summary = z
  .object({
    average: z.number().nullable().meta({ example: 4.67 }),
    count: z.int().meta({ example: 3 }),
    histogram: z
      .object({ 1: z.int(), 2: z.int(), 3: z.int(), 4: z.int(), 5: z.int() })
      .meta({ example: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 2 } }),
    scores: scoresOf(z.number().nullable()).meta({
      example: { cleanliness: 5, accuracy: 5, check_in: 4, communication: 5, location: 5, value: 4 },
    }),
  })
  .meta({ id: 'RatingSummary' })

export const commentPage = pagedSchema(comment).extend({ summary })
export const commentAnswer = doneSchema.extend({ data: comment })

type ListedRow = Awaited<ReturnType<typeof queries.reviews.list>>[number]
/** Fields of a review of a channel, which the rows of others lack. */
type ChannelField = 'source' | 'score' | 'reply_state' | 'reply_error'
type CommentRow = Omit<ListedRow, ChannelField> & Partial<Pick<ListedRow, ChannelField>>
type Reader = Identity | null
type HomeRow = NonNullable<Awaited<ReturnType<typeof queries.reviews.findHome>>>

/** Id of an author without an account: those of accounts begin at 1. */
const NO_ACCOUNT = 0

/** A review in the format of the API, with what the reader may do with it. Pure. */
export function showComment(
  context: Pick<ConversationsContext, 'fileUrl'>,
  row: CommentRow,
  reader: Reader,
): z.infer<typeof comment> {
  const { source = 'site', score = null, reply_state = null, reply_error = null } = row
  const isAuthor = row.author_id !== null && row.author_id === reader?.userId
  const isHost = row.owner_id === reader?.userId
  const mayReply = reader !== null && isHost && row.author_id !== reader.personId && hasScope(reader, 'reviews.write')
  const { cleanliness, accuracy, check_in, communication, location, value } = row
  const isReplyShown = isHost || reply_state === null || reply_state === 'sent'
  return {
    id: row.id,
    property_id: row.property_id,
    author: showPerson(context, { ...row, id: row.author_id ?? NO_ACCOUNT }),
    source: reviewSource.parse(source),
    score: score === null ? null : Number(score),
    rating: row.rating,
    content: row.content,
    scores: { cleanliness, accuracy, check_in, communication, location, value },
    reply:
      row.reply === null || row.replied_at === null || !isReplyShown
        ? null
        : { content: row.reply, created_at: row.replied_at },
    reply_state: isHost ? reply_state : null,
    reply_error: isHost ? reply_error : null,
    reservation_id: isAuthor || isHost || isStaff(reader) ? row.reservation_id : null,
    can_edit_until: isAuthor ? row.can_edit_until : null,
    can_reply: mayReply && row.can_reply,
    can_reply_until: mayReply ? row.can_reply_until : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const averages = scoresOf(z.number().nullable().default(null))

/** Summary of the reviews of a home. Pure. */
export function showSummary(home: HomeRow): z.infer<typeof summary> {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = home.histogram ?? []
  return {
    average: home.rating_average === null ? null : Number(home.rating_average),
    count: home.rating_count,
    histogram: { 1: one, 2: two, 3: three, 4: four, 5: five },
    scores: averages.parse(home.averages ?? {}),
  }
}
