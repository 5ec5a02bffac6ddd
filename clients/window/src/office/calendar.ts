import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { plusDays, plusMonths, shortSpan, span, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { focusHeading, follow, quietly, redraw, type Screen } from '../page.ts'
import { tag } from '../parts.ts'
import { settings } from '../settings.ts'
import { legend, type PlanClosure, type PlanSpan, spansOf } from './bars.ts'
import { calendarMonth, weeksOf } from './calendar-month.ts'
import { calendarTools } from './calendar-tools.ts'
import { office } from './client.ts'
import { connections } from './connections.ts'
import { areFree } from './days-panel.ts'
import { nightsBetween } from './plan-layout.ts'

type Day = Schemas['CalendarDay']

const phone = matchMedia('(max-width: 600px)')

/** The calendar of one home: stays, closures, prices, seasons, and who else reads and writes it. */
export async function calendar(property_id: string): Promise<Screen> {
  let month = plusMonths(today(), 0)
  let title = o.plan.calendar.title
  const days = new Map<string, Day>()
  let spans: PlanSpan[] = []
  let [from, to]: [string | undefined, string | undefined] = [undefined, undefined]

  const readDays = async () => {
    const { first, last } = weeksOf(month)
    const path = { property_id }
    const range = { from: first, to: last }
    const [plan, availability] = await Promise.all([
      office().GET('/api/v1/plan', { params: { query: { ...range, property_id } } }),
      office().GET('/api/v1/calendars/properties/{property_id}/availability', { params: { path, query: range } }),
    ])
    for (const day of dataOf(availability)) days.set(day.date, day)
    const [row] = dataOf(plan)
    spans = row ? spansOf(row) : []
    title = row?.property.title ?? title
  }
  const readSeasons = async () =>
    bodyOf(await office().GET('/api/v1/seasons-test', { params: { query: { property_id, per_page: 100 } } })).data
  let [seasons] = await Promise.all([readSeasons(), readDays()])

  const refresh = async () => {
    const [read] = await Promise.all([readSeasons(), readDays()])
    seasons = read
    redraw()
  }
  const nights = () => ({ property_id, check_in: from ?? today(), check_out: plusDays(to ?? from ?? today(), 1) })
  const chosen = (): Day[] => {
    const all: Day[] = []
    for (let day = nights().check_in; day < nights().check_out; day = plusDays(day, 1)) {
      const known = days.get(day)
      if (known) all.push(known)
    }
    return all
  }
  const tools = calendarTools({
    nights,
    chosen,
    seasons: () => seasons,
    changed: async (isKept = false) => {
      if (!isKept) [from, to] = [undefined, undefined]
      await refresh()
    },
  })
  const others = connections(property_id)

  const pick = (day: string) => {
    // The second day is that of the departure.
    if (from !== undefined && to === undefined && day > from) to = plusDays(day, -1)
    else [from, to] = [day, undefined]
    tools.reset()
    redraw()
    // On a telephone the settings are below the month.
    if (phone.matches && to !== undefined)
      queueMicrotask(() => document.querySelector('.settings')?.scrollIntoView({ block: 'nearest' }))
  }
  const pickClosure = ({ start_date, end_date }: PlanClosure) => {
    ;[from, to] = [start_date < today() ? today() : start_date, end_date]
    tools.reset()
    redraw()
    focusHeading('.settings h2')
  }
  const turn = (first: string) =>
    follow(async () => {
      month = first
      await readDays()
    })
  phone.addEventListener('change', redraw)

  /** The stays and closures of the chosen nights, which keys and fingers reach here. */
  const inside = (): TemplateResult | typeof nothing => {
    const { check_in, check_out } = nights()
    const here = spans.filter(({ start, end }) => start < check_out && check_in < end)
    if (here.length === 0) return nothing
    return html`<ul class="list">
      ${here.map(
        ({ name, stay, source, kind, start, end }) => html`<li>
          <div class="grow">${stay ? html`<a class="name" href="/stays/${stay.id}">${name}</a>` : html`<b>${name}</b>`}<small>${shortSpan(start, end)}</small></div>
          ${tag(source, `src ${kind}`)}
        </li>`,
      )}
    </ul>`
  }

  const panel = (): TemplateResult => {
    if (from === undefined)
      return html`<h2>${o.plan.calendar.pick}</h2><p class="muted">${can('calendar.write') ? o.plan.calendar.how : nothing}</p>`
    const { check_in, check_out } = nights()
    const count = nightsBetween(check_in, check_out)
    return html`<h2>${span(from, to ?? from)}</h2>
      <p class="small muted">${o.plan.calendar.nights(count, areFree(spans, check_in, check_out))}</p>
      ${inside()} ${tools.result() ?? (can('calendar.write') ? tools.view() : nothing)}`
  }

  return {
    get title() {
      return title
    },
    refresh,
    heard: {
      notification: ({ type }) => {
        if (type !== 'new_message') quietly(refresh)
      },
    },
    close: () => phone.removeEventListener('change', redraw),
    view: () => html`
      <a class="back" href="/my-homes">← ${o.plan.calendar.back}</a>
      <div class="title">
        <h1>${title}</h1>
        ${settings.guests ? html`<a class="button second" href="/homes/${property_id}">${o.plan.calendar.page}</a>` : nothing}
      </div>
      <div class="columns priced">
        <div>
          ${calendarMonth({ month, days, spans, from, to, isPhone: phone.matches, onPick: pick, onClosure: pickClosure, onMonth: (first) => void turn(first) })}
          ${legend(tag(o.plan.past, 'past'))}
        </div>
        <section class="card box settings">${panel()}</section>
      </div>
      ${tools.list()} ${others.view()}
    `,
  }
}
