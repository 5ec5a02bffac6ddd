import { list, type Purpose, type Values } from '../lib/environment.ts'

export const outboundVariables = {
  OUTBOUND_ALLOWED_HOSTS: list.default([]),
  WEBHOOK_ALLOWED_HOSTS: list.optional(),
}

export interface OutboundConfig {
  /** Hosts (`host` or `host:port`) that calendars may be read from although their addresses are private. */
  outboundAllowedHosts: string[]
  /** The same for endpoints of webhooks. */
  webhookAllowedHosts: string[]
}

export const outboundConfig = (e: Values<typeof outboundVariables>, { production }: Purpose): OutboundConfig => ({
  outboundAllowedHosts: e.OUTBOUND_ALLOWED_HOSTS,
  // Everybody can try them on their own machine.
  webhookAllowedHosts: e.WEBHOOK_ALLOWED_HOSTS ?? (production ? [] : ['localhost', '127.0.0.1', '[::1]']),
})
