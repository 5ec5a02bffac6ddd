import { z } from 'zod'
import { ConfigError, count, flagUrl, text, type Values } from '../../platform/lib/environment.ts'

export const channelVariables = {
  CHANNEL_MANAGER_URL: flagUrl('http', 'https').optional(),
  CHANNEL_MANAGER_KEY: text.optional(),
  CHANNEL_EVENTS_PER_MINUTE: count(120),
  CHANNEL_MANAGER_CALLS_PER_MINUTE: z.coerce.number().int().min(2).max(10_000).default(10),
}

export interface ChannelConfig {
  /** undefined: events of channels are applied with the details that they carry. */
  channelManager: { url: string; key: string } | undefined
  /** Events a minute that a subscription may send. */
  channelEventsPerMinute: number
  /** Calls a minute about availability, and about prices and rules, for each home of the channel manager. */
  channelCallsPerMinute: number
}

/** @throws ConfigError for an address without a key, or a key without an address. */
export const channelConfig = (e: Values<typeof channelVariables>): ChannelConfig => ({
  channelManager: channelManager(e.CHANNEL_MANAGER_URL, e.CHANNEL_MANAGER_KEY),
  channelEventsPerMinute: e.CHANNEL_EVENTS_PER_MINUTE,
  channelCallsPerMinute: e.CHANNEL_MANAGER_CALLS_PER_MINUTE,
})

function channelManager(url: string | undefined, key: string | undefined): ChannelConfig['channelManager'] {
  if (url !== undefined && key !== undefined) return { url: url.replace(/\/$/, ''), key }
  if (url === undefined && key === undefined) return undefined
  throw new ConfigError('CHANNEL_MANAGER_URL and CHANNEL_MANAGER_KEY go together')
}
