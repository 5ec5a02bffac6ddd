import { z } from 'zod'
import { CUSTOMER_ENDPOINTS } from './customers.ts'
import {
  type Context,
  currency,
  type Endpoint,
  endpoint,
  expand,
  get,
  integer,
  metadata,
  none,
  ProviderError,
  page,
  text,
} from './endpoint.ts'
import { now, type Store, type StripeObject } from './store.ts'

/** Amounts below these are refused, except zero. */
const MINIMUM_CENTS: Record<string, number> = { gbp: 30, sek: 300, nok: 300, dkk: 250, czk: 1_500, pln: 200, ron: 200 }
const MINUTE = 60

const checkoutSession = z.strictObject({
  mode: z.literal('payment'),
  line_items: z
    .array(
      z.strictObject({
        quantity: integer.min(1),
        price_data: z.strictObject({
          currency,
          unit_amount: integer.min(0),
          product_data: z.strictObject({ name: text.max(250), description: text.optional() }),
        }),
      }),
    )
    .min(1),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  customer: text.optional(),
  customer_email: z.email().optional(),
  client_reference_id: text.max(200).optional(),
  expires_at: integer.optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata }).optional(),
  payment_method_types: z.array(z.enum(['card'])).optional(),
  expand,
})

function createSession(input: z.infer<typeof checkoutSession>, { store, baseUrl }: Context): StripeObject {
  const expiresAt = input.expires_at ?? now() + 24 * 60 * MINUTE
  if (expiresAt < now() + 30 * MINUTE || expiresAt > now() + 24 * 60 * MINUTE) {
    throw new ProviderError(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
  }
  const amount = input.line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0)
  const code = input.line_items[0]?.price_data.currency ?? ''
  if (amount > 0 && amount < (MINIMUM_CENTS[code] ?? 50)) {
    throw new ProviderError(400, 'The Checkout Session’s total amount due must add up to at least €0.50.', {
      code: 'amount_too_small',
    })
  }
  const session = store.create('cs_test', 'checkout.session', {
    mode: input.mode,
    status: 'open',
    payment_status: amount === 0 ? 'no_payment_required' : 'unpaid',
    amount_total: amount,
    currency: code,
    title: input.line_items[0]?.price_data.product_data.name,
    customer: input.customer ?? null,
    customer_email: input.customer_email ?? null,
    client_reference_id: input.client_reference_id ?? null,
    expires_at: expiresAt,
    metadata: input.metadata ?? {},
    intent_metadata: input.payment_intent_data?.metadata ?? {},
    payment_intent: null,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
  })
  setTimeout(() => openSession(store, session.id), (expiresAt + 1 - now()) * 1000).unref()
  return store.update(session.id, { url: `${baseUrl}/pay/${session.id}` })
}

/** A session in its present state. If its time is up it expires now, with its event. */
export function openSession(store: Store, id: string): StripeObject {
  const session = get(store, id, 'checkout.session')
  if (session.status !== 'open' || Number(session.expires_at) >= now()) return session
  const expired = store.update(id, { status: 'expired', url: null })
  store.emit('checkout.session.expired', expired)
  return expired
}

function expireSession(id: string, { store }: Context): StripeObject {
  if (get(store, id, 'checkout.session').status !== 'open') {
    throw new ProviderError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
  }
  const expired = store.update(id, { status: 'expired', url: null })
  store.emit('checkout.session.expired', expired)
  return expired
}

const refund = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
  expand,
})

function createRefund(input: z.infer<typeof refund>, { store }: Context): StripeObject {
  const intent = input.payment_intent === undefined ? undefined : get(store, input.payment_intent, 'payment_intent')
  const charge = get(store, input.charge ?? String(intent?.latest_charge), 'charge')
  const left = Number(charge.amount) - Number(charge.amount_refunded)
  const amount = input.amount ?? left
  if (left === 0)
    throw new ProviderError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left) {
    throw new ProviderError(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  }
  const created = store.create('re', 'refund', {
    amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    status: 'succeeded',
    reason: input.reason ?? null,
    metadata: input.metadata ?? {},
  })
  const refunded = Number(charge.amount_refunded) + amount
  store.emit('refund.created', created)
  store.emit(
    'charge.refunded',
    store.update(charge.id, { amount_refunded: refunded, refunded: refunded === charge.amount }),
  )
  return created
}

