import { z } from 'zod'
import { shownUrl } from '../../platform/http/fields.ts'
import { definePush } from '../../platform/openapi/asyncapi.ts'

/** The events of `presence-chat`, as stock clients hand them on. */

const visible = z
  .object({ id: z.int(), username: z.string(), avatar: shownUrl.nullable() })
  .meta({ id: 'OnlineUser', description: 'Public data of an online member' })

const member = { id: z.string().meta({ description: 'The number of the user, as text' }), info: visible }
const camille = { id: '7', info: { id: 7, username: 'camille', avatar: null } }

export const presencePushes = [
  definePush({
    channel: 'chat',
    event: 'pusher:subscription_succeeded',
    summary: 'I have joined; the data lists all members, including me',
    data: z
      .object({
        me: z.object(member),
        myID: z.string(),
        members: z.record(z.string(), visible),
        count: z.int(),
      })
      .meta({ id: 'OnlineUsers' }),
    example: { me: camille, myID: '7', members: { 7: camille.info }, count: 1 },
  }),
  definePush({
    channel: 'chat',
    event: 'pusher:member_added',
    summary: 'A member has joined with their first socket',
    data: z.object(member).meta({ id: 'MemberAdded' }),
    example: camille,
  }),
  definePush({
    channel: 'chat',
    event: 'pusher:member_removed',
    summary: 'A member has left with their last socket',
    data: z.object(member).meta({ id: 'MemberRemoved' }),
    example: camille,
  }),
]
