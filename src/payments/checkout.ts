import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'

/** How long an attempt to pay lives; the provider asks for 30 minutes at least. */
const ATTEMPT_MINUTES = 45
/** With less left, the provider would refuse an attempt that has not reached it yet. */
const RETRY_SECONDS = 32 * 60

/** A hold outlives its checkout a little, for a payment that is under way. */
export const HOLD_MINUTES = ATTEMPT_MINUTES + 5

const DUE = new Set(['unpaid', 'processing', 'failed'])

/** Whether nothing has been received for a payment in this state. Pure. */
export const isDue = (status: string): boolean => DUE.has(status)

const storedRequest = z.record(z.string(), z.unknown())

interface Attempt {
  id: number
  key: string
  request: Record<string, unknown>
  url: string | null
}

/**
 * The URL where a payment is made. Called again, also by others at the same time and after a lost answer, it gives the
 * same session: each attempt is committed before the provider is asked, and goes out unchanged at every retry.
 * @throws AppError 409 when there is nothing to pay any more, 503 when the provider cannot be reached: the hold stays, and
 * the next call opens the checkout.
 */
export async function openCheckout(app: FastifyInstance, paymentId: number): Promise<string> {
  const attempt = await transaction(app.db, (tx) => usableAttempt(app, tx, paymentId))
  if (attempt.url !== null) return attempt.url
  const { sessionId, url } = await app.payments.createCheckout(attempt.key, attempt.request)
  await queries.payments.updateSession(app.db, { id: attempt.id, session_id: sessionId, url })
  return url
}

/** The attempt that is under way, or a new one. */
async function usableAttempt(app: FastifyInstance, tx: Transaction, paymentId: number): Promise<Attempt> {
  await queries.payments.lock(tx, { payment_id: paymentId })
  const payment = await queries.payments.findForCheckout(tx, { payment_id: paymentId })
  if (!payment) throw new AppError('notFound')
  if (!isDue(payment.status)) throw new AppError('conflict')
  const { attempt_id: id, attempt_key: key, url, seconds_left, is_closed, is_over } = payment
  // A guest had the time of a whole session: another one would hold the nights without end.
  if (is_over || (url !== null && (is_closed || (seconds_left ?? 0) <= 0))) throw new AppError('holdOver')
  if (id !== null && key !== null && (url !== null || (!is_closed && (seconds_left ?? 0) >= RETRY_SECONDS)))
    return { id, key, request: storedRequest.parse(payment.request), url }
  const back = app.config.frontendUrl ?? app.publicUrl
  const page = `${back}/reservations/${payment.reservation_id}`
  const expiresAt = payment.now_seconds + ATTEMPT_MINUTES * 60
  const request = app.payments.checkoutRequest({
    paymentKey: payment.key,
    reservationId: payment.reservation_id,
    amountCents: payment.amount_cents,
    currency: payment.currency,
    title: payment.home,
    dates: `${payment.check_in} → ${payment.check_out}`,
    email: payment.email,
    expiresAt,
    // Stripe puts the id of the session in place of the braces.
    successUrl: app.config.frontendUrl
      ? `${page}?session_id={CHECKOUT_SESSION_ID}`
      : `${back}/api/v1/quotes/payment/verify?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: app.config.frontendUrl ? page : `${back}/docs`,
  })
  const created = await queries.payments.insertSession(tx, {
    payment_id: payment.id,
    request,
    expires_at_seconds: expiresAt,
  })
  return { ...created, request, url: null }
}
