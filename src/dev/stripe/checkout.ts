import { escapeHtml } from '../../http/html.ts'
import { formatMoney } from '../../http/locale.ts'
import { get, ProviderError } from './endpoint.ts'
import { openSession } from './endpoints.ts'
import type { Store, StripeObject } from './store.ts'

/** The actions of the checkout page, and the events that the provider sends after each. */

function assertOpen(session: StripeObject): void {
  if (session.status !== 'open') throw new ProviderError(409, 'This checkout is no longer open.')
}

/** The intent of a session: created at the first attempt to pay, and reused by later ones. */
function intentOf(store: Store, session: StripeObject): StripeObject {
  if (typeof session.payment_intent === 'string') return get(store, session.payment_intent, 'payment_intent')
  const { amount_total: amount, currency, intent_metadata: metadata } = session
  const intent = store.create('pi', 'payment_intent', {
    amount,
    amount_received: 0,
    currency,
    metadata,
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: null,
  })
  store.update(session.id, { payment_intent: intent.id })
  return intent
}

function charge(store: Store, intent: StripeObject, status: 'succeeded' | 'failed'): StripeObject {
  const { amount, currency, metadata } = intent
  return store.create('ch', 'charge', {
    amount,
    currency,
    metadata,
    amount_refunded: 0,
    refunded: false,
    paid: status === 'succeeded',
    status,
    payment_intent: intent.id,
  })
}

export function pay(store: Store, id: string): StripeObject {
  const session = openSession(store, id)
  assertOpen(session)
  const intent = intentOf(store, session)
  const succeeded = store.update(intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge(store, intent, 'succeeded').id,
    last_payment_error: null,
  })
  const completed = store.update(id, { status: 'complete', payment_status: 'paid', url: null })
  store.emit('payment_intent.succeeded', succeeded)
  store.emit('checkout.session.completed', completed)
  return completed
}

export function decline(store: Store, id: string): StripeObject {
  const session = openSession(store, id)
  assertOpen(session)
  const intent = intentOf(store, session)
  const failed = store.update(intent.id, {
    latest_charge: charge(store, intent, 'failed').id,
    last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
  })
  store.emit('payment_intent.payment_failed', failed)
  return session
}

/** Where the provider redirects the guest after the payment. */
export const successUrl = (session: StripeObject): string =>
  String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id)

export function checkoutPage(session: StripeObject, notice = ''): string {
  const open = session.status === 'open'
  const amount = formatMoney(Number(session.amount_total), String(session.currency).toUpperCase(), 'en')
  const button = (action: string, label: string, style: string) =>
    `<form method="post" action="/pay/${session.id}/${action}"><button class="${style}">${label}</button></form>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Checkout (stand-in)</title><style>
body{font-family:system-ui,sans-serif;background:#f4f1ea;color:#22332e;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;padding:32px;border-radius:12px;max-width:380px;width:100%;box-sizing:border-box}
h1{font-size:17px;margin:0 0 4px}.amount{font-size:34px;margin:16px 0}p{color:#5b6b66;margin:0 0 12px}
button{width:100%;padding:13px;border-radius:8px;border:0;font:inherit;margin-top:10px;cursor:pointer}
.pay{background:#1f5c4d;color:#fff}.plain{background:#eef0ee;color:#22332e}.notice{color:#a3341f}
</style></head><body><main><p>Payment stand-in: no money moves</p><h1>${escapeHtml(String(session.title))}</h1>
<div class="amount">${escapeHtml(amount)}</div>${notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : ''}
${open ? button('pay', `Pay ${escapeHtml(amount)}`, 'pay') + button('decline', 'Decline the card', 'plain') + button('cancel', 'Cancel', 'plain') : `<p class="notice">This checkout is ${escapeHtml(String(session.status))}.</p>`}
</main></body></html>`
}
