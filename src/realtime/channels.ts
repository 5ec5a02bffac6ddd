import type { Identity } from '../plugins/authentication.ts'

/** The channels of this service and who may join them (docs/design/realtime.md, "Channels and events"). Pure. */

/** The channel of users who are online. */
export const PRESENCE_CHAT = 'presence-chat'

/** The channel of one user, on all their devices. */
export const privateUser = (userId: number): string => `private-user.${userId}`

export type ChannelKind = 'public' | 'private' | 'presence'

export function channelKind(channel: string): ChannelKind {
  if (channel.startsWith('private-')) return 'private'
  return channel.startsWith('presence-') ? 'presence' : 'public'
}

/** Whether joining a channel needs a signature. */
export const isPersonal = (channel: string): boolean => channelKind(channel) !== 'public'

/** Whether a user may join a channel that needs a signature. */
export function mayJoin({ userId, verified }: Identity, channel: string): boolean {
  return channel === privateUser(userId) || (channel === PRESENCE_CHAT && verified)
}
