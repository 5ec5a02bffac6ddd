import { escapeHtml, htmlPage } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { behaviourOf, TEST_CARDS } from './cards.ts'
import { DEFAULT_CARD, hiddenOf } from './checkout.ts'
import type { StripeObject } from './store.ts'

const STYLES = `.amount{font-size:1.875rem;font-weight:600;font-variant-numeric:tabular-nums;margin:0 0 1rem}p{color:var(--muted)}
button{width:100%;margin-top:.75rem}fieldset{border:0;margin:0 0 .5rem;padding:0}legend{color:var(--muted);padding:0 0 .25rem}
label{display:flex;gap:.75rem;align-items:baseline;padding:.625rem 0;border-top:1px solid var(--line)}label b{white-space:nowrap;font-weight:600}label span{color:var(--muted)}
.plain{background:var(--card);color:var(--accent);border-color:var(--edge)}.notice{color:light-dark(#9b2c1f,#ffb4a6)}`

const page = (content: string, locale: Locale): string => {
  const { title, notice } = texts(locale).pages.standIn
  return htmlPage({ locale, title, styles: STYLES, body: `<p>${notice}</p>${content}` })
}

const choice = (value: string, name: string, hint: string, checked: boolean): string =>
  `<label><input type="radio" name="card" value="${escapeHtml(value)}"${checked ? ' checked' : ''}>` +
  `<b>${escapeHtml(name)}</b> <span>${escapeHtml(hint)}</span></label>`

const cardName = (card: { brand?: unknown; last4?: unknown }): string => `${String(card.brand)} ${String(card.last4)}`

/** The cards to choose from: those that the guest has saved, and the test cards. Pure. */
function choices(saved: StripeObject[], locale: Locale): string {
  const { cards, saved: hint } = texts(locale).pages.standIn
  return [
    ...saved.map(({ id, card }, index) => choice(id, cardName(card as object), hint, index === 0)),
    ...Object.entries(TEST_CARDS).map(([id, card]) =>
      choice(id, cardName(card), cards[behaviourOf(card)], saved.length === 0 && id === DEFAULT_CARD),
    ),
  ].join('\n')
}

/** The checkout page, where a card is charged, or only saved. Pure. */
export function checkoutPage(session: StripeObject, locale: Locale, saved: StripeObject[] = [], notice = ''): string {
  const words = texts(locale).pages.standIn
  const isSetup = session.mode === 'setup'
  const money = isSetup ? '' : formatMoney(Number(session.amount_total), String(session.currency).toUpperCase(), locale)
  const title = isSetup ? words.setup : hiddenOf(session).title
  const { submit } = session.custom_text as { submit: { message?: string } | null }
  const head = `<h1>${escapeHtml(title)}</h1>${money && `<div class="amount">${escapeHtml(money)}</div>`}`
  if (session.status !== 'open') {
    return page(`${head}<p class="notice">${words.ended[session.status as 'complete' | 'expired']}</p>`, locale)
  }
  const button = isSetup ? words.save : words.pay({ money })
  return page(
    `${head}${notice && `<p class="notice" role="alert">${escapeHtml(notice)}</p>`}
<form method="post" action="/pay/${session.id}/pay"><fieldset><legend>${words.card}</legend>${choices(saved, locale)}</fieldset>
${submit?.message ? `<p>${escapeHtml(submit.message)}</p>` : ''}<button class="pay">${escapeHtml(button)}</button></form>
<form method="post" action="/pay/${session.id}/cancel"><button class="plain">${words.cancel}</button></form>`,
    locale,
  )
}

/** The page of the bank that asks whether it is the guest who pays. Pure. */
export function authenticationPage(session: StripeObject, card: string, locale: Locale): string {
  const { title, yes, no } = texts(locale).pages.standIn.bank
  const button = (answer: string, label: string, style: string) =>
    `<button class="${style}" name="answer" value="${answer}">${label}</button>`
  return page(
    `<h1>${title}</h1><form method="post" action="/pay/${session.id}/authenticate">
<input type="hidden" name="card" value="${escapeHtml(card)}">
${button('approve', yes, 'pay')}${button('refuse', no, 'plain')}</form>`,
    locale,
  )
}
