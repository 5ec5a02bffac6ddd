import { z } from 'zod'
import { ACTOR } from '../db/enums.ts'
import type { queries } from '../db/queries.ts'
import { shownUuid, timestamp } from '../http/fields.ts'
import { HOME, MARTIN } from '../openapi/demo.ts'
import { EVENT_NAMES } from './types.ts'

export const eventType = z.enum(EVENT_NAMES).meta({ id: 'EventType' })

export const shownEvent = z
  .object({
    id: z.int(),
    type: eventType.meta({ example: 'reservation.confirmed' }),
    subject_id: z.string().meta({ description: 'The number or id of what `data` shows' }),
    property_id: shownUuid.nullable().meta({ example: HOME }),
    owner_id: z.int().meta({ example: MARTIN }),
    actor: z
      .object({ type: z.enum(ACTOR), id: z.int().nullable() })
      .meta({ id: 'EventActor' })
      .nullable()
      .meta({ description: 'Who did it, where that is known' }),
    created_at: timestamp,
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          'The subject as its owner sees it; null: it is gone, or larger than 20 kB. `webhooks` have its schemas',
        example: { id: 1042, status: 'confirmed' },
      }),
    previous: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What has changed, as it was before' }),
  })
  .meta({ id: 'Event' })

type Row = Awaited<ReturnType<typeof queries.events.list>>[number]

/** An event as readers of the feed get it. */
export const showEvent = ({ actor, actor_id, ...event }: Row): z.infer<typeof shownEvent> =>
  shownEvent.parse({ ...event, actor: actor === null ? null : { type: actor, id: actor_id } })
