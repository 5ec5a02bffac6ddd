import type { z } from 'zod'
import { assertDayLeft, countOfDay } from '../../accounts/quotas/quotas.ts'
import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import { assertBookable, priceFromDatabase, type StayRequest } from '../../homes/rates/load.ts'
import { type Attempt, firstAttempt, OPENING_MINUTES, openCheckout } from '../../money/payments/checkout.ts'
import { pipeline, type Queryable, type Transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import type { EventType } from '../../platform/events/types.ts'
import type { MessageKey } from '../../platform/http/envelope.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { assertVerified, type Identity } from '../../platform/http/identity.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { MAXIMUM_CENTS } from '../../platform/lib/payable.ts'
import { isAllowedOrigin } from '../../platform/plugins/security.ts'
import type { BookingsContext } from '../context.ts'
import { RETRY_IN_FIVE_MINUTES, settleOverdueHolds } from '../settlement/holds.ts'
import { insertBookingPayment } from '../settlement/stay-payment.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import { notifyOwner, stayNotice } from '../states/notices.ts'
import { findStayLink } from '../states/stay-link.ts'
import { move } from '../states/transitions.ts'
import { findQuote, type StoredQuote } from './quotes.ts'
import type { reservationRequest, reservedSchema } from './schemas.ts'

/** A reservation, and which message says what is to be done for it. */
interface Reserved {
  data: z.infer<typeof reservedSchema>
  message: Extract<MessageKey, 'reserved' | 'confirmedFree' | 'inquired' | 'ok'>
}

/** Events that a booking can cause: it may be confirmed at once, and overdue holds on its nights expire. */
export const BOOKING_EVENTS: EventType[] = [
  'reservation.created',
  'reservation.held',
  'reservation.confirmed',
  'reservation.expired',
  'payment.created',
  'calendar.changed',
  'task.created',
]

/** Refusals of a booking, for the documents. */
// biome-ignore format: a list
export const BOOKING_REFUSALS = [
  400, 401, 403, 404, 502, 'ownHome', 'conflict', 'holdOver', 'inquiryOnly', 'quoteExpired', 'taken', 'unpayable', 'tooManyHolds', 'providerUnavailable',
] as const

const INQUIRY_MINUTES = 48 * 60

/** Reservations that an account may make in a day before its e-mail address is verified. */
const UNVERIFIED_A_DAY = 5

/** The guest who books. */
type Guest = Pick<Identity, 'userId' | 'verified'>

interface BookingRequest extends StayRequest, Partial<Pick<StoredQuote, 'quote_id' | 'priced' | 'expired'>> {
  guest_id: number
  is_verified: boolean
  message: string | undefined
  inquiry: boolean
  /** Return address of the checkout; undefined: the front end. */
  return_url: string | undefined
}

/**
 * Holds the nights, then opens the checkout (docs/design/domain.md, "Hold"). If the provider cannot be reached, the
 * hold stays, and the same request, or a confirmation of its quote, opens the checkout later.
 * @throws AppError
 * - 400 broken rule
 * - 403 the guest's own home, or an inquiry before the e-mail address is verified
 * - 404 unknown home or quote
 * - 409 taken, quote expired, more than the provider takes, or a home that takes inquiries only
 * - 429 too many open reservations
 * - 503 provider
 */
export async function reserve(
  context: BookingsContext,
  guest: Guest,
  { wanted, ...how }: z.output<typeof reservationRequest>,
): Promise<Reserved> {
  // An inquiry writes to its owner.
  if (how.inquiry) assertVerified(guest)
  const who = { guest_id: guest.userId, is_verified: guest.verified }
  if ('stay' in wanted) return book(context, { ...wanted.stay, ...who, ...how })
  return book(context, { ...(await findQuote(context.db, wanted.quote_id)), ...who, ...how })
}

async function book(context: BookingsContext, booking: BookingRequest): Promise<Reserved> {
  const { inquiry, return_url } = booking
  await assertReturn(context, return_url, booking.property_id)
  const [nights] = await Promise.all([queries.states.isFree(context.db, booking), settleOverdueHolds(context, booking)])
  const known = nights.free || inquiry ? undefined : await findTaken(context, booking)
  const { reservation_id, payment_id, attempt } = known ?? (await hold(context, booking))
  if (payment_id !== undefined) {
    const payment_url = await openCheckout(context, payment_id, { prepared: attempt, returnUrl: return_url })
    return { data: { ...(await withEnd(context, reservation_id)), payment_url }, message: 'reserved' }
  }
  if (inquiry) return { data: await withEnd(context, reservation_id), message: 'inquired' }
  const payment_url = await confirmed(context, reservation_id)
  return { data: { reservation_id, payment_url, hold_expires_at: null }, message: 'confirmedFree' }
}

/**
 * Checks the page that the checkout sends the guest back to: one that may use this service, or one of an origin of a publishable key that
 * the owner of the home has made for it.
 * @throws AppError 400
 */
export async function assertReturn(
  context: BookingsContext,
  url: string | undefined,
  property_id: string,
): Promise<void> {
  const origin = url && new URL(url).origin
  if (!origin || isAllowedOrigin(context.config, origin)) return
  const home = await queries.properties.findStanding(context.db, { property_id })
  const { found } = home
    ? await queries.apiKeys.isOrigin(context.db, { origin, owner_id: home.owner_id, property_id })
    : { found: false }
  if (!found) throw invalid({ return_url: 'returnUrl' })
}

/** The reservation of a quote: a new one, or the one that the guest has made from it before. */
export async function confirmQuote(
  context: BookingsContext,
  guest: Guest,
  quoteId: string,
  return_url: string | undefined,
): Promise<Reserved> {
  const known = await findByQuote(context, guest.userId, quoteId, return_url)
  if (known) return known
  try {
    return await reserve(context, guest, {
      wanted: { quote_id: quoteId },
      inquiry: false,
      message: undefined,
      return_url,
    })
  } catch (error) {
    // A concurrent confirmation was faster: return its reservation.
    const other =
      error instanceof AppError && (error.status === 409 || error.status === 429)
        ? await findByQuote(context, guest.userId, quoteId, return_url)
        : undefined
    if (other) return other
    throw error
  }
}

async function findByQuote(
  context: BookingsContext,
  guestId: number,
  quoteId: string,
  returnUrl: string | undefined,
): Promise<Reserved | undefined> {
  const known = await queries.states.findByQuote(context.db, { quote_id: quoteId })
  if (!known) return undefined
  if (known.guest_id !== guestId) throw new AppError('taken')
  const { id: reservation_id, status, payment_id, property_id } = known
  await assertReturn(context, returnUrl, property_id)
  if (status === 'confirmed') {
    const data = { reservation_id, payment_url: await confirmed(context, reservation_id), hold_expires_at: null }
    return { data, message: payment_id === null ? 'confirmedFree' : 'ok' }
  }
  // Only a reservation that waits for its payment has a payment URL.
  if (status !== 'pending' || payment_id === null) {
    return { data: await withEnd(context, reservation_id), message: status === 'inquiry' ? 'inquired' : 'ok' }
  }
  const payment_url = await openCheckout(context, payment_id, { returnUrl })
  return { data: { ...(await withEnd(context, reservation_id)), payment_url }, message: 'reserved' }
}

/** A reservation with the end of its wait, which an opened checkout has moved. */
const withEnd = async ({ db }: BookingsContext, reservation_id: number) => ({
  reservation_id,
  ...(await queries.states.findHold(db, { reservation_id })),
})

/** 409 for nights that are taken; a guest who has them already is named the reservation. */
async function takenFor(db: Queryable, booking: BookingRequest): Promise<AppError> {
  const own = await queries.states.findOwnOnNights(db, booking)
  return new AppError('taken', own && { data: () => own })
}

interface Held {
  reservation_id: number
  payment_id: number | undefined
  /** The attempt to open its checkout, if there is one yet. */
  attempt?: Attempt | undefined
}

/**
 * The checks of a booking, in the order of their refusals: early without a lock for taken nights, and under the locks for a hold.
 * @param checkDay `assertDayLeft` early, `countOfDay` under the lock of the guest.
 */
async function check(context: BookingsContext, db: Queryable, booking: BookingRequest, checkDay: typeof assertDayLeft) {
  if (booking.expired) throw new AppError('quoteExpired')
  const { home, current } = await pipeline({
    home: findBookable(context, db, booking),
    day: checkDay(db, 'reservations', booking.guest_id, { limit: dailyLimit(context, booking) }),
    current: priceFromDatabase(db, booking),
  })
  // The rules are checked for a quoted price as well, because they may have changed since.
  assertBookable(current)
  const priced = booking.priced ?? current
  if (priced.total_cents > MAXIMUM_CENTS) throw new AppError('unpayable')
  return { home, priced }
}

/**
 * The guest's own hold on taken nights, without waiting for locks: a repeated request finds it, also after the last booking of a day or
 * the end of its quote.
 * @throws AppError 409 taken, and as `reserve`.
 */
async function findTaken(context: BookingsContext, booking: BookingRequest): Promise<Held> {
  const own = await queries.states.findOwnHold(context.db, booking)
  if (own) return own
  await check(context, context.db, booking, assertDayLeft)
  throw await takenFor(context.db, booking)
}

/** @throws AppError 409 taken, and as `reserve`. */
async function hold(context: BookingsContext, booking: BookingRequest): Promise<Held> {
  const guest = { turn: `guest ${booking.guest_id}`, take: (tx: Transaction) => queries.states.lockGuest(tx, booking) }
  try {
    return await lockCalendar(context, booking.property_id, (tx) => holdNights(context, tx, booking), guest)
  } catch (error) {
    const isOverLimit = error instanceof AppError && error.status === 429 && !booking.inquiry
    if (!isTaken(error) && !isOverLimit) throw error
    // A repeated request, for example after a lost answer, finds its own hold, which may have been the last that a limit allows.
    const own = await queries.states.findOwnHold(context.db, booking)
    if (own) return own
    throw isOverLimit ? error : await takenFor(context.db, booking)
  }
}

/** The page of a reservation that needs no payment now. */
const confirmed = async (context: BookingsContext, reservation_id: number): Promise<string> =>
  context.frontEnd.exists ? context.frontEnd.reservation(reservation_id) : findStayLink(context, reservation_id)

/** 23P01: the nights are taken; 23505: the quote has a reservation already. */
function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'taken'
  const { code, constraint } = databaseError(error) ?? {}
  return code === '23P01' || (code === '23505' && constraint === 'reservations_quote_id_key')
}

