import { html, nothing, type TemplateResult } from 'lit-html'
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit-html/directive.js'
import type { Schemas } from './client.ts'
import { inWords, money } from './format.ts'
import { label } from './labels.ts'
import { t } from './texts.ts'

type Photo = Schemas['Property']['photos'][number]

/** The content policy admits no `style` in markup: what has to be computed is set on the element. */
class Place extends Directive {
  constructor(part: PartInfo) {
    super(part)
    if (part.type !== PartType.ELEMENT) throw new Error('on an element')
  }

  override update({ element }: ElementPart, [left, top]: [number, number]): typeof nothing {
    Object.assign((element as HTMLElement).style, { left: `${left}%`, top: `${top}%` })
    return nothing
  }

  render(_left: number, _top: number): typeof nothing {
    return nothing
  }
}

/** Puts an element at a place of its parent, in percent. */
export const placed = directive(Place)

/** A photo in the width that fits; `sizes` as of the element. */
export const photo = ({ url, sizes, width, height, alt }: Photo, where: string, isLazy = true): TemplateResult =>
  html`<img
    src=${url}
    srcset=${sizes.map((size) => `${size.url} ${size.width}w`).join(', ')}
    sizes=${where}
    width=${width}
    height=${height}
    alt=${alt ?? ''}
    loading=${isLazy ? 'lazy' : 'eager'}
  />`

/** A person as a picture, or as the first letter of the name. Read out is the name beside it. */
export const face = (person: Schemas['Person'] | null | undefined, isOnline = false): TemplateResult =>
  html`<span class="face ${isOnline ? 'online' : ''}" aria-hidden="true"
    >${person?.avatar ? html`<img src=${person.avatar} alt="" />` : (person?.first_name ?? '·').slice(0, 1)}</span
  >`

export const nameOf = (person: { first_name: string | null } | null | undefined): string =>
  person?.first_name ?? t.person

/** `★ 4.5 (2)`. */
export const rating = (average: number | null, count: number): TemplateResult | typeof nothing =>
  average === null || count === 0
    ? nothing
    : html`<span class="rating"><span aria-hidden="true">★</span> ${average.toLocaleString(t.tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} (${count})</span>`

/** The stars that somebody has given, 1 to 5. */
export const stars = (count: number): TemplateResult =>
  html`<span class="rating"><span aria-hidden="true">${'★'.repeat(count)}</span><span class="hidden">${t.trip.stars(count)}</span></span>`

type Price = Pick<Schemas['Price'], 'lines' | 'total' | 'currency' | 'nightly' | 'nights'>

/** The count of a line of a price, below its name. Pure. */
function counted({ code, quantity, amount }: Schemas['PriceLine'], price: Price, adults: number): string | undefined {
  if (quantity === undefined) return undefined
  const each = price.nightly[0]?.base
  const isEven = each !== undefined && price.nightly.every((night) => night.base === each)
  if (code === 'tourist_tax' && quantity === adults * price.nights)
    return t.price.people(adults, t.nights(price.nights))
  if (code !== 'accommodation') return quantity === 1 ? undefined : `× ${quantity}`
  return isEven && Math.abs(each * price.nights - amount) < 0.005
    ? t.price.each(money(each, price.currency))
    : undefined
}

/** The lines of a price, and their sum. */
export const priceLines = (price: Price, adults: number): TemplateResult => html`
  <dl class="lines">
    ${price.lines.map((line) => {
      const small = counted(line, price, adults)
      const name = line.code === 'accommodation' ? t.nights(price.nights) : label('line_code', line.code)
      return html`<div>
        <dt>${name}${small === undefined ? nothing : html`<br /><small>${small}</small>`}</dt>
        <dd>${money(line.amount, price.currency)}</dd>
      </div>`
    })}
    <div class="sum">
      <dt>${t.home.total}</dt>
      <dd>${money(price.total, price.currency)}</dd>
    </div>
  </dl>
`

/** Refunds of a cancellation, by day. */
export const cancelTerms = ({
  cancellation,
  total,
  currency,
}: Pick<Schemas['Price'], 'cancellation' | 'total' | 'currency'>): TemplateResult | typeof nothing => {
  if (cancellation.length === 0) return nothing
  const amount = (value: number) => money(value, currency)
  return html`<h3>${t.terms.title}</h3>
    <ol class="terms">
      ${cancellation
        .filter(({ refund }) => refund > 0)
        .map(
          ({ until, refund }) => html`<li class=${refund < total ? 'part' : ''}>
            <b>${refund < total ? t.terms.part(amount(refund)) : t.terms.full(amount(refund))}</b>
            <span class="muted">${t.terms.until(inWords(until))}${refund < total ? `, ${t.terms.kept(amount(total - refund))}` : ''}</span>
          </li>`,
        )}
      <li class="none"><b>${t.terms.none}</b> <span class="muted">${t.terms.after}</span></li>
    </ol>`
}

/** Empty state: a sentence and one button. */
export const empty = (sentence: string, path?: string, button?: string): TemplateResult => html`
  <div class="empty">
    <p>${sentence}</p>
    ${path === undefined ? nothing : html`<a class="button" href=${path}>${button}</a>`}
  </div>
`

export const tag = (text: string, kind = ''): TemplateResult => html`<span class="tag ${kind}">${text}</span>`

/** Status of a reservation and of its payment. */
export const states = ({ status, payment_status }: Pick<Schemas['ReservationSummary'], 'status' | 'payment_status'>) =>
  html`${tag(label('reservation_status', status), status)}
  ${payment_status === null ? nothing : tag(label('payment_status', payment_status), payment_status)}`
