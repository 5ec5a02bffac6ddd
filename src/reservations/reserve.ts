import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { databaseError, type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import { CHECKOUT_MINUTES, openCheckout } from '../payments/checkout.ts'
import type { PricedStay } from '../quotes/pricing.ts'
import { assertBookable, findQuote, priceFromDatabase, type StayRequest } from '../quotes/quote.ts'
import { expireStaleHolds } from './holds.ts'
import { move } from './moves.ts'
import type { reservationRequest, reservedSchema } from './schemas.ts'

type Reserved = z.infer<typeof reservedSchema>

/** A hold outlives its checkout a little, for a payment that is under way. */
const HOLD_MINUTES = CHECKOUT_MINUTES + 5
const INQUIRY_MINUTES = 48 * 60

interface Wish extends StayRequest {
  guestId: number
  quoteId: string | undefined
  /** The price as quoted; undefined: as it is now. */
  priced: PricedStay | undefined
  message: string | undefined
  inquiry: boolean
}

/**
 * Holds the nights, then opens the checkout (domain.md, "Hold"). When the provider cannot be reached the hold is
 * given up again, so that nothing half-made is left.
 * @throws AppError 400 broken rule, 404 no such home or quote, 409 taken or quote expired, 503 provider.
 */
export async function reserve(
  app: FastifyInstance,
  guestId: number,
  { wanted, inquiry, message }: z.output<typeof reservationRequest>,
): Promise<Reserved> {
  if ('stay' in wanted) {
    return hold(app, { ...wanted.stay, guestId, inquiry, message, quoteId: undefined, priced: undefined })
  }
  const quote = await findQuote(app.db, wanted.quote_id)
  if (quote.expired) throw new AppError('quoteExpired')
  return hold(app, { ...quote, guestId, inquiry, message, quoteId: wanted.quote_id })
}

/** The reservation of a quote: made now, or the one that its guest made from it before. */
export async function confirmQuote(app: FastifyInstance, guestId: number, quoteId: string): Promise<Reserved> {
  const known = await findByQuote(app, guestId, quoteId)
  if (known) return known
  try {
    return await reserve(app, guestId, { wanted: { quote_id: quoteId }, inquiry: false, message: undefined })
  } catch (error) {
    // The other of two confirmations at once was faster: its reservation is the answer.
    const other =
      error instanceof AppError && error.status === 409 ? await findByQuote(app, guestId, quoteId) : undefined
    if (other) return other
    throw error
  }
}

async function findByQuote(app: FastifyInstance, guestId: number, quoteId: string): Promise<Reserved | undefined> {
  const [known] = await queries.reservations.findByQuote(app.db, { quote_id: quoteId })
  if (!known) return undefined
  if (known.guest_id !== guestId) throw new AppError('taken')
  // Only what waits for its payment has somewhere to pay.
  if (known.status !== 'pending' || known.payment_id === null) return { reservation_id: known.id, payment_url: null }
  return { reservation_id: known.id, payment_url: known.checkout_url ?? (await openCheckout(app, known.payment_id)) }
}

async function hold(app: FastifyInstance, wish: Wish): Promise<Reserved> {
  const held = await transaction(app.db, (tx) => holdNights(app, tx, wish)).catch((error: unknown) => {
    throw isTaken(error) ? new AppError('taken') : error
  })
  if (held.paymentId === undefined) return { reservation_id: held.reservationId, payment_url: null }
  try {
    const payment_url = await openCheckout(app, held.paymentId)
    return { reservation_id: held.reservationId, payment_url }
  } catch (error) {
    await transaction(app.db, async (tx) => {
      await move(app, tx, {
        reservationId: held.reservationId,
        to: 'expired',
        actor: 'system',
        reason: 'checkout unavailable',
      })
      await queries.reservations.releaseQuote(tx, { reservation_id: held.reservationId })
    })
    throw error
  }
}

/** 23P01: the nights overlap; 23505: the quote already became a reservation. */
function isTaken(error: unknown): boolean {
  const { code, constraint } = databaseError(error) ?? {}
  return code === '23P01' || (code === '23505' && constraint === 'reservations_quote_id_key')
}

async function holdNights(app: FastifyInstance, tx: Transaction, wish: Wish) {
  const { property_id, check_in, check_out } = wish
  await queries.reservations.lockProperty(tx, { property_id })
  await expireStaleHolds(app, tx, { property_id, check_in, check_out })
  // Rules are checked even when the price was quoted: the home may have been closed or its rules changed since.
  const current = await priceFromDatabase(tx, wish)
  const priced = wish.priced ?? current
  assertBookable(current)
  const [created] = await queries.reservations.insert(tx, {
    ...wish,
    guest_id: wish.guestId,
    quote_id: wish.quoteId,
    status: wish.inquiry ? 'inquiry' : 'pending',
    quote: priced,
    total_cents: priced.total_cents,
    due_now_cents: priced.due_now_cents,
    currency: priced.currency,
    hold_minutes: wish.inquiry ? INQUIRY_MINUTES : HOLD_MINUTES,
  })
  if (!created) throw new AppError('internal')
  if (wish.inquiry) {
    await tellOwner(app, tx, created.id)
    return { reservationId: created.id, paymentId: undefined }
  }
  await queries.reservations.takeNights(tx, { reservation_id: created.id })
  const [payment] = await queries.payments.insert(tx, {
    reservation_id: created.id,
    amount_cents: priced.due_now_cents,
    currency: priced.currency,
  })
  return { reservationId: created.id, paymentId: payment?.id }
}

async function tellOwner(app: FastifyInstance, tx: Transaction, reservationId: number): Promise<void> {
  const [stay] = await queries.reservations.parties(tx, { reservation_id: reservationId })
  if (!stay) return
  const { home, check_in, check_out } = stay
  await notify(app, tx, {
    userId: stay.owner_id,
    content: { type: 'reservation_inquiry', home, check_in, check_out },
    data: { reservation_id: reservationId },
    dedupeKey: `reservation:${reservationId}:inquiry`,
  })
}
