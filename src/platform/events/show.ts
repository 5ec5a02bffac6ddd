import { z } from 'zod'
import { ACTOR } from '../db/enums.ts'
import type { queries } from '../db/queries.ts'
import { shownUuid, timestamp } from '../http/fields.ts'
import { eventNames } from './types.ts'

export const eventType = z.enum(eventNames()).meta({ id: 'EventType' })

/** Fields that say whose an event is, and about what. */
export const about = {
  subject_id: z.string().meta({ description: 'Id of the object in `data`' }),
  property_id: shownUuid.nullable(),
  owner_id: z.int(),
  actor: z
    .object({ type: z.enum(ACTOR), id: z.int().nullable() })
    .meta({ id: 'EventActor' })
    .nullable()
    .meta({ description: 'Actor, if known' }),
}

export const shownEvent = z
  .object({
    id: z.int(),
    type: eventType.meta({ example: 'reservation.confirmed' }),
    ...about,
    created_at: timestamp,
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'The subject as its owner sees it; null if it was deleted, exceeds 20 kB, or the account has had 100 MB of events within a day. `webhooks` has the schemas',
        example: { id: 1042, status: 'confirmed' },
      }),
    previous: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        'Changed fields with their previous values. A text of more than 1 kB stands as `{sha256, length}`, in hexadecimal and characters',
    }),
  })
  .meta({ id: 'Event' })

type Row = Awaited<ReturnType<typeof queries.events.list>>[number]

/** An event as readers of the feed get it. */
export const showEvent = ({ actor, actor_id, ...event }: Row): z.infer<typeof shownEvent> =>
  shownEvent.parse({ ...event, actor: actor === null ? null : { type: actor, id: actor_id } })
