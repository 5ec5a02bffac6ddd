import { html, nothing, type TemplateResult } from 'lit-html'
import type { Schemas } from '../client.ts'
import { inFull, plusDays, shortDay, shortSpan, today, WEEKDAYS, weekday } from '../format.ts'
import { o } from '../office-texts.ts'
import { tag } from '../parts.ts'
import { type PlanClosure, type PlanSpan, spansOf } from './bars.ts'
import { mayFill } from './days-panel.ts'
import { layOut } from './plan-layout.ts'

type PlanRow = Schemas['PlanRow']

interface DayOptions {
  rows: PlanRow[]
  /** The first of the seven days, and the chosen one. */
  from: string
  day: string
  onDay(day: string): void
  onTurn(days: number): void
  onFree(row: PlanRow, day: string, key: string): void
  onClosure(row: PlanRow, closure: PlanClosure): void
}

interface Entry {
  row: PlanRow
  span: PlanSpan
}

function week({ from, day, onDay, onTurn }: DayOptions): TemplateResult {
  const days = [0, 1, 2, 3, 4, 5, 6].map((index) => plusDays(from, index))
  return html`<nav class="week" aria-label=${o.plan.week}>
    <button type="button" class="quiet" aria-label=${o.plan.earlier(7)} @click=${() => onTurn(-7)}>‹</button>
    ${days.map(
      (
        one,
      ) => html`<button type="button" class="quiet ${one === today() ? 'now' : ''}" aria-pressed=${one === day ? 'true' : 'false'} @click=${() => onDay(one)}>
        <span aria-hidden="true">${WEEKDAYS[weekday(one)]?.short}<b>${Number(one.slice(8))}</b></span><span class="hidden">${inFull(one)}</span>
      </button>`,
    )}
    <button type="button" class="quiet" aria-label=${o.plan.later(7)} @click=${() => onTurn(7)}>›</button>
  </nav>`
}

const entryRow = ({ row, span }: Entry, { onClosure }: DayOptions): TemplateResult => {
  const { stay, closure } = span
  return html`<li>
    <div class="grow">
      ${
        stay
          ? html`<a class="name" href="/stays/${stay.id}">${span.name}</a>`
          : html`<button type="button" class="name linkLike" data-key=${span.key} @click=${() => closure && onClosure(row, closure)}>${span.name}</button>`
      }
      <small>${row.property.title} · ${o.plan.until(shortDay(span.end))}${stay?.status === 'pending' ? ` · ${o.plan.held}` : ''}</small>
    </div>
    ${tag(span.source, `src ${span.kind}`)}
  </li>`
}

const listed = (title: string, entries: Entry[], options: DayOptions): TemplateResult => html`<section class="card">
  <div class="between"><h2>${title}</h2><small>${entries.length}</small></div>
  ${entries.length === 0 ? html`<p class="muted">${o.plan.nobody}</p>` : html`<ul class="list">${entries.map((one) => entryRow(one, options))}</ul>`}
</section>`

const freeList = (free: PlanRow[], { day, onFree }: DayOptions): TemplateResult => html`<section class="card">
  <div class="between"><h2>${o.plan.freeHomes}</h2><small>${free.length}</small></div>
  ${
    free.length === 0
      ? html`<p class="muted">${o.plan.nobody}</p>`
      : html`<ul class="list">
        ${free.map((row) => {
          const { id, title, city } = row.property
          const key = `${id} ${day}`
          const isOpen = mayFill() && day >= today()
          return html`<li><div class="grow">
            ${isOpen ? html`<button type="button" class="name linkLike" data-key=${key} aria-label=${o.plan.openFree(title)} @click=${() => onFree(row, day, key)}>${title}</button>` : html`<b>${title}</b>`}
            <small>${city}</small>
          </div></li>`
        })}
      </ul>`
  }
</section>`

/** The plan on a telephone: the days of a week, and who arrives, stays and leaves on one of them. */
export function planDay(options: DayOptions): TemplateResult {
  const { rows, day } = options
  const entries = rows.flatMap((row) => spansOf(row).map((span) => ({ row, span })))
  const of = (isIn: (span: PlanSpan) => boolean) => entries.filter(({ span }) => isIn(span))
  const isPresent = ({ start, end }: PlanSpan) => start < day && day < end
  const isClosure = ({ closure }: PlanSpan) => closure?.kind === 'closure'
  const conflicts = rows.flatMap((row) =>
    layOut(spansOf(row), day, 1)
      .filter(({ isConflict }) => isConflict)
      .map(({ span }) => ({ row, span })),
  )
  const closed = of((span) => isClosure(span) && span.start <= day && day < span.end)
  const free = rows.filter((row) => spansOf(row).every(({ start, end }) => day < start || end <= day))
  return html`
    ${week(options)}
    ${conflicts.map(
      ({ row, span }) =>
        html`<p class="say bad"><a href=${span.stay ? `/stays/${span.stay.id}` : `/calendar/${row.property.id}`}>${o.plan.conflictOf(row.property.title, shortSpan(span.start, span.end))}</a></p>`,
    )}
    <h2 class="ofDay">${inFull(day)}</h2>
    ${listed(
      o.plan.arrivals,
      of((span) => !isClosure(span) && span.start === day),
      options,
    )}
    ${listed(
      o.plan.inHouse,
      of((span) => !isClosure(span) && isPresent(span)),
      options,
    )}
    ${listed(
      o.plan.departures,
      of((span) => !isClosure(span) && span.end === day),
      options,
    )}
    ${closed.length === 0 ? nothing : listed(o.plan.closed, closed, options)}
    ${freeList(free, options)}
  `
}
