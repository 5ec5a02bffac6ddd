import { isFirstOfHour } from '../../accounts/auth/throttle.ts'
import { notifySupport } from '../../accounts/notifications/notify.ts'
import type { Line, PricedStay } from '../../homes/rates/priced-stay.ts'
import type { Transaction } from '../../platform/db/client.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { daysBetween } from '../../platform/lib/days.ts'
import type { BookingsContext } from '../context.ts'
import { partsBeyondFee } from '../refunds/amounts.ts'
import { followOwedJob } from '../settlement/collected.jobs.ts'
import { settleOwed } from '../settlement/collected.ts'
import { endMoney } from '../settlement/holds.jobs.ts'
import { settleOverdueHolds } from '../settlement/holds.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import { notifyOwner, stayNotice } from '../states/notices.ts'
import { move } from '../states/transitions.ts'
import { knownCountry } from './contact.ts'

/** The guest of a channel, who has no account, and what the channel calls the booking. */
export interface ChannelGuest {
  name: string
  first_name: string | undefined
  last_name: string | undefined
  language: string | undefined
  email: string | undefined
  phone: string | undefined
  country_id: string | undefined
  ota_name: string | undefined
  ota_reservation_code: string | undefined
  /** The hour of arrival, `HH:MM`. */
  expected_arrival: string | undefined
  remarks: string | undefined
  /** Collector of the price; undefined: the channel does not say. */
  collected_by: 'channel' | 'property' | undefined
  /** True if the channel pays the company with a card of its own, and the day from which it can be charged. */
  has_virtual_card: boolean
  virtual_card_from: string | undefined
}

/** A stay that a channel has sold. */
export interface SoldStay extends ChannelGuest {
  property_id: string
  check_in: string
  check_out: string
  adults: number
  children: number
  infants: number
  total_cents: number
  /** Parts of the total that the channel names; 0 where it names none. */
  cleaning_cents: number
  tourist_tax_cents: number
  /** Taxes and fees that the total does not include. */
  excluded: Line[]
  /** Taxes beside the total that the channel collects for the authorities. */
  withheld: Line[]
  commission_cents: number | undefined
  currency: string
  /** True if it was sold before its home was mapped: the owner of many is notified of each, and not mailed. */
  is_earlier: boolean
}

/** The price of a stay that was sold elsewhere, and its days. */
type SoldPrice = Pick<
  SoldStay,
  'check_in' | 'check_out' | 'total_cents' | 'cleaning_cents' | 'tourist_tax_cents' | 'currency'
> &
  Partial<Pick<SoldStay, 'excluded' | 'withheld'>>

/** In these states a change by the channel still counts. */
const OPEN: ReservationStatus[] = ['confirmed', 'checked_in', 'cancelled']

/** Closes stale checkouts on these nights. Without the payment provider their holds stay, and count as taken. */
export async function prepareNights(context: BookingsContext, stays: SoldStay[]): Promise<void> {
  for (const stay of stays) {
    try {
      await settleOverdueHolds(context, stay)
    } catch (error) {
      context.log.warn(
        { err: error, property: stay.property_id },
        'overdue holds not closed before a booking of a channel',
      )
    }
  }
}

/** Creates the reservation of a sold stay, overbooked where its nights are taken, and asks for its price if the property collects it. The caller holds the lock of the home. */
export async function bookForChannel(
  context: BookingsContext,
  tx: Transaction,
  stay: SoldStay,
  revision: string,
): Promise<number> {
  const { id } = await queries.states.insertOfChannel(tx, {
    ...stay,
    country_id: await knownCountry(tx, stay.country_id),
    quote: priceOf(stay),
  })
  await takeSold(context, tx, id, stay, revision)
  await context.departureTasks.followStay(tx, id)
  const parties = await queries.states.findParties(tx, { reservation_id: id })
  if (parties) await settleOwed(context, tx, parties)
  await queries.states.sumUp(tx, { reservation_id: id })
  await notifyOwnerOf(context, tx, id, 'reservation_confirmed', { occasion: 'confirmed', ...stay })
  return id
}

/**
 * Changes a reservation to what the channel says now, and confirms it again if it was cancelled. Its nights are freed and
 * taken in the caller's transaction, at the home that the company has chosen for it. A stay that is over stays as it is.
 */
