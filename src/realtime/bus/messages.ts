import { z } from 'zod'

/** Messages between nodes. */

const event = z.object({
  kind: z.literal('event'),
  id: z.string(),
  channel: z.string(),
  event: z.string(),
  data: z.string(),
  except: z.string().optional(),
})
/** A frame that a client sends to the others of its channel. */
const clientEvent = z.object({ kind: z.literal('client'), node: z.string(), channel: z.string(), text: z.string() })
const disconnect = z.object({ kind: z.literal('disconnect'), id: z.string(), user_id: z.string() })
const person = { channel: z.string(), user_id: z.string() }
/** A change of who is present on a node. Revision 0: the node has started. */
const presence = z.object({
  kind: z.literal('presence'),
  node: z.string(),
  revision: z.int(),
  joined: z.array(z.object({ ...person, info: z.string().nullable() })),
  left: z.array(z.object(person)),
})
/** A node has stopped, or its lease has ended. */
const gone = z.object({ kind: z.literal('gone'), node: z.string() })
/** A message of a node to itself; `at` is the time of the database. */
const beat = z.object({ kind: z.literal('beat'), node: z.string(), at: z.string() })
/** Asks the nodes how many sockets each of their channels has. */
const question = z.object({ kind: z.literal('question'), node: z.string(), id: z.string(), prefix: z.string() })
const answer = z.object({
  kind: z.literal('answer'),
  node: z.string(),
  id: z.string(),
  channels: z.record(z.string(), z.int()),
})

/** Clients without a signature may ask again: nodes have sockets without a channel reconnect. */
const rejoin = z.object({ kind: z.literal('rejoin') })

export const messageSchema = z.discriminatedUnion('kind', [
  event,
  clientEvent,
  disconnect,
  presence,
  gone,
  beat,
  question,
  answer,
  rejoin,
])

export type BusMessage = z.infer<typeof messageSchema>
export type EventMessage = z.infer<typeof event>
export type PresenceMessage = z.infer<typeof presence>
/** Messages that a node sends outside a transaction. */
export type NodeMessage = Exclude<BusMessage, { kind: 'event' | 'disconnect' | 'presence' | 'gone' | 'beat' }>

/** Messages with the same key are delivered in the order in which they were sent; undefined: in any order. */
export function orderKey(message: BusMessage): string | undefined {
  switch (message.kind) {
    case 'event':
    case 'client':
      return message.channel
    case 'presence':
    case 'gone':
      return `node ${message.node}`
    default:
      return undefined
  }
}
