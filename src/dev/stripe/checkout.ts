import { behaviourOf, TEST_CARDS } from './cards.ts'
import { attach } from './customers.ts'
import { get, ProviderError } from './endpoint.ts'
import { openSession } from './endpoints.ts'
import { createIntent, createMethod, refuse, succeed } from './intents.ts'
import { refuseSetup, succeedSetup } from './setups.ts'
import type { Store, StripeObject } from './store.ts'

/** The actions of the checkout page, and the events that the provider sends after each. */

export const DEFAULT_CARD = 'pm_card_visa'

function assertOpen(session: StripeObject): void {
  if (session.status !== 'open') throw new ProviderError(409, 'This checkout is no longer open.')
}

interface Hidden {
  title: string
  metadata: Record<string, string>
  setup_future_usage: string | null
}

/** State of a session that the provider does not show. */
export const hiddenOf = (session: StripeObject): Hidden => session.stand_in as Hidden

/** The intent of a session: created at the first attempt to pay, and reused by later ones. */
function intentOf(store: Store, session: StripeObject): StripeObject {
  if (typeof session.payment_intent === 'string') return get(store, session.payment_intent, 'payment_intent')
  const { amount_total: amount, currency, customer } = session
  const { metadata, setup_future_usage } = hiddenOf(session)
  const intent = createIntent(store, { amount, currency, customer, metadata, setup_future_usage })
  store.update(session.id, { payment_intent: intent.id })
  return intent
}

/** The saved cards that a session offers. */
export const savedCards = (store: Store, { customer, mode }: StripeObject): StripeObject[] =>
  customer === null || mode === 'setup' ? [] : store.list('payment_method', (method) => method.customer === customer)

/** A saved card of the session's customer, or a new one. */
function methodOf(store: Store, session: StripeObject, card: string): StripeObject {
  const saved = savedCards(store, session).find(({ id }) => id === card)
  if (saved) return saved
  if (!TEST_CARDS[card]) throw new ProviderError(400, 'There is no such card.')
  return createMethod(store, card, null)
}

/** Answer of a card's bank when the guest is there. */
export function answerOf(store: Store, session: StripeObject, card: string): 'pays' | 'declines' | 'asks_guest' {
  const saved = savedCards(store, session).find(({ id }) => id === card)
  const behaviour = saved ? behaviourOf(saved.card) : (TEST_CARDS[card]?.behaviour ?? 'pays')
  return behaviour === 'declines' || behaviour === 'asks_guest' ? behaviour : 'pays'
}

/** Saves a test card in an open session, as its guest approves. */
function saveCard(store: Store, session: StripeObject, card: string): StripeObject {
  succeedSetup(store, get(store, String(session.setup_intent), 'setup_intent'), methodOf(store, session, card))
  const completed = store.update(session.id, { status: 'complete', url: null })
  store.emit('checkout.session.completed', completed)
  return completed
}

/** The customer that a session creates when it is paid, with what its payer has typed. */
const newCustomer = (store: Store, { customer_email }: StripeObject): string =>
  store.create('cus', 'customer', {
    ...{ email: customer_email ?? 'payer@example.org', metadata: {} },
    invoice_settings: { default_payment_method: null },
  }).id

/** Pays an open session with a test card or a saved one, as its guest approves, or saves the card where nothing is to be paid. */
export function pay(store: Store, id: string, card = DEFAULT_CARD): StripeObject {
  const session = openSession(store, id)
  assertOpen(session)
  if (session.mode === 'setup') return saveCard(store, session, card)
  const intent = intentOf(store, session)
  const method = methodOf(store, session, card)
  const keeps = hiddenOf(session).setup_future_usage !== null
  const customer = session.customer_creation === 'always' ? newCustomer(store, session) : session.customer
  if (customer !== session.customer) store.update(intent.id, { customer })
  if (keeps && typeof customer === 'string' && method.customer === null) attach(store, method, customer)
  const completed = store.update(id, { customer, status: 'complete', payment_status: 'paid', url: null })
  succeed(store, intent, method)
  store.emit('checkout.session.completed', completed)
  return completed
}

export function decline(
  store: Store,
  id: string,
  card = 'pm_card_chargeDeclined',
  code: 'card_declined' | 'authentication_required' = 'card_declined',
): StripeObject {
  const session = openSession(store, id)
  assertOpen(session)
  if (session.mode === 'setup') refuseSetup(store, get(store, String(session.setup_intent), 'setup_intent'), code)
  else refuse(store, intentOf(store, session), methodOf(store, session, card), code)
  return session
}

/** Address to which the provider redirects the guest after the payment. */
export const successUrl = (session: StripeObject): string =>
  String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id)