async function holdNights(context: BookingsContext, tx: Transaction, booking: BookingRequest): Promise<Held> {
  const { checked, nights } = await pipeline({
    checked: check(context, tx, booking, countOfDay),
    expired: expireOverdueHolds(context, tx, booking),
    nights: queries.states.isFree(tx, booking),
  })
  const { home, priced } = checked
  // PostgreSQL would refuse the nights as well, only later.
  if (!nights.free && !booking.inquiry) throw new AppError('taken')
  const created = await queries.states.insert(tx, {
    ...booking,
    status: booking.inquiry ? 'inquiry' : 'pending',
    quote: priced,
    total_cents: priced.total_cents,
    due_now_cents: priced.due_now_cents,
    balance_due_on: priced.balance_due_on,
    currency: priced.currency,
    hold_minutes: booking.inquiry ? INQUIRY_MINUTES : OPENING_MINUTES,
  })
  const reservation_id = created.id
  if (booking.inquiry) {
    const stay = await queries.states.findParties(tx, { reservation_id })
    if (stay) await notifyOwner(context, tx, stay, stayNotice('reservation_inquiry', stay, 'inquiry'))
    await markCarriedOut(tx)
    return { reservation_id, payment_id: undefined }
  }
  const taken = queries.states.takeNights(tx, { reservation_id })
  if (priced.due_now_cents === 0) {
    await taken
    await move(context, tx, { reservation_id, to: 'confirmed', actor: 'system', reason: 'nothing due' })
    return { reservation_id, payment_id: undefined }
  }
  const stay = { ...booking, id: reservation_id, home: home.title }
  const { payment } = await pipeline({ taken, payment: insertBookingPayment(tx, stay, priced, OPENING_MINUTES) })
  const payment_id = payment.id
  return { reservation_id, payment_id, attempt: await firstAttempt(context, tx, payment_id, booking.return_url) }
}

