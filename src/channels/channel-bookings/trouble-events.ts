import type { Settled } from '../../platform/inbox/applying.ts'
import { endTrouble, notifyTrouble, type Trouble } from '../channel-manager/notices.ts'
import { ACTIVE_EVENT, type TROUBLE_EVENTS } from '../channel-manager/schemas.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { readChannel } from './asked.ts'

export type TroubleEvent = (typeof TROUBLE_EVENTS)[number]

const DISCONNECTED = { type: 'channel_disconnected', about: 'channel' } as const
const TROUBLES: Record<TroubleEvent, Pick<Trouble, 'type' | 'about'>> = {
  disconnect_channel: DISCONNECTED,
  disconnected_channel: DISCONNECTED,
  deactivate_channel: DISCONNECTED,
  disconnect_listing: { type: 'channel_disconnected', about: 'listing' },
  sync_error: { type: 'channel_update_failed', about: 'calendar' },
  rate_error: { type: 'channel_update_failed', about: 'prices' },
}

/** Notifies people of a trouble of a channel, or ends it, for a home that is mapped. */
export async function applyTroubleEvent(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
  { event, id }: { event: TroubleEvent | typeof ACTIVE_EVENT; id: string },
): Promise<Settled> {
  const { name: channel, key } = readChannel(payload)
  if (event === ACTIVE_EVENT) await endTrouble(context, subscription, key)
  else await notifyTrouble(context, subscription, { ...TROUBLES[event], id, channel, key })
  return { status: 'applied' }
}