/** Lets a refund fail after it succeeded: a guest's bank can return it days later. */
export function failRefund(store: Store, id: string): StripeObject {
  const refund = get(store, id, 'refund')
  const charge = get(store, String(refund.charge), 'charge')
  store.update(charge.id, { amount_refunded: Number(charge.amount_refunded) - Number(refund.amount), refunded: false })
  const failed = store.update(id, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
  store.emit('refund.updated', failed)
  store.emit('refund.failed', failed)
  return failed
}

/** A session as the API returns it, with its intent when that is expanded. */
function showSession(store: Store, id: string, expanded: string[] = []): StripeObject {
  const session = openSession(store, id)
  if (!expanded.includes('payment_intent') || typeof session.payment_intent !== 'string') return session
  return { ...session, payment_intent: get(store, session.payment_intent, 'payment_intent') }
}

const invoice = z.strictObject({
  customer: text,
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  days_until_due: integer.optional(),
  auto_advance: z.stringbool().optional(),
  currency: currency.optional(),
  metadata,
  expand,
})
const invoiceItem = z.strictObject({
  customer: text,
  amount: integer,
  currency,
  description: text.optional(),
  invoice: text.optional(),
  metadata,
  expand,
})

/** The operations of this stand-in. Invoices are for planned features. */
export const ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/checkout/sessions', checkoutSession, (input, _id, context) => createSession(input, context)),
  endpoint('GET', '/v1/checkout/sessions/:id', none, ({ expand: expanded }, id, { store }) =>
    showSession(store, id, expanded),
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', none, (_input, id, context) => expireSession(id, context)),
  endpoint('GET', '/v1/payment_intents/:id', none, (_input, id, { store }) => get(store, id, 'payment_intent')),
  endpoint('GET', '/v1/charges/:id', none, (_input, id, { store }) => get(store, id, 'charge')),
  endpoint('POST', '/v1/refunds', refund, (input, _id, context) => createRefund(input, context)),
  endpoint(
    'GET',
    '/v1/refunds',
    z.strictObject({
      payment_intent: text.optional(),
      limit: integer.optional(),
      starting_after: text.optional(),
      expand,
    }),
    ({ payment_intent }, _id, { store }) =>
      page(
        '/v1/refunds',
        store.list('refund', (one) => payment_intent === undefined || one.payment_intent === payment_intent),
      ),
  ),
  endpoint('GET', '/v1/refunds/:id', none, (_input, id, { store }) => get(store, id, 'refund')),
  ...CUSTOMER_ENDPOINTS,
  endpoint('POST', '/v1/invoiceitems', invoiceItem, ({ expand: _, ...input }, _id, { store }) =>
    store.create('ii', 'invoiceitem', {
      ...input,
      customer: get(store, input.customer, 'customer').id,
      invoice: input.invoice ?? null,
    }),
  ),
  endpoint('POST', '/v1/invoices', invoice, ({ expand: _, ...input }, _id, { store }) =>
    store.create('in', 'invoice', { ...input, status: 'draft', amount_due: 0, hosted_invoice_url: null }),
  ),
  endpoint('GET', '/v1/invoices/:id', none, (_input, id, { store }) => get(store, id, 'invoice')),
  endpoint('POST', '/v1/invoices/:id/finalize', none, (_input, id, { store, baseUrl }) => {
    const draft = get(store, id, 'invoice')
    if (draft.status !== 'draft')
      throw new ProviderError(400, 'This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
    const items = store.list('invoiceitem', (item) => item.invoice === id)
    const amount = items.reduce((sum, item) => sum + Number(item.amount), 0)
    return store.update(id, { status: 'open', amount_due: amount, hosted_invoice_url: `${baseUrl}/invoice/${id}` })
  }),
  endpoint('GET', '/v1/events/:id', none, (_input, id, { store }) => get(store, id, 'event')),
  endpoint(
    'GET',
    '/v1/events',
    z.strictObject({ type: text.optional(), limit: integer.optional(), expand }),
    ({ type, limit }, _id, { store }) =>
      page(
        '/v1/events',
        store.list('event', (event) => type === undefined || event.type === type).slice(0, limit ?? 10),
      ),
  ),
]
