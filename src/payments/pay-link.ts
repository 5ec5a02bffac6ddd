import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '../http/envelope.ts'
import { escapeHtml, htmlPage } from '../http/html.ts'
import { formatMoney, inLocale, type Locale, type Text } from '../http/locale.ts'

/** A link for mails that outlives the provider's sessions: it opens a session when a person follows it. */
export const payLink = (app: FastifyInstance, key: string): string => `${app.publicUrl}${API_PREFIX}/pay/${key}`

/**
 * Allows the styles of the page and its form, and no scripts or external content. Browsers apply `form-action` to the
 * redirect to the provider as well.
 */
export const PAY_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' https: http:; frame-ancestors 'none'; base-uri 'none'"

export interface PayPage {
  home: string
  check_in: string
  check_out: string
  amount_cents: number
  currency: string
  state: 'due' | 'paid' | 'returned' | 'over'
}

const TITLE: Text = ['Paiement de votre séjour', 'Payment of your stay']
const BUTTON: Text = ['Payer', 'Pay']
const STATES: Record<PayPage['state'], Text> = {
  due: ['À payer :', 'To pay:'],
  paid: ['Déjà payé. Merci !', 'Paid already. Thank you!'],
  returned: ['Ce paiement a été remboursé.', 'This payment was refunded.'],
  over: ['Ce paiement n’est plus possible.', 'This payment is no longer possible.'],
}

/** The page of a payment's link. Mail scanners follow links, so only its button opens a checkout. Pure. */
export function payPage(payment: PayPage, locale: Locale): string {
  const title = inLocale(TITLE, locale)
  const stay = `${payment.home}, ${payment.check_in} → ${payment.check_out}`
  const money = formatMoney(payment.amount_cents, payment.currency, locale)
  const state = inLocale(STATES[payment.state], locale)
  const isDue = payment.state === 'due'
  const form = isDue ? `<form method="post"><button>${escapeHtml(inLocale(BUTTON, locale))}</button></form>` : ''
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(stay)}</p>
<p>${escapeHtml(isDue ? `${state} ${money}` : state)}</p>${form}`
  return htmlPage({ locale, title, body })
}
