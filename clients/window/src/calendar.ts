import { html, nothing, type TemplateResult } from 'lit-html'
import type { Schemas } from './client.ts'
import { DAY_STEPS } from './day-steps.ts'
import { inWords, money, monthOf, plusDays, plusMonths, WEEKDAYS, weekday } from './format.ts'
import { label } from './labels.ts'
import { redraw } from './page.ts'
import { t } from './texts.ts'

export type Day = Schemas['CalendarDay']

/** Contents of a calendar, and its reactions to picking a day or leaving the months shown. */
interface CalendarOptions {
  /** The first day of the first of two months. */
  month: string
  days: ReadonlyMap<string, Day>
  /** The chosen days, both included; undefined: not yet. */
  from: string | undefined
  to: string | undefined
  canPick(day: string): boolean
  onPick(day: string): void
  onMonth(month: string): void
}

/** The day that the arrow keys stand on; there is one calendar on a screen. */
let focused: string | undefined

const isShown = (day: string, month: string): boolean => day >= month && day < plusMonths(month, 2)

function onKey(event: KeyboardEvent, { month, onMonth }: CalendarOptions): void {
  const step = DAY_STEPS[event.key]
  const current = (event.target as HTMLElement).dataset.day
  if (step === undefined || current === undefined) return
  event.preventDefault()
  const next = step(current)
  focused = next
  if (!isShown(next, month)) onMonth(plusMonths(month, next < month ? -1 : 1))
  redraw()
  const calendar = (event.currentTarget as HTMLElement).closest('.calendar')
  // After the drawing, which is queued before this.
  queueMicrotask(() => calendar?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
}

function dayButton(date: string, options: CalendarOptions, tabbable: string): TemplateResult {
  const { days, from, to, canPick, onPick } = options
  const day = days.get(date)
  const isFree = canPick(date)
  const isEnd = date === from || date === to
  const isBetween = from !== undefined && to !== undefined && date > from && date < to
  const price = day && money(day.discounted_price, day.currency, true)
  const state = day && !day.is_available ? label('day_status', day.status) : price
  const pick = () => {
    focused = date
    if (isFree) onPick(date)
  }
  return html`<button
    type="button"
    data-day=${date}
    class="day ${isEnd ? 'end' : isBetween ? 'between' : ''} ${day?.status ?? ''}"
    tabindex=${date === tabbable ? 0 : -1}
    aria-disabled=${isFree ? 'false' : 'true'}
    aria-pressed=${isEnd || isBetween ? 'true' : 'false'}
    @click=${pick}
  >
    <b aria-hidden="true">${Number(date.slice(8))}</b>
    <small aria-hidden="true">${day?.is_available ? Math.round(day.discounted_price) : nothing}</small>
    <span class="hidden">${[inWords(date), state].filter(Boolean).join(', ')}</span>
  </button>`
}

function monthTable(first: string, options: CalendarOptions, tabbable: string): TemplateResult {
  const end = plusMonths(first, 1)
  const start = plusDays(first, -weekday(first))
  const weeks: string[] = []
  for (let day = start; day < end; day = plusDays(day, 7)) weeks.push(day)
  return html`<table>
    <caption>${monthOf(first)}</caption>
    <thead>
      <tr>
        ${WEEKDAYS.map(({ letter, word }) => html`<th scope="col"><abbr title=${word}>${letter}</abbr></th>`)}
      </tr>
    </thead>
    <tbody>
      ${weeks.map(
        (week) => html`<tr>
          ${[0, 1, 2, 3, 4, 5, 6].map((index) => {
            const day = plusDays(week, index)
            return html`<td>${day < first || day >= end ? nothing : dayButton(day, options, tabbable)}</td>`
          })}
        </tr>`,
      )}
    </tbody>
  </table>`
}

/** Two months with prices; arrow keys move between days, as in other calendars. */
export function calendar(options: CalendarOptions): TemplateResult {
  const { month, from, onMonth } = options
  const wanted = focused ?? from ?? month
  const tabbable = isShown(wanted, month) ? wanted : month
  return html`<div class="calendar" @keydown=${(event: KeyboardEvent) => onKey(event, options)}>
    <div class="turn">
      <button type="button" class="quiet" aria-label=${t.home.previous} @click=${() => onMonth(plusMonths(month, -1))}>‹</button>
      <button type="button" class="quiet" aria-label=${t.home.next} @click=${() => onMonth(plusMonths(month, 1))}>›</button>
    </div>
    <div class="months">${monthTable(month, options, tabbable)} ${monthTable(plusMonths(month, 1), options, tabbable)}</div>
  </div>`
}
