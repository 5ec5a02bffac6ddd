import { z } from 'zod'
import { assertAmount } from './amounts.ts'
import { CUSTOMER_ENDPOINTS } from './customers.ts'
import { DISPUTE_ENDPOINTS } from './disputes.ts'
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
  pageAfter,
  paging,
  text,
} from './endpoint.ts'
import { INTENT_ENDPOINTS } from './intents.ts'
import { REFUND_ENDPOINTS } from './refunds.ts'
import { createSetup, SETUP_ENDPOINTS } from './setups.ts'
import { now, type Store, type StripeObject } from './store.ts'
import { SUBSCRIPTION_ENDPOINTS } from './subscriptions.ts'
import { THIN_ENDPOINTS } from './thin.ts'

const MINUTE = 60

const checkoutSession = z.strictObject({
  mode: z.enum(['payment', 'setup']),
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
    .min(1)
    .optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  customer: text.optional(),
  customer_email: z.email().optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  client_reference_id: text.max(200).optional(),
  expires_at: integer.optional(),
  metadata,
  payment_intent_data: z
    .strictObject({ metadata, setup_future_usage: z.enum(['off_session', 'on_session']).optional() })
    .optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: text.max(1_200) }).optional() }).optional(),
  allowed_payment_method_types: z.array(z.enum(['card'])).optional(),
  expand,
})

function createSession(input: z.infer<typeof checkoutSession>, { store, baseUrl }: Context): StripeObject {
  const expiresAt = input.expires_at ?? now() + 24 * 60 * MINUTE
  if (expiresAt < now() + 30 * MINUTE || expiresAt > now() + 24 * 60 * MINUTE) {
    throw new ProviderError(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
  }
  if (input.customer !== undefined && input.customer_creation !== undefined)
    throw new ProviderError(400, 'You may only specify one of these parameters: customer, customer_creation.', {
      param: 'customer_creation',
    })
  const customer = input.customer === undefined ? null : get(store, input.customer, 'customer', 'customer').id
  const session = store.create('cs_test', 'checkout.session', {
    mode: input.mode,
    status: 'open',
    ...(input.mode === 'setup' ? saved(input, store, customer) : sold(input)),
    customer,
    customer_email: input.customer_email ?? null,
    customer_creation:
      customer === null && input.mode === 'payment' ? (input.customer_creation ?? 'if_required') : null,
    client_reference_id: input.client_reference_id ?? null,
    expires_at: expiresAt,
    metadata: input.metadata ?? {},
    payment_intent: null,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    custom_text: { submit: input.custom_text?.submit ?? null },
    stand_in: {
      title: input.line_items?.[0]?.price_data.product_data.name,
      metadata: input.payment_intent_data?.metadata ?? {},
      setup_future_usage: input.payment_intent_data?.setup_future_usage ?? null,
    },
  })
  setTimeout(() => openSession(store, session.id), (expiresAt + 1 - now()) * 1000).unref()
  return store.update(session.id, { url: `${baseUrl}/pay/${session.id}` })
}

/** Fields of a session about what it sells. */
function sold({ line_items }: z.infer<typeof checkoutSession>) {
  if (!line_items) throw missing('line_items')
  const amount = line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0)
  const code = line_items[0]?.price_data.currency ?? ''
  if (amount > 0) assertAmount(amount, code)
  const payment_status = amount === 0 ? 'no_payment_required' : 'unpaid'
  return { payment_status, amount_total: amount, currency: code, setup_intent: null }
}

/** Fields of a session that only saves a card. */
function saved(input: z.infer<typeof checkoutSession>, store: Store, customer: string | null) {
  if (input.line_items)
    throw new ProviderError(400, 'You can not pass `line_items` in `setup` mode.', { param: 'line_items' })
  if (!input.allowed_payment_method_types) throw missing('currency')
  const { id } = createSetup(store, customer, input.metadata ?? {})
  return { payment_status: 'no_payment_required', amount_total: null, currency: null, setup_intent: id }
}

const missing = (param: string): ProviderError =>
  new ProviderError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

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

/** A session as the API returns it, with its intents where they are expanded. */
function showSession(store: Store, id: string, expanded: string[] = []): StripeObject {
  const session = openSession(store, id)
  const shown = (name: 'payment_intent' | 'setup_intent') => {
    const intent = session[name]
    return expanded.includes(name) && typeof intent === 'string' ? get(store, intent, name) : intent
  }
  return { ...session, payment_intent: shown('payment_intent'), setup_intent: shown('setup_intent') }
}

/** The operations of this stand-in. */
export const ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/checkout/sessions', checkoutSession, (input, _id, context) => createSession(input, context)),
  endpoint(
    'GET',
    '/v1/checkout/sessions',
    z.strictObject({ status: z.enum(['open', 'complete', 'expired']).optional(), expand, ...paging }),
    ({ status, ...input }, _id, { store }) =>
      pageAfter(
        '/v1/checkout/sessions',
        store
          .list('checkout.session')
          .map(({ id }) => openSession(store, id))
          .filter((session) => status === undefined || session.status === status),
        input,
      ),
  ),
  endpoint('GET', '/v1/checkout/sessions/:id', none, ({ expand: expanded }, id, { store }) =>
    showSession(store, id, expanded),
  ),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', none, (_input, id, context) => expireSession(id, context)),
  ...INTENT_ENDPOINTS,
  ...SETUP_ENDPOINTS,
  ...REFUND_ENDPOINTS,
  ...CUSTOMER_ENDPOINTS,
  ...DISPUTE_ENDPOINTS,
  ...SUBSCRIPTION_ENDPOINTS,
  ...THIN_ENDPOINTS,
  endpoint('GET', '/v1/events/:id', none, (_input, id, { store }) => get(store, id, 'event')),
  endpoint(
    'GET',
    '/v1/events',
    z.strictObject({ type: text.optional(), expand, ...paging }),
    ({ type, ...input }, _id, { store }) =>
      pageAfter(
        '/v1/events',
        store.list('event', (event) => type === undefined || event.type === type),
        input,
      ),
  ),
]
