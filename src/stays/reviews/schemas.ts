import { z } from 'zod'
import type { queries } from '../../platform/db/queries.ts'
import { doneSchema } from '../../platform/http/envelope.ts'
import { homeId, integerId, shownUuid, spacedLine, timestamp } from '../../platform/http/fields.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { pagedSchema } from '../../platform/http/pages.ts'
import { person, showPerson } from '../../platform/http/person.ts'
import { hasScope } from '../../platform/http/scopes.ts'
import { at, CAMILLE, HOME, REVIEW, STAYED_HOME, UNANSWERED_REVIEW } from '../../platform/openapi/demo.ts'
import type { StaysContext } from '../context.ts'
import { messageState } from '../stay-messages/schemas.ts'
import { CHANNEL_SOURCES } from './sources.ts'

/** Scores that a guest can give besides the rating. */
export const SCORES = ['cleanliness', 'accuracy', 'check_in', 'communication', 'location', 'value'] as const

const scoresOf = <T extends z.ZodType>(score: T) =>
  z.object({
    cleanliness: score,
    accuracy: score,
    check_in: score,
    communication: score,
    location: score,
    value: score,
  })

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

const reviewSource = z
  .enum(['site', ...CHANNEL_SOURCES])
  .meta({ id: 'ReviewSource', description: 'Where a review was written; `site`: here' })

export const comment = z
  .object({
    id: z.int().meta({ example: REVIEW }),
    property_id: shownUuid.meta({ example: HOME }),
    author: person.meta({
      description: 'A guest of a channel has a name and `id` 0: they have no account',
      example: { id: CAMILLE, first_name: 'Camille', avatar: null },
    }),
    source: reviewSource.meta({ example: 'site' }),
    score: z.number().nullable().meta({
      description: 'Score of ten at a channel; null: written here. It does not count in the average',
      example: null,
    }),
    rating: z.int().meta({ example: 5 }),
    content: z.string().meta({ example: 'La vue, le calme, un accueil parfait.' }),
    scores: scoresOf(z.int().nullable()).meta({
      example: { cleanliness: 5, accuracy: 5, check_in: 4, communication: 5, location: 5, value: 4 },
    }),
    reply: z
      .object({ content: z.string(), created_at: timestamp })
      .nullable()
      .meta({ example: { content: 'Merci, et à bientôt !', created_at: at(-1, '09:00') } }),
    reply_state: messageState.nullable().meta({
      description: 'Of the reply to a review of a channel, for the owner: as of messages of stays',
      example: null,
    }),
    reply_error: z
      .string()
      .nullable()
      .meta({ description: 'Why a channel refused the reply, for the owner', example: null }),
    reservation_id: z.int().nullable().meta({ description: 'For its author, the owner and the staff', example: null }),
    can_edit_until: timestamp
      .nullable()
      .meta({ description: 'For its author; null if it can no longer be edited', example: null }),
    can_reply: z
      .boolean()
      .meta({ description: 'Whether a reply can be written or edited; for the owner', example: false }),
    can_reply_until: timestamp
      .nullable()
      .meta({ description: 'End of the time to edit the reply; for the owner', example: null }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Comment' })

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
export function showComment(context: StaysContext, row: CommentRow, reader: Reader): z.infer<typeof comment> {
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
