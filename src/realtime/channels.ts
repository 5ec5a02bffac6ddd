import type { Identity } from '../plugins/authentication.ts'

/** The channels of this service: their names, and who may join them (specification, Table A). Pure. */

/** Everybody who is online. */
export const PRESENCE_CHAT = 'presence-chat'

/** What one user is told, on all their devices. */
export const privateUser = (userId: number): string => `private-user.${userId}`

export type ChannelKind = 'public' | 'private' | 'presence'

export function channelKind(channel: string): ChannelKind {
  if (channel.startsWith('private-')) return 'private'
  return channel.startsWith('presence-') ? 'presence' : 'public'
}

/** Whether a channel is joined with a signature. */
export const isPersonal = (channel: string): boolean => channelKind(channel) !== 'public'

/** Whether a user may join a channel that takes a signature. */
export function mayJoin({ userId, verified }: Identity, channel: string): boolean {
  return channel === privateUser(userId) || (channel === PRESENCE_CHAT && verified)
}
