import { html, nothing, type TemplateResult } from 'lit-html'
import type { Schemas } from '../client.ts'
import { can } from '../company.ts'
import { inWords, plusDays, today, WEEKDAYS, weekday } from '../format.ts'
import { o } from '../office-texts.ts'
import { type BarOptions, barView, type PlanClosure, type PlanSpan, spansOf, variables } from './bars.ts'
import { mayFill } from './days-panel.ts'
import { type Bar, barsOfNight, lanesOf, layOut, type Target, targetAt, targetsOf } from './plan-layout.ts'

type PlanRow = Schemas['PlanRow']

/** The days of the plan, the chosen ones, and its reactions. */
export interface GridOptions {
  rows: PlanRow[]
  days: string[]
  /** The chosen nights of a home, both included. */
  chosen: { property_id: string; first: string; last: string } | undefined
  onDay(row: PlanRow, day: string, key: string): void
  onClosure(row: PlanRow, closure: PlanClosure): void
  /** Shows other days, and gives the focus to a home and a day. */
  onTurn(days: number, home: string, day: string): void
}

interface Line {
  row: PlanRow
  bars: Bar<PlanSpan>[]
  targets: Target[]
}

/** The home and the day that the arrow keys stand on. */
let focused: { home: string; day: string } | undefined

const keyOf = (home: string, day: string): string => `${home} ${day}`

/** Gives the focus to what a home has on a day, after the drawing. */
export function focusOn(home: string, day: string): void {
  focused = { home, day }
  queueMicrotask(() => document.querySelector<HTMLElement>('.plan [data-key][tabindex="0"]')?.focus())
}

/** The target that Tab reaches: the one with the focus, else the first one. Pure. */
function tabStopOf(lines: Line[]): string | undefined {
  const line = lines.find(({ row }) => row.property.id === focused?.home)
  const wanted = line && focused ? targetAt(line.targets, focused.day) : undefined
  return (wanted ?? lines.find(({ targets }) => targets.length > 0)?.targets[0])?.key
}

function onKey(event: KeyboardEvent, lines: Line[], { days, onTurn }: GridOptions): void {
  const { key, day = '' } = (event.target as HTMLElement).dataset
  const place = lines.findIndex(({ targets }) => targets.some((one) => one.key === key))
  const line = lines[place]
  if (!line) return
  const at = line.targets.findIndex((one) => one.key === key)
  const count = days.length
  const home = line.row.property.id
  const standing = focused?.home === home ? focused.day : day
  const go = (to: Line | undefined, target: Target | undefined, wanted: string) => {
    if (!to || !target) return
    focused = { home: to.row.property.id, day: wanted }
    const control = document.querySelector<HTMLElement>(`.plan [data-key="${target.key}"]`)
    control?.focus()
  }
  const beside = (step: number) => {
    const next = line.targets[at + step]
    if (at + step < 0) onTurn(-count, home, plusDays(days[0] ?? day, -1))
    else if (!next) onTurn(count, home, plusDays(days.at(-1) ?? day, 1))
    else go(line, next, next.day)
  }
  const above = (step: number) => {
    const others = step > 0 ? lines.slice(place + 1) : lines.slice(0, place).reverse()
    const next = others.find(({ targets }) => targets.length > 0)
    go(next, next && targetAt(next.targets, standing), standing)
  }
  const moves: Record<string, () => void> = {
    ArrowRight: () => beside(1),
    ArrowLeft: () => beside(-1),
    ArrowDown: () => above(1),
    ArrowUp: () => above(-1),
    Home: () => go(line, line.targets[0], line.targets[0]?.day ?? ''),
    End: () => go(line, line.targets.at(-1), line.targets.at(-1)?.day ?? ''),
    PageUp: () => onTurn(-count, home, plusDays(standing, -count)),
    PageDown: () => onTurn(count, home, plusDays(standing, count)),
  }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  move()
}

