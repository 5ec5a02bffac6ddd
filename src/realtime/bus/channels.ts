import type { z } from 'zod'
import type { Identity } from '../../platform/http/identity.ts'
import type { Push, PushedData } from '../../platform/openapi/asyncapi.ts'

/** The channels of this service, who may join them, and what their names mean (docs/design/realtime.md). Pure. */

/** The channel of users who are online. */
export const PRESENCE_CHAT = 'presence-chat'

/** The channel of one user, on all their devices. */
export const privateUser = (userId: number): string => `private-user.${userId}`

/** A declared event for the channel of one user; its data fits its schema. */
export const toUser = <Data extends PushedData>(userId: number, { event }: Push<Data>, data: z.input<Data>) => ({
  channel: privateUser(userId),
  event,
  data,
})

export type ChannelKind = 'public' | 'private' | 'presence'

export function channelKind(channel: string): ChannelKind {
  if (channel.startsWith('private-')) return 'private'
  return channel.startsWith('presence-') ? 'presence' : 'public'
}

/** True if joining a channel needs a signature. */
export const isPersonal = (channel: string): boolean => channelKind(channel) !== 'public'

/** True if subscribers may send events to each other; only members can read those of an encrypted channel. */
export const takesClientEvents = (channel: string): boolean =>
  isPersonal(channel) && !channel.startsWith('private-encrypted-')

const CACHE = /^(?:private-encrypted-|private-|presence-)?cache-/

/** True if a new subscriber gets the last event of the channel. */
export const isCached = (channel: string): boolean => CACHE.test(channel)

const SERVER_TO_USER = '#server-to-user-'

/** The user whose signed-in sockets receive events of a channel; undefined: an ordinary channel. */
export function serverToUser(channel: string): string | undefined {
  return channel.startsWith(SERVER_TO_USER) ? channel.slice(SERVER_TO_USER.length) : undefined
}

const PRIVATE_USER = /^private-(?:encrypted-)?(?:cache-)?user\.(\d+)$/

/** The user whose own channel this is. */
export const ownerOf = (channel: string): string | undefined => PRIVATE_USER.exec(channel)?.[1]

/** True if a user may join a channel that needs a signature. */
export function mayJoin({ userId, verified }: Identity, channel: string): boolean {
  return channel === privateUser(userId) || (channel === PRESENCE_CHAT && verified)
}
