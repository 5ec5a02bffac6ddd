import type { Brand } from '../../platform/http/brand.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { toCents } from '../../platform/lib/money.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import type { StayPage } from './schemas.ts'

/** Parts of the page of a stay as HTML. Texts are escaped here. Pure. */

/** Parts of the page that are folded. */
export type Part = 'contract' | 'sharing' | 'change' | 'cancel'

/** Material of a section. */
export interface Shown {
  page: StayPage
  locale: Locale
  /** Path of the page, to which its forms are sent. */
  path: string
  /** Part that is unfolded, because its form was sent. */
  open?: Part | undefined
  /** Words of a message that was refused, which are not lost. */
  words?: string | undefined
  brand?: Brand | undefined
}

/** A part of the page of a stay; empty where there is nothing to say. */
export type Section = (shown: Shown) => string

export const card = (title: string, body: string): string => `<section><h2>${escapeHtml(title)}</h2>${body}</section>`

/** A card that is folded until somebody opens it, or sends its form; `news` stands above it. */
export const folded = ({ open }: Shown, part: Part, title: string, body: string, news = ''): string =>
  `<section id="${part}">${news}<details${open === part ? ' open' : ''}><summary><h2>${escapeHtml(title)}</h2></summary>${body}</details></section>`

/** A text of a person, with its lines. */
export const prose = (text: string): string => `<p class="prose">${escapeHtml(text)}</p>`

export const note = (text: string): string => `<p>${escapeHtml(text)}</p>`

/** Pairs of a name and a value; those without a value are left out. */
export function facts(pairs: [name: string, value: string | null][]): string {
  const rows = pairs.flatMap(([name, value]) =>
    value === null ? [] : [`<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`],
  )
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`
}

/** A link that looks like a button. */
export const button = (label: string, url: string): string =>
  `<p><a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

export const link = (label: string, url: string): string =>
  `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

/** A labelled text of several lines. */
export const area = (label: string, name: string, attributes: string, value = ''): string =>
  `<label>${escapeHtml(label)}<textarea name="${name}" ${attributes}>${escapeHtml(value)}</textarea></label>`

/** An address of this service without its host: the page may be read under another one, whose own it then is. */
export function ofHere(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

export const form = (action: string, label: string, fields = '', kind = ''): string =>
  `<form method="post" action="${escapeHtml(action)}">${fields}<button${kind && ` class="${kind}"`}>${escapeHtml(label)}</button></form>`

/** A labelled field; `attributes` are the page's own. */
export const field = (label: string, name: string, attributes: string, value = ''): string =>
  `<label>${escapeHtml(label)}<input name="${name}" value="${escapeHtml(value)}" ${attributes}></label>`

/** The field of a mailed code. */
export const codeField = (label: string): string =>
  field(label, 'code', 'inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required')

export const moneyOf =
  ({ page, locale }: Shown) =>
  (amount: number): string =>
    formatMoney(toCents(amount) ?? 0, page.money?.currency ?? 'EUR', locale)

/** A moment at the home, with its day and hour. */
export const momentOf = ({ page, locale }: Shown, at: string): string =>
  new Intl.DateTimeFormat(texts(locale).tag, {
    ...{ dateStyle: 'full', timeStyle: 'short', timeZone: page.property.timezone },
  }).format(new Date(at))

/** The page is a column of cards, on a phone too. */
export const STYLES = `
main{background:none;border:0;padding:0 16px 32px;margin:16px auto}
header{padding:8px 4px}h1{margin:0 0 4px}h2{font-size:1.25rem;line-height:1.4;margin:0 0 12px}header p,.soft{color:var(--muted);margin:0}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:20px;margin:12px 0}section>:last-child,details>:last-child{margin-bottom:0}
.prose{white-space:pre-line}h3{font-size:1rem;margin:16px 0 4px}
dl{margin:0 0 12px}dl div{display:flex;justify-content:space-between;gap:16px;padding:6px 0;border-bottom:1px solid var(--line)}dl div:last-child{border:0}dt{color:var(--muted)}dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
.code{font:600 2rem/1.2 ui-monospace,monospace;letter-spacing:2px;margin:0 0 4px}
button.quiet{background:var(--card);color:var(--accent);border-color:var(--edge)}button.grave{background:none;color:inherit;border-color:currentColor}
form{margin:0 0 12px}label{display:block;color:var(--muted);font-size:.875rem;margin:0 0 12px}input,select,textarea{display:block;width:100%;min-height:44px;font:inherit;font-size:1rem;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:7px 12px;margin-top:4px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 12px}.three{grid-template-columns:1fr 1fr 1fr}summary h2{display:inline}details[open]>summary{margin-bottom:12px}
img{display:block;max-width:100%;height:auto;border-radius:10px}figure{margin:0 0 12px}figcaption{color:var(--muted);margin-top:4px}
.talk{list-style:none;margin:0 0 12px;padding:0}.talk li{background:var(--paper);border-radius:10px;padding:10px 12px;margin:0 32px 8px 0}.talk .mine{background:var(--soft);margin:0 0 8px 32px}.talk p{margin:0}
fieldset{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;margin:12px 0}legend{font-weight:600;padding:0 4px}.wrong{display:block;font-style:normal;color:var(--ink);background:var(--warn)}
.say{background:var(--soft)}.warn{background:var(--warn)}.say p,.warn p{margin:0}ul{margin:0 0 12px;padding-left:20px}
@media(max-width:40rem){main{margin:8px auto;padding:0 12px 24px}}`
