import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Log } from '../../platform/lib/log.ts'
import { type BusHandler, databaseTime } from '../bus/bus.ts'
import type { ChannelCounts } from './channel-counts.ts'
import type { Hub } from './hub.ts'
import type { Peers } from './peers.ts'
import { encode, encodedFrameText } from './protocol.ts'

const RETRY_MS = 1_000
/** Revocations are kept for two days; nodes that were away for longer than one do not rely on them. */
const LONGEST_GAP_MS = 24 * 60 * 60 * 1000

export interface BusHandlerOptions {
  hub: Hub
  peers: Peers
  channelCounts: ChannelCounts
  db: Database
  log: Log
}

/** Handles messages from the bus, and recovers after missed ones. */
export function createBusHandler({ hub, peers, channelCounts, db, log }: BusHandlerOptions): BusHandler {
  /** Closes the sockets of users who were revoked while this node did not hear, as soon as the database tells. */
  async function revokeMissed(since: string | undefined): Promise<void> {
    while (since !== undefined) {
      try {
        const at = await databaseTime(db)
        if (Date.parse(at) - Date.parse(since) > LONGEST_GAP_MS) break
        for (const { user_id } of await queries.bus.listRevocations(db, { since })) hub.revoke(user_id)
        return
      } catch (error) {
        log.error({ err: error }, 'cannot read revoked users')
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
    hub.closePersonal()
  }

  return {
    receive(message) {
      switch (message.kind) {
        case 'event':
          return hub.broadcast(
            message.channel,
            encode(encodedFrameText(message.event, message.data, message.channel)),
            message.except,
          )
        case 'client':
          return peers.isOwn(message.node) ? undefined : hub.broadcast(message.channel, encode(message.text))
        case 'disconnect':
          return hub.revoke(message.user_id)
        case 'presence':
          return peers.receive(message)
        case 'gone':
          return peers.gone(message.node)
        case 'question':
        case 'answer':
          return channelCounts.receive(message)
        case 'rejoin':
          return void hub.rejoin()
        case 'beat':
          return undefined
      }
    },
    missed(since, isMadeUp) {
      void revokeMissed(since)
      void peers.reconcile()
      if (!isMadeUp) void hub.resync()
    },
  }
}

/** The last event of a cache channel. */
export const lastEvent = (db: Database, channel: string): Promise<{ event: string; data: string } | undefined> =>
  queries.bus.findCache(db, { channel })
