import type { Brand } from '../../platform/http/brand.ts'
import { backLink, escapeHtml, htmlPage, pagePolicy } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { MoneyContext } from '../context.ts'
import type { Terms } from './plugin.ts'

/** A link for mails that outlives the provider's sessions: it opens a session when a person follows it. */
export const payLink = (context: MoneyContext, key: string): string => context.addressOf('showPayment', { key })

/** Browsers apply `form-action` to the redirect to the provider as well, whose checkouts may be at a domain of the company. */
export const PAY_PAGE_POLICY = pagePolicy("'self' https: http:")

export interface PayPage {
  title: string
  check_in: string | null
  check_out: string | null
  amount_cents: number
  currency: string
  state: 'due' | 'paid' | 'returned' | 'over'
  /** Lines of a bill. */
  lines?: { label: string; amount_cents: number }[]
  terms?: Terms | undefined
  /** Why its form was refused. */
  refusal?: string | undefined
}

const STYLES = `.prose{white-space:pre-line;margin:12px 0;max-height:60vh;overflow:auto}details{margin:0 0 16px}.sum{font-size:1.25rem;font-weight:600;font-variant-numeric:tabular-nums}
.check{display:flex;gap:12px;align-items:flex-start;margin:0 0 16px}.check input{flex:none;width:20px;height:20px;margin:2px 0 0}.warn{padding:12px;border-radius:10px}form button{width:100%}`

const check = (name: string, value: string, label: string, attributes = ''): string =>
  `<label class="check"><input type="checkbox" name="${name}" value="${escapeHtml(value)}"${attributes}><span>${escapeHtml(label)}</span></label>`

/** The form of a payment, with the terms that its payer accepts. Pure. */
function formOf({ contract, card }: Terms, locale: Locale): string {
  const { pay } = texts(locale).pages
  const read =
    contract === undefined
      ? ''
      : `<details><summary>${escapeHtml(pay.contract)}</summary><div class="prose" lang="${contract.locale}" tabindex="0">${escapeHtml(contract.text)}</div></details>` +
        check('accept_contract', String(contract.version), pay.accept({ version: contract.version }), ' required')
  const keep = card === undefined ? '' : check('keep_card', card.version, card.text)
  return `<form method="post">${read}${keep}<button>${escapeHtml(pay.button)}</button></form>`
}

/** The page of a payment's link. Mail scanners follow links, so only its button opens a checkout. Pure. */
export function payPage(payment: PayPage, locale: Locale, brand: Brand | undefined): string {
  const { pay } = texts(locale).pages
  const { title, states } = pay
  const { check_in, check_out } = payment
  const days = check_in === null || check_out === null ? '' : `, ${texts(locale).words.days(check_in, check_out)}`
  const money = formatMoney(payment.amount_cents, payment.currency, locale)
  const state = states[payment.state]
  const isDue = payment.state === 'due'
  const form = isDue ? formOf(payment.terms ?? {}, locale) : ''
  const refusal = payment.refusal === undefined ? '' : `<p class="warn" role="alert">${escapeHtml(payment.refusal)}</p>`
  const { labelled } = texts(locale).documents
  const lines = (payment.lines ?? []).map(({ label, amount_cents }) =>
    escapeHtml(labelled({ label, value: formatMoney(amount_cents, payment.currency, locale) })),
  )
  const bill = lines.length > 0 ? `<p>${lines.join('<br>')}</p>` : ''
  const body = `<h1>${escapeHtml(title)}</h1>${refusal}<p>${escapeHtml(payment.title + days)}</p>${bill}
<p${isDue ? ' class="sum"' : ''}>${escapeHtml(isDue ? `${state} ${money}` : state)}</p>${form}${backLink(locale, brand)}`
  return htmlPage({ locale, title, body, brand, styles: STYLES })
}
