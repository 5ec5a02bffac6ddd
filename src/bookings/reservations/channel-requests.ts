import { z } from 'zod'
import type { NotificationText } from '../../accounts/notifications/texts.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import { notifyOwner, type Parties } from '../states/notices.ts'
import { GOES_ON } from '../states/states.ts'
import { move } from '../states/transitions.ts'
import { isSame, lastDayOf, versionOf } from './change-rules.ts'
import { priceOf, type SoldStay } from './channel.ts'
import { knownCountry } from './contact.ts'

/** Requests of guests at channels (docs/design/channels.md, "Requests of guests"). */

export type Asks = Extract<NotificationText, { type: 'channel_request' }>['asks']

/**
 * Stores an inquiry or a request to book as an inquiry, which takes no nights and waits until its deadline. One without a deadline to come
 * notifies nobody, and expires at once: only its conversation goes on.
 * @param until ISO, in UTC.
 */
export async function askForChannel(
  context: BookingsContext,
  tx: Transaction,
  stay: SoldStay,
  { asks, until = new Date().toISOString() }: { asks: Asks; until: string | undefined },
): Promise<number> {
  const { id } = await queries.states.insertOfChannel(tx, {
    ...stay,
    country_id: await knownCountry(tx, stay.country_id),
    quote: priceOf(stay),
    asked_until: until,
  })
  const parties = await queries.states.findParties(tx, { reservation_id: id })
  if (parties && Date.parse(until) > Date.now())
    await notifyOfRequest(context, tx, parties, stay, { asks, until, occasion: 'request' })
  return id
}

const askedBefore = z.object({ after: z.looseObject({ total_cents: z.int() }) })

/**
 * Stores what a guest wants to change of a stay, in place of an open request. A request that repeats the open one, or the stay as it is,
 * changes nothing. Returns whether the stay can still change.
 */
export async function askChangeForChannel(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  wanted: SoldStay,
): Promise<boolean> {
  const stay = await queries.states.lockForChange(tx, { reservation_id })
  const parties = await queries.states.findParties(tx, { reservation_id })
  if (!stay || !parties || !GOES_ON.includes(stay.status)) return false
  const before = { ...versionOf(stay), total_cents: stay.total_cents }
  const { property_id } = stay
  const after = { ...versionOf({ ...wanted, property_id }), total_cents: wanted.total_cents }
  const { today } = stay
  const latest = { reservation_id, today, request_id: undefined, limit: 1, offset: 0 }
  const [open] = await queries.states.listChangeRequests(tx, latest)
  const known = open?.status === 'open' ? askedBefore.parse(open.change).after : undefined
  const isRepeated = [before, known].some(
    (one) => one && isSame({ ...after, ...one }, after) && one.total_cents === after.total_cents,
  )
  if (isRepeated) return true
  await queries.states.withdrawChangeRequest(tx, { reservation_id })
  const kept = { reservation_id, message: undefined, open_until: lastDayOf(before, after), change: { before, after } }
  const { id } = await queries.states.insertChangeRequest(tx, kept)
  const { check_in, check_out } = after
  const asked = { asks: 'alteration' as const, until: null, occasion: `alteration:${id}` }
  await notifyOfRequest(context, tx, { ...parties, check_in, check_out }, wanted, asked)
  return true
}

/** Ends an inquiry that was answered at its channel, or has become a booking. */
export const endAskForChannel = (
  context: BookingsContext,
  reservation_id: number,
  { to, reason }: { to: 'declined' | 'expired'; reason: string },
): Promise<unknown> =>
  lockStay(context, stayOf(reservation_id), (tx) =>
    move(context, tx, { reservation_id, to, actor: 'channel', reason, sources: ['inquiry'] }),
  )

async function notifyOfRequest(
  context: BookingsContext,
  tx: Transaction,
  stay: Pick<Parties, 'id' | 'property_id' | 'owner_id' | 'home' | 'check_in' | 'check_out'>,
  { name: guest, ota_name }: Pick<SoldStay, 'name' | 'ota_name'>,
  { asks, until, occasion }: { asks: Asks; until: string | null; occasion: string },
): Promise<void> {
  const { id, property_id, home, check_in, check_out } = stay
  await notifyOwner(context, tx, stay, {
    content: { type: 'channel_request', home, check_in, check_out, channel: ota_name ?? null, asks, guest, until },
    data: { reservation_id: id, property_id },
    property_id,
    dedupe_key: `reservation:${id}:asked:${occasion}`,
  })
}
