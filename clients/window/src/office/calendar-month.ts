import { html, nothing, type TemplateResult } from 'lit-html'
import type { Schemas } from '../client.ts'
import { DAY_STEPS } from '../day-steps.ts'
import { inWords, money, monthOf, plusDays, plusMonths, WEEKDAYS, weekday } from '../format.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { redraw } from '../page.ts'
import { barView, type PlanClosure, type PlanSpan, variables } from './bars.ts'
import { barsOfNight, lanesOf, layOut } from './plan-layout.ts'

type Day = Schemas['CalendarDay']

/** Contents of a month, and its reactions. */
export interface MonthOptions {
  /** The first day of the month. */
  month: string
  days: ReadonlyMap<string, Day>
  spans: PlanSpan[]
  /** The chosen nights, both included. */
  from: string | undefined
  to: string | undefined
  /** True if bars are links; on a telephone they are too low for a finger. */
  isPhone: boolean
  onPick(day: string): void
  onClosure(closure: PlanClosure): void
  onMonth(month: string): void
}

/** The day that the arrow keys stand on. */
let focused: string | undefined

/** The first and the last day of the weeks of a month. Pure. */
export function weeksOf(month: string): { first: string; last: string } {
  const end = plusDays(plusMonths(month, 1), -1)
  return { first: plusDays(month, -weekday(month)), last: plusDays(end, 6 - weekday(end)) }
}

function onKey(event: KeyboardEvent, { month, onMonth }: MonthOptions): void {
  const step = DAY_STEPS[event.key]
  const { day } = (event.target as HTMLElement).dataset
  if (step === undefined || day === undefined) return
  event.preventDefault()
  const next = step(day)
  focused = next
  if (next < month || next >= plusMonths(month, 1)) onMonth(plusMonths(next, 0))
  redraw()
  // After the drawing, which is queued before this.
  queueMicrotask(() => document.querySelector<HTMLElement>(`.month [data-day="${next}"]`)?.focus())
}

/** The state of a day in words, beside its number. Pure. */
function stateOf(day: Day | undefined, names: string[]): string {
  if (!day) return ''
  const price = money(day.discounted_price, day.currency, true)
  return day.is_available ? o.plan.calendar.freeAt(price) : [label('day_status', day.status), ...names].join(', ')
}

function cell(
  date: string,
  bars: ReturnType<typeof layOut<PlanSpan>>,
  index: number,
  options: MonthOptions,
  stop: string,
) {
  const { month, days, from, to, isPhone, onPick, onClosure } = options
  const day = days.get(date)
  const isPast = day?.status === 'past'
  const isChosen = from !== undefined && date >= from && date <= (to ?? from)
  const names = barsOfNight(bars, date).map(({ span }) => span.name)
  const pick = () => {
    focused = date
    if (!isPast) onPick(date)
  }
  return html`<td class="${date.slice(0, 7) === month.slice(0, 7) ? '' : 'other'} ${isPast ? 'past' : ''}">
    <button
      type="button"
      class="date"
      data-day=${date}
      tabindex=${date === stop ? 0 : -1}
      aria-disabled=${isPast ? 'true' : 'false'}
      aria-pressed=${isChosen ? 'true' : 'false'}
      @click=${pick}
    >
      <span aria-hidden="true">${Number(date.slice(8))}</span>
      ${day?.is_available ? html`<small aria-hidden="true">${money(day.discounted_price, day.currency, true)}</small>` : nothing}
      <span class="hidden">${o.plan.calendar.day(inWords(date), stateOf(day, names))}</span>
    </button>
    ${bars
      .filter(({ left }) => Math.floor(left) === index)
      .map((bar) => barView(bar, { left: bar.left - index, isTabStop: false, isInert: isPhone, day: '', onClosure }))}
  </td>`
}

function week(first: string, options: MonthOptions, stop: string): TemplateResult {
  const bars = layOut(options.spans, first, 7)
  return html`<tr ${variables({ '--lanes': lanesOf(bars) })}>
    ${[0, 1, 2, 3, 4, 5, 6].map((index) => cell(plusDays(first, index), bars, index, options, stop))}
  </tr>`
}

/** The weeks of a month with prices and bars; arrow keys move between days, and one day is a tab stop. */
export function calendarMonth(options: MonthOptions): TemplateResult {
  const { month, from, onMonth } = options
  const { first, last } = weeksOf(month)
  const wanted = focused ?? from ?? month
  const stop = wanted >= first && wanted <= last ? wanted : month
  const weeks: string[] = []
  for (let day = first; day <= last; day = plusDays(day, 7)) weeks.push(day)
  return html`<section class="month" aria-labelledby="month">
    <div class="between">
      <h2 id="month" aria-live="polite">${monthOf(month)}</h2>
      <div class="actions">
        <button type="button" class="second" aria-label=${o.plan.calendar.earlier} @click=${() => onMonth(plusMonths(month, -1))}>←</button>
        <button type="button" class="second" aria-label=${o.plan.calendar.later} @click=${() => onMonth(plusMonths(month, 1))}>→</button>
      </div>
    </div>
    <table @keydown=${(event: KeyboardEvent) => onKey(event, options)}>
      <thead>
        <tr>${WEEKDAYS.map(({ short, word }) => html`<th scope="col"><abbr title=${word}>${short}</abbr></th>`)}</tr>
      </thead>
      <tbody>${weeks.map((day) => week(day, options, stop))}</tbody>
    </table>
  </section>`
}
