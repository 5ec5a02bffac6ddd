import { z } from 'zod'
import { timestamp } from '../../platform/http/fields.ts'
import { ofKinds } from './kinds.ts'

/** Notifications as clients get them: `type` says which shape `data` has (docs/design/domain.md, "Notifications"). */

/** Subject of a notification of each type. */
export const notified = z.discriminatedUnion(
  'type',
  ofKinds((kind) => kind.notified),
)

/** Notifications with their times, as a union discriminated by `type`: each shape is a component. */
function notificationWith<Times extends z.ZodRawShape>(
  prefix: string,
  times: Times,
  meta: { description?: string } = {},
) {
  const members = ofKinds(({ name, type, data }) =>
    z
      .object({ id: z.int(), type, title: z.string(), message: z.string(), data, ...times })
      .meta({ id: `${prefix}${name}Notification` }),
  )
  return z.discriminatedUnion('type', members).meta({ id: `${prefix}Notification`, ...meta })
}

export const notification = notificationWith('', {
  read_at: timestamp.nullable(),
  created_at: timestamp,
})

export const sentNotification = notificationWith(
  'Sent',
  { created_at: timestamp },
  { description: 'Whether it was read is for its recipient only' },
)

export const pushedNotification = notificationWith('Pushed', { timestamp })
