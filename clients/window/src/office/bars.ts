import { html, nothing, type TemplateResult } from 'lit-html'
import { Directive, directive, type ElementPart } from 'lit-html/directive.js'
import type { Schemas } from '../client.ts'
import { plusDays, shortSpan } from '../format.ts'
import { o } from '../office-texts.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'
import { type Bar, nightsBetween, type Span } from './plan-layout.ts'
import { sourceOf } from './source.ts'

type PlanRow = Schemas['PlanRow']
export type PlanStay = Schemas['PlanStay']
export type PlanClosure = Schemas['PlanClosure']

/** A stay or a closure of the plan, with what its bar says. */
export interface PlanSpan extends Span {
  name: string
  /** Its source in words, and the colour of it. */
  source: string
  kind: string
  stay?: PlanStay
  closure?: PlanClosure
}

const ofStay = (stay: PlanStay): PlanSpan => {
  const { kind, name: source } = sourceOf(stay)
  const { id, check_in: start, check_out: end, overbooked: isOverbooked } = stay
  const name = stay.guest_name ?? o.today.guest
  return { key: `stay-${id}`, isStay: true, start, end, isOverbooked, name, source, kind, stay }
}

const ofClosure = (closure: PlanClosure): PlanSpan => {
  const isOwners = closure.kind === 'owner_stay'
  const source = isOwners ? o.sources.owner : o.sources.closed
  return {
    key: `closure-${closure.id}`,
    isStay: false,
    start: closure.start_date,
    end: plusDays(closure.end_date, 1),
    isOverbooked: false,
    name: (isOwners ? closure.name : (closure.reason ?? closure.feed)) ?? source,
    source,
    kind: isOwners ? 'ownerStay' : 'shut',
    closure,
  }
}

/** The stays and closures of a home. Pure. */
export const spansOf = ({ stays, closures }: Pick<PlanRow, 'stays' | 'closures'>): PlanSpan[] => [
  ...stays.map(ofStay),
  ...(closures ?? []).map(ofClosure),
]

/** Sets what a style sheet computes with: the content policy admits no `style` in markup. */
class Variables extends Directive {
  override update({ element }: ElementPart, [values]: [Record<string, number>]): typeof nothing {
    for (const [name, value] of Object.entries(values)) (element as HTMLElement).style.setProperty(name, String(value))
    return nothing
  }

  render(_values: Record<string, number>): typeof nothing {
    return nothing
  }
}

export const variables = directive(Variables)

/** Details of a bar for who hears it, beside its name. Pure. */
export function detailsOf({ span, isConflict }: Pick<Bar<PlanSpan>, 'span' | 'isConflict'>): string {
  const { source, name, start, end, stay, closure } = span
  return [
    isConflict ? o.plan.conflict : '',
    source === name ? '' : source,
    stay?.status === 'pending' ? o.plan.held : '',
    closure?.feed && closure.feed !== name ? o.plan.by(closure.feed) : '',
    t.nights(nightsBetween(start, end)),
    shortSpan(start, end),
  ]
    .filter(Boolean)
    .join(', ')
}

const WARNING = html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 3 18 17H2zM10 8v4M10 14.5v.1"></path></svg>`

export interface BarOptions {
  /** Days from the left edge of its cell. */
  left: number
  isTabStop: boolean
  /** It only shows: fingers and keys reach the day below it. */
  isInert?: boolean
  day: string
  onClosure(closure: PlanClosure): void
}

/** A bar in the cell of its first day. A stay is a link, a closure opens what can be done with it. */
export function barView(bar: Bar<PlanSpan>, { left, isTabStop, isInert, day, onClosure }: BarOptions): TemplateResult {
  const { span, lane, width, isCutBefore, isConflict } = bar
  const style = `bar ${span.kind} ${isCutBefore ? 'cut' : ''} ${isConflict ? 'clash' : ''} ${span.stay?.status === 'pending' ? 'held' : ''}`
  const details = detailsOf(bar)
  const tabindex = isTabStop ? 0 : -1
  const place = variables({ '--n': width, '--left': left, '--lane': lane })
  const words = html`${isConflict ? WARNING : nothing}${span.name}<span class="hidden">, ${details}</span>`
  const { stay, closure } = span
  if (isInert) return html`<span ${place} class=${style} aria-hidden="true">${words}</span>`
  if (stay)
    return html`<a ${place} class=${style} href="/stays/${stay.id}" tabindex=${tabindex} data-key=${span.key} data-day=${day} title="${span.name}, ${details}">${words}</a>`
  return html`<button type="button" ${place} class=${style} tabindex=${tabindex} data-key=${span.key} data-day=${day} title="${span.name}, ${details}" @click=${() => closure && onClosure(closure)}>${words}</button>`
}

/** The sources of bars with their colours. */
export const legend = (more: TemplateResult | typeof nothing = nothing): TemplateResult => html`
  <div class="legend" role="group" aria-label=${o.plan.legend}>
    ${tag('Airbnb', 'src air')} ${tag('Booking', 'src book')} ${tag(o.sources.site, 'src site')}
    ${tag(o.sources.hand, 'src tel')} ${tag(o.sources.owner, 'src ownerStay')} ${tag(o.sources.closed, 'src shut')} ${more}
  </div>
`
