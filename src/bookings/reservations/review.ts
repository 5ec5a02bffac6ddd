import { z } from 'zod'
import { MESSAGE_STATE } from '../../platform/db/enums.ts'
import { shownUuid, timestamp } from '../../platform/http/fields.ts'
import { person } from '../../platform/http/person.ts'
import { at, CAMILLE, HOME, REVIEW } from '../../reference/examples/demo.ts'

/** Channels whose reviews are read, as sources of messages name them. */
export const CHANNEL_SOURCES = ['airbnb', 'booking_com', 'expedia'] as const
export type ChannelSource = (typeof CHANNEL_SOURCES)[number]

/** True if a channel has what was sent through it. */
export const messageState = z.enum(MESSAGE_STATE).meta({
  id: 'MessageState',
  description: `\`sending\`: on its way to a channel; \`failed\`: not sent, \`error\` says why; \`unclear\`: the channel did not answer,
    and its list does not show the message. It is not sent again`,
})

/** An object with one value for each score that a guest can give besides the rating. */
export const scoresOf = <T extends z.ZodType>(score: T) =>
  z.object({
    cleanliness: score,
    accuracy: score,
    check_in: score,
    communication: score,
    location: score,
    value: score,
  })

export const reviewSource = z
  .enum(['site', ...CHANNEL_SOURCES])
  .meta({ id: 'ReviewSource', description: 'Where a review was written; `site`: here' })

/** The review of a stay, which is shown with it. */
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
