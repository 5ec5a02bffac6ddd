import type { FastifyInstance } from 'fastify'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'

/** Half an hour is the least a checkout session lives at the provider; a minute more for the way there. */
export const CHECKOUT_MINUTES = 31

/**
 * Opens the checkout of a payment and returns its URL. Called again for the same payment it gives the same session:
 * the provider knows the idempotency key.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function openCheckout(app: FastifyInstance, paymentId: number): Promise<string> {
  const [payment] = await queries.payments.findForCheckout(app.db, { payment_id: paymentId })
  if (!payment) throw new AppError('notFound')
  const { reservation_id: reservationId } = payment
  const back = app.config.frontendUrl ?? app.publicUrl
  const { sessionId, url } = await app.payments.createCheckout({
    paymentId,
    reservationId,
    amountCents: payment.amount_cents,
    currency: payment.currency,
    title: `${payment.home} · ${payment.check_in} → ${payment.check_out}`,
    email: payment.email,
    expiresInMinutes: CHECKOUT_MINUTES,
    // Stripe puts the id of the session in place of the braces.
    successUrl: app.config.frontendUrl
      ? `${back}/reservations/${reservationId}?session_id={CHECKOUT_SESSION_ID}`
      : `${back}/api/v1/quotes/payment/verify?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: app.config.frontendUrl ? `${back}/reservations/${reservationId}` : `${back}/docs`,
  })
  await queries.payments.setSession(app.db, { payment_id: paymentId, session_id: sessionId, checkout_url: url })
  return url
}
