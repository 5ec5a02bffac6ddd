import { counterOf, countOfDay } from '../../accounts/quotas/quotas.ts'
import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import { lockManaged } from '../../homes/properties/write.ts'
import { assertBookable, loadPricing, type StayRequest } from '../../homes/rates/load.ts'
import { leastTotal, priceAtTotal, priceStay } from '../../homes/rates/price.ts'
import type { PricedStay } from '../../homes/rates/priced-stay.ts'
import { payLink } from '../../money/payments/pay-link.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { hasKey, type Identity } from '../../platform/http/identity.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { addDays } from '../../platform/lib/days.ts'
import { acceptContract } from '../agreements/contracts.ts'
import { giveWay } from '../calendars/closures.ts'
import type { BookingsContext } from '../context.ts'
import { RETRY_IN_FIVE_MINUTES, settleOverdueHolds } from '../settlement/holds.ts'
import { insertBookingPayment } from '../settlement/stay-payment.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import { notifyGuest, type Parties, stayNotice } from '../states/notices.ts'
import { scopesOfTypist } from '../states/stay-link.ts'
import { orTaken } from '../states/taken.ts'
import { move } from '../states/transitions.ts'
import { belowFees, isSame } from './change-rules.ts'
import { withKnownCountry } from './contact.ts'
import { findQuote } from './quotes.ts'
import { assertReturn } from './reserve.ts'
import type { HandBooked, HandBooking } from './schemas.ts'

/** A company waits so long after a departure for what is due. */
const LONGEST_CREDIT_DAYS = 365

/** Rules that no company overrides. */
const FIRM: readonly string[] = ['in_the_past', 'total_too_high']

/** Bookings by hand at the homes of an account take turns, so that its holds can be counted. */
const turnOf = ({ owner_id: user_id }: { owner_id: number }) => ({
  turn: `bookings by hand of ${user_id}`,
  take: (tx: Transaction) => queries.quotas.lock(tx, { user_id }),
})

/**
 * Books a stay for a guest without an account, by telephone for example (docs/design/domain.md, "Booking by hand"). Its `payment_url`
 * takes the amount due now; null: nothing is due now.
 * @throws AppError 400 broken rule, a price below cleaning and tax, or a due day that is over, 403, 404 unknown home, 409 taken or closed nights, or an amount above what
 * the provider takes, 429 too many holds, or too many in a day, 503 when the provider cannot be asked about an overdue hold.
 */
export async function bookByHand(
  context: BookingsContext,
  identity: Identity,
  property_id: string,
  { guest, price, accept_contract, ...wanted }: HandBooking,
): Promise<HandBooked> {
  if (accept_contract !== undefined && !hasKey(identity)) throw invalid({ accept_contract: 'contractByGuest' })
  const stay: StayRequest = { ...wanted, property_id }
  const contact = await withKnownCountry(context.db, guest, 'guest')
  await assertReturn(context, wanted.return_url, property_id)
  const quoted = await quotedPrice(context.db, stay, wanted.quote_id)
  const home = await lockManaged(context, context.db, identity, property_id)
  await settleOverdueHolds(context, stay)
  try {
    return await lockCalendar(
      context,
      property_id,
      async (tx) => {
        await lockManaged(context, tx, identity, property_id)
        await expireOverdueHolds(context, tx, stay)
        const held = await queries.states.countHeldByHand(tx, { owner_id: home.owner_id, is_by_key: hasKey(identity) })
        if (wanted.pay === 'link' && held.count >= context.config.quotas.holdsPerAccount)
          throw new AppError('tooManyHolds', RETRY_IN_FIVE_MINUTES)
        await countOfDay(tx, 'hand-bookings', counterOf(identity, home.owner_id), {
          limit: context.config.quotas.handBookingsPerDay,
        })
        const priced = await priceByHand(tx, stay, { ...wanted, price, quoted })
        await giveWay(tx, stay, wanted.replaces_closure)
        const { id, ...hold } = await queries.states.insertByHand(tx, {
          ...wanted,
          hold_minutes: wanted.hold_minutes ?? wanted.hold_hours * 60,
          ...contact,
          ...priced,
          quote: priced,
          property_id,
          actor_id: identity.personId,
          email_scopes: scopesOfTypist(identity),
          // A website that has a key knows nothing of what platforms have sold.
          is_written_down: !hasKey(identity),
        })
        await queries.states.takeNights(tx, { reservation_id: id })
        if (accept_contract !== undefined) {
          const how = { locale: nearestLocale(contact.language ?? null), accepted_by: 'website' } as const
          await acceptContract(tx, id, accept_contract, how)
        }
        await context.freedNights.closeTaken(tx, stay)
        const parties = { id, property_id, guest_id: null, owner_id: home.owner_id, home: home.title, ...daysOf(stay) }
        const booked = await askForMoney(context, tx, parties, priced, {
          ...wanted,
          ...hold,
          actor_id: identity.personId,
        })
        await markCarriedOut(tx)
        return { reservation_id: id, ...booked }
      },
      turnOf(home),
    )
  } catch (error) {
    throw orTaken(error)
  }
}

