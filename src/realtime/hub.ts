import type { WebSocket } from 'ws'
import { PRESENCE_CHAT, privateUser } from './channels.ts'
import { CODES, frame, LIMITS, type Member } from './protocol.ts'

/** One connection of a client. */
export interface Client {
  readonly id: string
  readonly socket: WebSocket
  readonly channels: Map<string, Member | undefined>
  lastHeardAt: number
  pinged: boolean
}

/** The sockets of this node and their channels. */
export interface Hub {
  readonly size: number
  add(client: Client): void
  remove(client: Client): void
  subscribe(client: Client, channel: string, member: Member | undefined): void
  unsubscribe(client: Client, channel: string): void
  /** Sends a frame to the subscribers of a channel except the socket with the id `except`; it is serialised once. */
  broadcast(channel: string, text: string, except?: string): void
  disconnectUser(userId: number): void
  /** Pings idle sockets and closes those that do not answer. */
  checkIdle(now: number): void
  close(): void
}

/** How long a client may take to answer a close frame. */
const CLOSE_PATIENCE_MS = 2_000

export function createHub(): Hub {
  const clients = new Set<Client>()
  const channels = new Map<string, Set<Client>>()

  function presence(channel: string): Map<string, Member> {
    const members = [...(channels.get(channel) ?? [])].flatMap((client) => client.channels.get(channel) ?? [])
    return new Map(members.map((member) => [member.user_id, member]))
  }

  function broadcast(channel: string, text: string, except?: string): void {
    const data = Buffer.from(text)
    for (const client of channels.get(channel) ?? []) if (client.id !== except) send(client, data)
  }

  function subscribe(client: Client, channel: string, member: Member | undefined): void {
    const already = client.channels.has(channel)
    const isNewMember = member !== undefined && !presence(channel).has(member.user_id)
    client.channels.set(channel, member)
    const subscribers = channels.get(channel) ?? new Set()
    channels.set(channel, subscribers.add(client))
    if (already) return
    if (member === undefined) {
      send(client, frame('pusher_internal:subscription_succeeded', {}, { channel }))
      return
    }
    const members = presence(channel)
    const hash = Object.fromEntries([...members].map(([id, { user_info }]) => [id, user_info]))
    const here = { presence: { ids: [...members.keys()], hash, count: members.size } }
    send(client, frame('pusher_internal:subscription_succeeded', here, { channel }))
    if (isNewMember) broadcast(channel, frame('pusher_internal:member_added', member, { channel }), client.id)
  }

  function unsubscribe(client: Client, channel: string): void {
    const subscribers = channels.get(channel)
    if (!subscribers?.delete(client)) return
    const member = client.channels.get(channel)
    client.channels.delete(channel)
    if (subscribers.size === 0) channels.delete(channel)
    // A user leaves the channel with their last socket.
    if (member === undefined || presence(channel).has(member.user_id)) return
    broadcast(channel, frame('pusher_internal:member_removed', { user_id: member.user_id }, { channel }))
  }

  return {
    get size() {
      return clients.size
    },
    add: (client) => clients.add(client),
    remove(client) {
      for (const channel of [...client.channels.keys()]) unsubscribe(client, channel)
      clients.delete(client)
    },
    subscribe,
    unsubscribe,
    broadcast,
    disconnectUser(userId) {
      const own = channels.get(privateUser(userId)) ?? []
      const present = [...(channels.get(PRESENCE_CHAT) ?? [])].filter(
        (client) => client.channels.get(PRESENCE_CHAT)?.user_id === String(userId),
      )
      for (const client of new Set([...own, ...present]))
        client.socket.close(CODES.reconnect, 'Authorisation has changed')
    },
    checkIdle(now) {
      for (const client of clients) {
        const silentSeconds = (now - client.lastHeardAt) / 1000
        if (silentSeconds < 2 * LIMITS.activityTimeoutSeconds) continue
        if (client.pinged && silentSeconds >= 3 * LIMITS.activityTimeoutSeconds) {
          client.socket.close(CODES.silent, 'No answer to ping')
        } else if (!client.pinged) {
          client.pinged = true
          send(client, frame('pusher:ping', {}))
        }
      }
    },
    close() {
      for (const { socket } of clients) {
        socket.close(CODES.reconnect, 'Server is shutting down')
        setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref()
      }
    },
  }
}

/** Closes a slow reader, because its unread frames occupy memory. */
export function send(client: Client, data: string | Buffer): void {
  if (client.socket.bufferedAmount > LIMITS.bufferedBytes) {
    client.socket.close(CODES.reconnect, 'Reading too slowly')
    client.socket.terminate()
  } else {
    client.socket.send(data, { binary: false })
  }
}