/** Returns the number of reservations that the guest may make in a day. */
function dailyLimit({ config }: BookingsContext, { is_verified }: BookingRequest): number {
  const { reservationsPerDay } = config.quotas
  return is_verified ? reservationsPerDay : Math.min(reservationsPerDay, UNVERIFIED_A_DAY)
}

/** The home, after checking who may book, and how many reservations are open (docs/design/domain.md, "Who may book"). */
async function findBookable({ config }: BookingsContext, db: Queryable, booking: BookingRequest) {
  const { home, open, team } = await pipeline({
    home: queries.properties.findBookingTerms(db, booking),
    open: queries.states.countOpen(db, booking),
    team: queries.team.isMember(db, { property_id: booking.property_id, user_id: booking.guest_id }),
  })
  if (!home) throw new AppError('notFound')
  // People who set prices or decide on stays cannot book there.
  if (home.is_own) throw new AppError('ownHome')
  if (team.found) throw new AppError('ownStay')
  if (!home.instant_book && !booking.inquiry) throw new AppError('inquiryOnly')
  const { inquiriesPerGuest, holdsPerGuest } = config.quotas
  if (booking.inquiry && open.inquiries >= inquiriesPerGuest)
    throw new AppError('tooManyInquiries', RETRY_IN_FIVE_MINUTES)
  if (!booking.inquiry && open.holds >= holdsPerGuest) throw new AppError('tooManyHolds', RETRY_IN_FIVE_MINUTES)
  return home
}
