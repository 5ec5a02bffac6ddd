import { html, nothing, type TemplateResult } from 'lit-html'
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit-html/directive.js'
import type { Schemas } from './client.ts'
import { money } from './format.ts'
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
    : html`<span class="rating"><span aria-hidden="true">★</span> ${average.toLocaleString(t.tag)} (${count})</span>`

/** The stars that somebody has given, 1 to 5. */
export const stars = (count: number): TemplateResult =>
  html`<span class="rating"><span aria-hidden="true">${'★'.repeat(count)}</span><span class="hidden">${t.trip.stars(count)}</span></span>`

/** The lines of a price, and their sum. */
export const priceLines = (price: Pick<Schemas['Quote'], 'lines' | 'total' | 'currency'>): TemplateResult => html`
  <dl class="lines">
    ${price.lines.map(
      ({ code, quantity, amount }) =>
        html`<div>
          <dt>${label('line_code', code)}${quantity === undefined ? nothing : html` × ${quantity}`}</dt>
          <dd>${money(amount, price.currency)}</dd>
        </div>`,
    )}
    <div class="sum">
      <dt>${t.home.total}</dt>
      <dd>${money(price.total, price.currency)}</dd>
    </div>
  </dl>
`

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
