import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/db/client.ts'
import { isAway, logged } from '../../platform/db/errors.ts'
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

/** A time of the database; null: an unknown time, before all others. */
type Since = string | null

/** Returns the earlier of two times. The first may be missing. */
function earlier(one: Since | undefined, other: Since): Since {
  if (one === undefined) return other
  if (one === null || other === null) return null
  return one < other ? one : other
}

/** Handles messages from the bus, and recovers after missed ones. */
export function createBusHandler({ hub, peers, channelCounts, db, log }: BusHandlerOptions): BusHandler {
  /** Since when revocations may have been missed; undefined: all are read. */
  let unread: Since | undefined
  let isReading = false

  /** Closes the sockets of users who were revoked since a time, or of all. */
  async function revokeSince(since: Since): Promise<void> {
    if (since === null) return hub.closePersonal()
    const gapMs = Date.parse(await databaseTime(db)) - Date.parse(since)
    if (gapMs > LONGEST_GAP_MS) return hub.closePersonal()
    for (const { user_id } of await queries.bus.listRevocations(db, { since })) hub.revoke(user_id)
  }

  /** Closes the sockets of users who were revoked while this node did not hear, as soon as the database tells. One loop reads for all gaps. */
  async function revokeMissed(gap: Since): Promise<void> {
    unread = earlier(unread, gap)
    if (isReading) return
    isReading = true
    let isLogged = false
    while (unread !== undefined) {
      const since: Since = unread
      unread = undefined
      try {
        await revokeSince(since)
      } catch (error) {
        unread = earlier(unread, since)
        if (!isLogged || !isAway(error)) log.error(logged(error), 'cannot read revoked users')
        isLogged = true
        await delay(RETRY_MS, undefined, { ref: false })
      }
    }
    isReading = false
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
          return peers.own.isNamed(message.node) ? undefined : hub.broadcast(message.channel, encode(message.text))
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
    missed(since) {
      void revokeMissed(since ?? null)
      void peers.reconcile()
      void hub.resync()
    },
  }
}

/** The last event of a cache channel. */
export const lastEvent = (db: Database, channel: string): Promise<{ event: string; data: string } | undefined> =>
  queries.bus.findCache(db, { channel })