const dayClass = (day: string): string => `${day === today() ? 'now' : ''} ${weekday(day) > 4 ? 'rest' : ''}`

function head(days: string[]): TemplateResult {
  return html`<tr>
    <th scope="col">${o.plan.home}</th>
    ${days.map(
      (day) => html`<th scope="col" class=${dayClass(day)} aria-current=${day === today() ? 'date' : nothing}>
        <span aria-hidden="true">${WEEKDAYS[weekday(day)]?.short}<b>${Number(day.slice(8))}</b></span><span class="hidden">${inWords(day)}</span>
      </th>`,
    )}
  </tr>`
}

function cell({ row, bars, targets }: Line, index: number, options: GridOptions, stop: string | undefined) {
  const { days, chosen, onDay, onClosure } = options
  const day = days[index] ?? ''
  const { id, title } = row.property
  const free = targets.find(({ key }) => key === keyOf(id, day))
  const isChosen = chosen?.property_id === id && chosen.first <= day && day <= chosen.last
  const here = bars.filter(({ left }) => Math.floor(left) === index)
  const barOptions = (bar: Bar<PlanSpan>): BarOptions => ({
    left: bar.left - index,
    isTabStop: bar.span.key === stop,
    day,
    onClosure: (closure) => onClosure(row, closure),
  })
  return html`<td class=${dayClass(day)}>
    ${
      free
        ? html`<button type="button" class="free" data-key=${free.key} data-day=${day} tabindex=${free.key === stop ? 0 : -1} aria-pressed=${isChosen ? 'true' : 'false'} aria-label=${o.plan.free(title, inWords(day))} @click=${() => onDay(row, day, free.key)}><span aria-hidden="true">+</span></button>`
        : nothing
    }
    ${here.map((bar) => barView(bar, barOptions(bar)))}
  </td>`
}

function line(one: Line, options: GridOptions, stop: string | undefined): TemplateResult {
  const { id, title } = one.row.property
  const lanes = lanesOf(one.bars)
  return html`<tr ${variables({ '--lanes': lanes })}>
    <th scope="row">${can('calendar.read') ? html`<a href="/calendar/${id}" title=${title}>${title}</a>` : html`<span title=${title}>${title}</span>`}</th>
    ${options.days.map((_, index) => cell(one, index, options, stop))}
  </tr>`
}

/** Homes by days: bars of stays and closures, and free days that can be filled. One tab stop, arrow keys move. */
export function planGrid(options: GridOptions): TemplateResult {
  const { rows, days } = options
  const now = today()
  const isFillable = mayFill()
  const lines = rows.map((row): Line => {
    const bars = layOut(spansOf(row), days[0] ?? '', days.length)
    const free = (day: string) =>
      isFillable && day >= now && barsOfNight(bars, day).length === 0 ? keyOf(row.property.id, day) : undefined
    return { row, bars, targets: targetsOf(bars, days, free) }
  })
  const stop = tabStopOf(lines)
  const remember = (event: FocusEvent) => {
    const { key, day } = (event.target as HTMLElement).dataset
    const home = lines.find(({ targets }) => targets.some((one) => one.key === key))?.row.property.id
    if (home === undefined || day === undefined) return
    if (
      focused?.home !== home ||
      targetAt(lines.find(({ row }) => row.property.id === home)?.targets ?? [], focused.day)?.key !== key
    )
      focused = { home, day }
    for (const other of document.querySelectorAll('.plan [data-key][tabindex="0"]'))
      other.setAttribute('tabindex', '-1')
    ;(event.target as HTMLElement).setAttribute('tabindex', '0')
  }
  return html`<div class="card plan" role="region" aria-label=${o.plan.region(o.plan.homes(rows.length), days.length)}>
    <table @keydown=${(event: KeyboardEvent) => onKey(event, lines, options)} @focusin=${remember}>
      <thead>${head(days)}</thead>
      <tbody>${lines.map((one) => line(one, options, stop))}</tbody>
    </table>
  </div>`
}
