import type { Brand } from '../../platform/http/brand.ts'
import { backLink, escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { MoneyContext } from '../context.ts'

/** A link for mails that outlives the provider's sessions: it opens a session when a person follows it. */
export const payLink = (context: MoneyContext, key: string): string => context.addressOf('showPayment', { key })

/**
 * Allows the styles of the page and its form, pictures, and no scripts. Browsers apply `form-action` to the
 * redirect to the provider as well.
 */
export const PAY_PAGE_POLICY =
  "default-src 'none'; img-src 'self' https:; style-src 'unsafe-inline'; form-action 'self' https: http:; frame-ancestors 'none'; base-uri 'none'"

export interface PayPage {
  title: string
  check_in: string | null
  check_out: string | null
  amount_cents: number
  currency: string
  state: 'due' | 'paid' | 'returned' | 'over'
  /** Lines of a bill. */
  lines?: { label: string; amount_cents: number }[]
}

/** The page of a payment's link. Mail scanners follow links, so only its button opens a checkout. Pure. */
export function payPage(payment: PayPage, locale: Locale, brand: Brand | undefined): string {
  const { pay } = texts(locale).pages
  const { title, button, states } = pay
  const { check_in, check_out } = payment
  const days = check_in === null || check_out === null ? '' : `, ${texts(locale).words.days(check_in, check_out)}`
  const money = formatMoney(payment.amount_cents, payment.currency, locale)
  const state = states[payment.state]
  const isDue = payment.state === 'due'
  const form = isDue ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  const { labelled } = texts(locale).documents
  const lines = (payment.lines ?? []).map(({ label, amount_cents }) =>
    escapeHtml(labelled({ label, value: formatMoney(amount_cents, payment.currency, locale) })),
  )
  const bill = lines.length > 0 ? `<p>${lines.join('<br>')}</p>` : ''
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(payment.title + days)}</p>${bill}
<p>${escapeHtml(isDue ? `${state} ${money}` : state)}</p>${form}${backLink(locale, brand)}`
  return htmlPage({ locale, title, body, brand })
}
