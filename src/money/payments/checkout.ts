import { z } from 'zod'
import { pipeline, type Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { isPayable } from '../../platform/lib/payable.ts'
import { DEFAULT_LOCALE, type Locale, texts } from '../../platform/locales/locales.ts'
import type { MoneyContext } from '../context.ts'
import { ensureCustomer, forgetCustomer } from '../customers/customers.ts'
import { isGone } from '../stripe/calls.ts'
import { withSessionId } from '../stripe/return-url.ts'
import { closeCheckoutJob, closeSessions } from './close-checkouts.ts'
import { payLink } from './pay-link.ts'
import { withPayment } from './payment-lock.ts'
import type { SoldPayment } from './plugin.ts'
import { isDue } from './states.ts'

/** The life of an attempt to pay; the provider requires 30 minutes at least. */
const ATTEMPT_SECONDS = 45 * 60
/** With less time left, the provider would refuse an attempt that it does not know yet. */
const RETRY_SECONDS = 32 * 60

/** A hold lasts a little longer than its checkout, so that a payment in progress can finish. */
const HOLD_MARGIN_SECONDS = 5 * 60
export const HOLD_MINUTES = (ATTEMPT_SECONDS + HOLD_MARGIN_SECONDS) / 60
/** A hold whose checkout is being opened lasts this long: one that cannot be opened blocks the nights no longer. */
const OPENING_SECONDS = 60
export const OPENING_MINUTES = OPENING_SECONDS / 60

const storedRequest = z.record(z.string(), z.unknown())

/** An attempt to open a checkout, as it is committed before the provider is called. */
export interface Attempt {
  id: number
  key: string
  payment: SoldPayment & { kind: string }
  request: Record<string, unknown>
  url: string | null
  /** Until when the nights are held once it is open, in seconds since 1970. */
  payableUntil: number
}

/**
 * The URL of a payment's checkout. Further calls return the same session, also concurrent ones and after a lost answer,
 * because each attempt is committed before the provider is called, and every retry sends the same request.
 * @throws AppError 409 when there is nothing to pay any more, or what the provider does not take at once, 502 when the provider refuses, 503 when it cannot be
 * reached; then the hold stays for a minute, and the next call within it opens the checkout.
 * @param prepared the attempt that the transaction of a new payment has made.
 * @param locale of a payer without an account.
 * @param returnUrl where a new session sends the guest back to, instead of the front end.
 */
export async function openCheckout(
  context: MoneyContext,
  paymentId: number,
  { prepared, ...options }: Options & { prepared?: Attempt | undefined } = {},
): Promise<string> {
  if (options.keepsCard !== undefined) await closeUnlike(context, paymentId, options.keepsCard)
  const attempt = prepared ?? (await prepareAttempt(context, paymentId, options))
  if (attempt.url !== null) return context.checkoutUrl(attempt.url)
  const opened = await createCheckout(context, paymentId, attempt, options)
  const { sessionId, url } = opened
  try {
    await withPayment(context, paymentId, (tx) =>
      pipeline({
        session: queries.payments.updateSession(tx, { id: opened.id, session_id: sessionId, url }),
        held: extendHold(context, tx, opened.payment, opened.payableUntil),
      }),
    )
  } catch (error) {
    // The hold has ended meanwhile. Nobody has the URL.
    if (error instanceof AppError && error.code === 'holdOver') await context.payments.closeCheckout(sessionId)
    throw error
  }
  // Read after the commit: code that voids, settles or charges this payment later finds the session, and closes it.
  const payment = await queries.payments.find(context.db, { payment_id: paymentId })
  if (payment && (!isDue(payment.status) || payment.is_charged || payment.is_over)) {
    // The payment was closed while the checkout opened, so nobody gets the URL.
    await context.payments.closeCheckout(sessionId)
    throw new AppError(isDue(payment.status) && payment.is_over ? 'holdOver' : 'conflict')
  }
  return context.checkoutUrl(url)
}

/**
 * Closes checkouts that keep the card of a guest without an account although they do not consent, or the other way round, where time is left for another one.
 * A card that one keeps without consent is forgotten when it has paid.
 */
async function closeUnlike(context: MoneyContext, payment_id: number, keepsCard: boolean): Promise<void> {
  const open = await queries.payments.listOpenSessionsOfPayment(context.db, { payment_id })
  const payment = await queries.payments.findForCheckout(context.db, { payment_id })
  const left = payment?.payable_seconds ?? ATTEMPT_SECONDS + HOLD_MARGIN_SECONDS
  if (left - HOLD_MARGIN_SECONDS < RETRY_SECONDS) return
  await closeSessions(
    context,
    open.filter(({ keeps_card }) => keeps_card !== keepsCard),
  )
}

interface Options {
  /** Consent of a payer without an account to keep the card; undefined: nobody was asked. */
  keepsCard?: boolean | undefined
  returnUrl?: string | undefined
  locale?: Locale | undefined
}

/**
 * Opens an attempt at the provider. If the payer's customer is gone there, another attempt takes its place, once
 * (docs/design/payments.md, "Objects that are gone").
 */
async function createCheckout(context: MoneyContext, paymentId: number, attempt: Attempt, options: Options) {
  try {
    return { ...attempt, ...(await context.payments.createCheckout(attempt.key, attempt.request)) }
  } catch (error) {
    const { customer } = attempt.request
    if (!isGone(error, 'customer') || typeof customer !== 'string') throw error
    await forgetCustomer(context, customer)
    await queries.payments.closeSession(context.db, { id: attempt.id })
    const next = await prepareAttempt(context, paymentId, options)
    return { ...next, ...(await context.payments.createCheckout(next.key, next.request)) }
  }
}

/** Extends the hold of the nights and the time to pay. A longer hold stays. @throws AppError 409 when they are no longer held. */
async function extendHold(
  context: MoneyContext,
  tx: Transaction,
  payment: Attempt['payment'],
  payableUntil: number,
): Promise<void> {
  await pipeline({
    held: context.sales.get(payment.kind)?.beforeCheckout(tx, payment, payableUntil),
    payable: queries.payments.extend(tx, { payment_id: payment.id, payable_until_seconds: payableUntil }),
  })
}

async function prepareAttempt(
  context: MoneyContext,
  paymentId: number,
  { returnUrl, locale }: Options,
): Promise<Attempt> {
  const guest = await queries.payments.findWithoutCustomer(context.db, { payment_id: paymentId })
  if (guest) await ensureCustomer(context, guest)
  return withPayment(context, paymentId, async (tx) =>
    usableAttempt(context, tx, await findForCheckout(tx, paymentId, locale), { returnUrl }),
  )
}

/**
 * The first attempt of a payment, in the transaction that has inserted it, which nobody else can see yet. undefined: its payer has to
 * become a customer of the provider before, and no transaction waits for the provider.
 */
export async function firstAttempt(
  context: MoneyContext,
  tx: Transaction,
  paymentId: number,
  returnUrl?: string,
): Promise<Attempt | undefined> {
  const payment = await findForCheckout(tx, paymentId)
  const isWithoutCustomer = payment.rest_cents !== null && payment.customer_id === null
  return isWithoutCustomer ? undefined : usableAttempt(context, tx, payment, { returnUrl, isHeld: true })
}

async function findForCheckout(tx: Transaction, payment_id: number, locale = DEFAULT_LOCALE): Promise<Checkout> {
  const payment = await queries.payments.findForCheckout(tx, { payment_id })
  if (!payment) throw new AppError('notFound')
  return { ...payment, locale: payment.locale ?? locale }
}

/** True if it is too late to begin paying. The last minutes of a brief hold are for guests who have begun. Pure. */
export const isTimeUp = ({
  is_over,
  is_brief,
  payable_seconds,
}: Pick<Checkout, 'is_over' | 'is_brief' | 'payable_seconds'>): boolean =>
  is_over || (is_brief && (payable_seconds ?? 0) <= HOLD_MARGIN_SECONDS)

/**
 * The present attempt of a payment, or the seconds that a new one lasts. Another session after a complete one must end before the hold
 * does, or sessions would hold the nights without end. Pure.
 * @throws AppError 409 when there is nothing to pay, or no more time.
 */
export function attemptFor(payment: Checkout): { present: Pick<Attempt, 'id' | 'key'> } | { seconds: number } {
  const { attempt_id: id, attempt_key: key, url, is_closed, payable_seconds } = payment
  const left = payment.seconds_left ?? 0
  if (!isDue(payment.status) || payment.is_charged) throw new AppError('conflict')
  if (!isPayable(payment.amount_cents, payment.currency)) throw new AppError('unpayable')
  const isUsedUp = url !== null && (is_closed || left <= 0)
  const rest = isUsedUp && payable_seconds !== null ? payable_seconds - HOLD_MARGIN_SECONDS : ATTEMPT_SECONDS
  const seconds = Math.min(ATTEMPT_SECONDS, rest)
  if (isTimeUp(payment) || seconds < RETRY_SECONDS) throw new AppError('holdOver')
  const serves = url === null ? !is_closed && left >= RETRY_SECONDS : !isUsedUp
  return serves && id !== null && key !== null ? { present: { id, key } } : { seconds }
}

/**
 * The present attempt, or a new one. The caller holds the lock of the payment.
 * @param isHeld the caller holds the nights for as long as a checkout takes to open.
 */
async function usableAttempt(
  context: MoneyContext,
  tx: Transaction,
  payment: Checkout,
  { returnUrl, isHeld = false }: { returnUrl: string | undefined; isHeld?: boolean },
): Promise<Attempt> {
  const attempt = attemptFor(payment)
  const { url, now_seconds, is_brief } = payment
  const ownEnd = now_seconds + (payment.payable_seconds ?? 0)
  const heldUntil = (end: number) => (is_brief ? ownEnd : end)
  if ('present' in attempt) {
    if (url === null) await extendHold(context, tx, payment, heldUntil(now_seconds + OPENING_SECONDS))
    const payableUntil = heldUntil(now_seconds + (payment.seconds_left ?? 0) + HOLD_MARGIN_SECONDS)
    return { ...attempt.present, payment, request: storedRequest.parse(payment.request), url, payableUntil }
  }
  const back = returnUrl ?? payment.return_url ?? pageOf(context, payment)
  const expiresAt = now_seconds + attempt.seconds
  const request = context.payments.checkoutRequest({
    paymentKey: payment.key,
    reservationId: payment.reservation_id,
    amountCents: payment.amount_cents,
    currency: payment.currency,
    title: payment.title,
    dates:
      payment.check_in === null || payment.check_out === null
        ? null
        : texts(payment.locale).words.days(payment.check_in, payment.check_out),
    email: payment.email,
    customerId: payment.customer_id,
    agreement: agreementOf(payment) ?? (await consentOf(context, tx, payment)),
    expiresAt,
    successUrl: withSessionId(back),
    cancelUrl: back,
  })
  const { created } = await pipeline({
    held: !isHeld && extendHold(context, tx, payment, heldUntil(now_seconds + OPENING_SECONDS)),
    closing:
      is_brief &&
      context.jobs.enqueue(
        tx,
        closeCheckoutJob,
        { payment_id: payment.id },
        { after: Math.max(0, ownEnd - HOLD_MARGIN_SECONDS - now_seconds) },
      ),
    created: queries.payments.insertSession(tx, { payment_id: payment.id, request, expires_at_seconds: expiresAt }),
  })
  return { ...created, payment, request, url: null, payableUntil: heldUntil(expiresAt + HOLD_MARGIN_SECONDS) }
}

/** Return address of a checkout: the front end, or the page of the payment, which shows the outcome. */
function pageOf(context: MoneyContext, { key, payer_id, reservation_id }: Checkout): string {
  if (!context.frontEnd.exists || payer_id === null) return payLink(context, key)
  return reservation_id === null ? context.frontEnd.home() : context.frontEnd.reservation(reservation_id)
}

type Checkout = NonNullable<Awaited<ReturnType<typeof queries.payments.findForCheckout>>> & { locale: Locale }

/** Consent of a payer without an account to keep the card. */
const consentOf = async (context: MoneyContext, tx: Transaction, payment: Checkout): Promise<string | undefined> =>
  payment.payer_id === null ? context.sales.get(payment.kind)?.consentOf?.(tx, payment) : undefined

/** Agreement of a guest who pays a deposit; undefined when no balance is to come. Pure. */
function agreementOf({ rest_cents, rest_due_on, customer_id, currency, locale }: Checkout) {
  if (rest_cents === null || rest_due_on === null || customer_id === null) return undefined
  const money = formatMoney(rest_cents, currency, locale)
  return texts(locale).pages.checkout.agreement({ money, day: texts(locale).words.day(rest_due_on) })
}
