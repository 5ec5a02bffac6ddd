import { ConfigError, flagUrl, text, type Values } from '../../platform/lib/environment.ts'

export const channelVariables = {
  CHANNEL_MANAGER_URL: flagUrl('http', 'https').optional(),
  CHANNEL_MANAGER_KEY: text.optional(),
}

export interface ChannelConfig {
  /** undefined: events of channels are applied with the details that they carry. */
  channelManager: { url: string; key: string } | undefined
}

/** @throws ConfigError for an address without a key, or a key without an address. */
export const channelConfig = (e: Values<typeof channelVariables>): ChannelConfig => ({
  channelManager: channelManager(e.CHANNEL_MANAGER_URL, e.CHANNEL_MANAGER_KEY),
})

function channelManager(url: string | undefined, key: string | undefined): ChannelConfig['channelManager'] {
  if (url !== undefined && key !== undefined) return { url: url.replace(/\/$/, ''), key }
  if (url === undefined && key === undefined) return undefined
  throw new ConfigError('CHANNEL_MANAGER_URL and CHANNEL_MANAGER_KEY go together')
}
