import { html, nothing, type TemplateResult } from 'lit-html'
import { can } from '../company.ts'
import { plusDays, shortSpan } from '../format.ts'
import { o } from '../office-texts.ts'
import { focusHeading, redraw } from '../page.ts'
import type { People } from '../people.ts'
import { t } from '../texts.ts'
import { type PlanClosure, type PlanSpan, spansOf } from './bars.ts'
import { closing } from './closing.ts'
import { handBooking, type Nights } from './hand-booking.ts'
import { nightsBetween } from './plan-layout.ts'
import { tabs } from './tabs.ts'

/** A home with the days that somebody has chosen in it, or one of its closures. */
interface Chosen extends Nights {
  title: string
  closure?: PlanClosure
}

/** True if the nights of a home from one day to another are all free. Pure. */
export const areFree = (spans: PlanSpan[], check_in: string, check_out: string): boolean =>
  spans.every(({ start, end }) => end <= check_in || check_out <= start)

/** Dates before are not complete yet. */
const SENSIBLE = '2000-01-01'

/** True if somebody may do anything with free days. */
export const mayFill = (): boolean => can('reservations.write') || can('calendar.write')

/** The panel of chosen days: book them for somebody, keep them for the owner, close or reopen them. */
export function daysPanel(refresh: () => Promise<void>) {
  let chosen: Chosen | undefined
  /** Its control, which gets the focus back. */
  let origin: string | undefined
  let isDone = false
  const choices = tabs<'book' | 'ownerStay' | 'close'>('days', o.plan.panel.tabs)
  const nights = (): Nights => {
    const { property_id = '', check_in = '', check_out = '' } = chosen ?? {}
    return { property_id, check_in, check_out }
  }
  const booking = handBooking(
    nights,
    async () => {
      isDone = true
      await refresh()
    },
    refresh,
  )
  const close = () => {
    chosen = undefined
    booking.dismiss()
    redraw()
    queueMicrotask(() => {
      // A filled day is no longer a control. Keep the focus in the plan.
      const control = document.querySelector<HTMLElement>(`[data-key="${origin}"]`)
      const next = control ?? document.querySelector<HTMLElement>('.plan [data-key][tabindex="0"]')
      if (next) next.focus()
      else focusHeading()
    })
  }
  const days = closing(nights, async () => {
    await refresh()
    close()
  })

  const show = (next: Chosen, key: string) => {
    isDone = false
    booking.dismiss()
    chosen = next
    origin = key
    if (!next.closure && can('reservations.write')) booking.refresh()
    redraw()
  }
  const changeDays = (event: Event) => {
    if (!chosen) return
    const { name, value } = event.target as HTMLInputElement
    // While somebody types, a date has a year of one or two digits.
    if (value < SENSIBLE) return
    const next = { ...chosen, [name]: value }
    if (name === 'check_in' && next.check_out <= value) next.check_out = plusDays(value, 1)
    chosen = next
    if (next.check_in < next.check_out) show(next, origin ?? '')
    else redraw()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }

  const dates = ({ check_in, check_out }: Chosen): TemplateResult => html`<div class="pair">
      <label>${o.plan.panel.arrival}<input type="date" name="check_in" required .value=${check_in} @change=${changeDays} /></label>
      <label>${o.plan.panel.departure}<input type="date" name="check_out" required .value=${check_out} @change=${changeDays} /></label>
    </div>
    ${
      check_in < check_out
        ? html`<p class="small muted">${t.nights(nightsBetween(check_in, check_out))}, ${shortSpan(check_in, check_out)}</p>`
        : html`<p class="say bad" role="alert">${o.plan.panel.backwards}</p>`
    }`

  const forms = (): TemplateResult =>
    choices.view([
      ...(can('reservations.write') ? [{ name: 'book' as const, title: o.plan.panel.book, view: booking.form }] : []),
      ...(can('calendar.write')
        ? [
            { name: 'ownerStay' as const, title: o.plan.panel.ownerStay, view: days.ownerStay },
            { name: 'close' as const, title: o.plan.panel.close, view: days.close },
          ]
        : []),
    ])

  const closureOf = (closure: PlanClosure, title: string): TemplateResult => {
    const [one] = spansOf({ stays: [], closures: [closure] })
    return html`<h2>${title}</h2>
      <p><b>${one?.name}</b><br /><span class="muted">${one && t.nights(nightsBetween(one.start, one.end))}, ${shortSpan(closure.start_date, plusDays(closure.end_date, 1))}</span></p>
      ${days.closure(closure)}`
  }

  return {
    chosen: () => chosen,
    /** Opens it for days of a home; the focus goes to its heading, and comes back to the control with this key. */
    open(next: Chosen, key: string, people?: People): void {
      if (people) booking.count(people)
      show(next, key)
      // The panel takes room from the plan: what it is about stays in sight.
      queueMicrotask(() =>
        document.querySelector(`[data-key="${key}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      )
      focusHeading('.panel h2')
    },
    close,
    view: (): TemplateResult | typeof nothing => {
      if (!chosen) return nothing
      const { title, closure, property_id } = chosen
      return html`<aside class="card panel" aria-label=${o.plan.panel.title} @keydown=${onKey}>
        <button type="button" class="quiet x" aria-label=${t.close} @click=${close}>×</button>
        ${closure ? closureOf(closure, title) : html`<h2>${title}</h2>${isDone && booking.result() ? booking.result() : html`${dates(chosen)} ${chosen.check_in < chosen.check_out ? forms() : nothing}`}`}
        ${can('calendar.read') ? html`<p class="foot"><a class="linked" href="/calendar/${property_id}">${o.plan.panel.calendar}</a></p>` : nothing}
      </aside>`
    },
  }
}
