import { z } from 'zod'
import type { Webhook } from '../openapi/webhooks.ts'
import { about, shownEvent } from './show.ts'
import type { EventSubject } from './subject.ts'
import { typesOfSubject } from './types.ts'

const { created_at, previous } = shownEvent.shape

/** Payloads about a subject, for the documents (docs/integrations.md, "Webhooks"). */
export const webhookOf = ({ name, data }: EventSubject): Webhook => {
  const { types } = typesOfSubject(name)
  return {
    subject: name,
    types,
    body: z.object({
      type: z.enum(Object.keys(types)),
      timestamp: created_at,
      cursor: z
        .string()
        .meta({ description: 'Position in the feed: `GET /events?after=` continues from here', examples: ['1.4711'] }),
      data: z.object({ object: data.nullable(), previous, ...about }),
    }),
  }
}
