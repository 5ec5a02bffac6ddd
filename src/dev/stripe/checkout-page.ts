import { escapeHtml } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { behaviourOf, TEST_CARDS } from './cards.ts'
import { DEFAULT_CARD, hiddenOf } from './checkout.ts'
import type { StripeObject } from './store.ts'

const STYLE = `body{font-family:system-ui,sans-serif;background:#f4f1ea;color:#22332e;margin:0;display:grid;place-items:center;min-height:100vh;padding:16px;box-sizing:border-box}
main{background:#fff;padding:32px;border-radius:12px;max-width:420px;width:100%;box-sizing:border-box}
h1{font-size:17px;margin:0 0 4px;overflow-wrap:anywhere}.amount{font-size:34px;margin:16px 0}p{color:#5b6b66;margin:0 0 12px}
button{width:100%;padding:13px;border-radius:8px;border:0;font:inherit;margin-top:10px;cursor:pointer}
fieldset{border:0;margin:0;padding:0}legend{color:#5b6b66;padding:8px 0 4px}
label{display:flex;gap:10px;align-items:baseline;padding:8px 0;border-top:1px solid #eef0ee}label b{white-space:nowrap}label span{color:#5b6b66}
.pay{background:#1f5c4d;color:#fff}.plain{background:#eef0ee;color:#22332e}.notice{color:#a3341f}`

const page = (content: string, locale: Locale): string => {
  const { title, notice } = texts(locale).pages.standIn
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main><p>${notice}</p>${content}</main></body></html>`
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