const daysOf = ({ check_in, check_out }: StayRequest) => ({ check_in, check_out })

/** The price of a stay that a company books: today's, that of a quote, or a total that it sets. Today's rules hold for all. @throws AppError 400. */
async function priceByHand(
  tx: Transaction,
  stay: StayRequest,
  {
    price,
    quoted,
    force_rules,
    due_on,
  }: Pick<HandBooking, 'price' | 'force_rules' | 'due_on'> & { quoted: PricedStay | undefined },
): Promise<PricedStay> {
  const input = await loadPricing(tx, stay, { with_drafts: true })
  if (due_on !== undefined && due_on < input.today) throw invalid({ due_on: 'inThePast' })
  if (due_on !== undefined && due_on > addDays(stay.check_out, LONGEST_CREDIT_DAYS))
    throw invalid({ due_on: 'dueTooLate' })
  const priced = price === 'quoted' ? priceStay(input) : priceAtTotal(input, price.amount)
  if (!priced) throw belowFees(leastTotal(input))
  const violations = force_rules ? priced.violations.filter(({ code }) => FIRM.includes(code)) : priced.violations
  assertBookable({ violations })
  return { ...(quoted ?? priced), violations: [] }
}

/** The price that a quote keeps for a stay; undefined without a quote. @throws AppError 400 for another stay, 404, 409 expired. */
async function quotedPrice(
  db: Queryable,
  stay: StayRequest,
  quote_id: string | undefined,
): Promise<PricedStay | undefined> {
  if (quote_id === undefined) return undefined
  const { priced, expired, ...quote } = await findQuote(db, quote_id)
  if (expired) throw new AppError('quoteExpired')
  if (!isSame(quote, stay)) throw invalid({ quote_id: 'otherStay' })
  return priced
}

interface Terms extends Pick<HandBooking, 'pay' | 'due_on' | 'return_url'> {
  actor_id: number
  hold_minutes: number
  hold_expires_at: string
}

/** Asks for the amount due now: held until it is paid, or confirmed while it stays due. */
async function askForMoney(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  priced: PricedStay,
  { pay, due_on = stay.check_in, return_url, actor_id, hold_minutes, hold_expires_at }: Terms,
): Promise<Omit<HandBooked, 'reservation_id'>> {
  const reservation_id = stay.id
  const isHeld = pay === 'link' && priced.due_now_cents > 0
  const day = isHeld ? undefined : due_on
  const payment =
    priced.due_now_cents > 0
      ? await insertBookingPayment(tx, stay, priced, isHeld ? hold_minutes : null, { due_on: day, return_url })
      : undefined
  const payment_url = payment ? payLink(context, payment.key) : null
  const link = payment_url === null ? {} : { link: payment_url }
  if (isHeld) {
    await notifyGuest(context, tx, stay, { ...stayNotice('inquiry_accepted', stay, 'by-hand'), ...link })
    return { status: 'pending', payment_url, hold_expires_at }
  }
  const reason = 'booked by hand'
  await move(context, tx, { reservation_id, to: 'confirmed', actor: 'owner', actor_id, reason, ...link })
  return { status: 'confirmed', payment_url, hold_expires_at: null }
}