export async function changeForChannel(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  sold: SoldStay,
  revision: string,
): Promise<void> {
  const before = await queries.states.lock(tx, { reservation_id })
  if (!before || !OPEN.includes(before.status)) return
  const stay = { ...sold, property_id: before.property_id }
  const written = await queries.states.updateOfChannel(tx, {
    ...stay,
    country_id: await knownCountry(tx, stay.country_id),
    reservation_id,
    quote: priceOf(stay),
  })
  if (written.changed) await queries.payments.followStay(tx, { ...stay, reservation_id })
  if (before.status === 'cancelled') {
    const reason = 'sold again by the channel'
    await move(context, tx, {
      reservation_id,
      to: 'confirmed',
      actor: 'channel',
      reason,
      sources: ['cancelled'],
      occasion: revision,
    })
    await queries.payments.liftDeadline(tx, { reservation_id })
    await takeSold(context, tx, reservation_id, stay, revision)
  } else if (written.changed) {
    await queries.states.releaseNights(tx, { reservation_id })
    await takeSold(context, tx, reservation_id, stay, revision)
    await context.freedNights.closeTaken(tx, before)
    await context.departureTasks.followStay(tx, reservation_id)
  }
  if (written.changed || written.costs || before.status === 'cancelled')
    await context.jobs.enqueue(tx, followOwedJob, { reservation_id })
  if (written.changed)
    await notifyOwnerOf(context, tx, reservation_id, 'reservation_modified', {
      occasion: `modified:${revision}`,
      ...stay,
    })
}

/**
 * Cancels a reservation, and frees its nights; one that has begun or is over stays as it is. What the guest has paid here
 * goes back, but for the fee of the cancellation. A fee and a commission that the channel names later are written down too.
 */
export async function cancelForChannel(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  revision: string,
  { fee_cents, commission_cents }: { fee_cents: number | undefined; commission_cents: number | undefined },
): Promise<void> {
  const reason = 'cancelled by the channel'
  const moved = await move(context, tx, {
    reservation_id,
    to: 'cancelled',
    actor: 'channel',
    reason,
    occasion: revision,
  })
  await queries.states.noteCancellation(tx, { reservation_id, fee_cents, commission_cents })
  if (!moved) return
  const receipts = await queries.payments.listReceipts(tx, { reservation_id })
  await endMoney(context, tx, reservation_id, partsBeyondFee(receipts, fee_cents ?? 0), { reason })
  await queries.states.sumUp(tx, { reservation_id })
}

async function takeSold(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  stay: SoldStay,
  revision: string,
): Promise<void> {
  await expireOverdueHolds(context, tx, stay)
  try {
    await tx.savepoint((savepoint) => queries.states.takeNights(savepoint, { reservation_id }))
  } catch (error) {
    if (databaseError(error)?.code !== '23P01') throw error
    await queries.states.takeOverbooked(tx, { reservation_id })
    await notifyOverbooked(context, tx, reservation_id, revision)
  }
}

async function notifyOverbooked(context: BookingsContext, tx: Transaction, reservation_id: number, revision: string) {
  const stay = await queries.states.findParties(tx, { reservation_id })
  if (!stay) return
  const notice = stayNotice('reservation_overbooked', stay, `overbooked:${revision}`)
  await notifyOwner(context, tx, stay, notice)
  // Support is notified about the home, and finds the reservations there.
  const { property_id } = stay
  if (await isFirstOfHour(tx, `overbooked ${property_id}`)) await notifySupport(context, tx, notice)
  context.log.error({ reservation: reservation_id, property: property_id }, 'overbooked by a channel')
}

async function notifyOwnerOf(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  type: 'reservation_confirmed' | 'reservation_modified',
  { occasion, is_earlier }: Pick<SoldStay, 'is_earlier'> & { occasion: string },
): Promise<void> {
  const stay = await queries.states.findParties(tx, { reservation_id })
  if (!stay) return
  const notice = stayNotice(type, stay, occasion)
  await notifyOwner(context, tx, stay, is_earlier ? { ...notice, mail: false } : notice)
}

/** The price of a stay that was sold elsewhere: nothing of it is due at booking, and it has no terms of cancellation. Pure. */
export function priceOf({ check_in, check_out, total_cents, currency, ...parts }: SoldPrice): PricedStay {
  const { cleaning_cents, tourist_tax_cents, excluded = [], withheld = [] } = parts
  const lines: Line[] = [
    { code: 'accommodation', amount_cents: total_cents - cleaning_cents - tourist_tax_cents },
    { code: 'cleaning', amount_cents: cleaning_cents },
    { code: 'tourist_tax', amount_cents: tourist_tax_cents },
  ]
  return {
    currency,
    nights: daysBetween(check_in, check_out),
    violations: [],
    nightly: [],
    lines: lines.filter(({ code, amount_cents }) => code === 'accommodation' || amount_cents > 0),
    ...(excluded.length > 0 && { excluded }),
    ...(withheld.length > 0 && { withheld }),
    total_cents,
    due_now_cents: 0,
    balance_cents: 0,
    balance_due_on: null,
    security_deposit_cents: 0,
    cancellation: [],
  }
}
