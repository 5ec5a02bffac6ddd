import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { dayAndMonth, money, monthOf, plusDays, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { follow, quietly, redraw, type Screen } from '../page.ts'
import { paged } from '../paged.ts'
import { empty } from '../parts.ts'
import { legend, type PlanClosure, spansOf } from './bars.ts'
import { office } from './client.ts'
import { areFree, daysPanel, mayFill } from './days-panel.ts'
import { freeHomes } from './free-homes.ts'
import { planDay } from './plan-day.ts'
import { focusOn, planGrid } from './plan-grid.ts'

type PlanRow = Schemas['PlanRow']

/** Number of days shown. */
const DAYS = 30

const phone = matchMedia('(max-width: 600px)')
/** About as many as are seen at once. */
const FIRST_ROWS = 20

/** The day of an address; today for none, and for what is none. Pure. */
const dayOf = (value: string | null): string =>
  value !== null && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : today()

/** The plan of a company: its homes by days, and what each free day can be filled with. */
export async function plan(query: URLSearchParams): Promise<Screen> {
  let from = dayOf(query.get('from'))
  let day = from
  const homes = await paged(async (page) => {
    const params = { query: { from, to: plusDays(from, DAYS - 1), page, per_page: 50 } }
    return bodyOf(await office().GET('/api/v1/plan', { params }))
  })
  const panel = daysPanel(homes.reload)
  /** Occupancy to come and the revenue of this month, which come after the plan. */
  let figures: Schemas['Figures'] | undefined
  const readFigures = async () => {
    const year = Number(today().slice(0, 4))
    figures = dataOf(await office().GET('/api/v1/figures', { params: { query: { year } } }))
    redraw()
  }
  if (can('payments.read')) quietly(readFigures)
  const summary = (): string => {
    if (figures === undefined) return ''
    const { next_days, currencies } = figures
    const revenue = currencies.flatMap(({ currency, months }) => {
      const month = months.find((one) => one.month === today().slice(0, 7))
      return month ? [money(month.now.revenue, currency, true)] : []
    })
    return o.plan.summary(next_days.percent ?? 0, revenue.join(' + '), monthOf(today()))
  }

  const showFrom = (next: string) =>
    follow(async () => {
      from = next
      day = next
      history.replaceState(history.state, '', `/plan?from=${from}`)
      await homes.refresh()
    })
  const turn = (days: number) => showFrom(plusDays(from, days))

  /** The day of arrival, while the day that is picked next is that of departure. */
  let first: string | undefined
  const pick = (row: PlanRow, picked: string, key: string) => {
    const { id: property_id, title } = row.property
    const present = panel.chosen()
    // The second day is that of the departure.
    const goesOn =
      present?.property_id === property_id &&
      present.check_in === first &&
      present.check_in < picked &&
      areFree(spansOf(row), present.check_in, picked)
    first = goesOn ? undefined : picked
    const [check_in, check_out] = goesOn ? [present.check_in, picked] : [picked, plusDays(picked, 1)]
    panel.open({ property_id, title, check_in, check_out }, key)
  }
  const find = freeHomes(query.has('book'), ({ title, ...nights }, people) => {
    void showFrom(nights.check_in)
    panel.open({ title, ...nights }, `${nights.property_id} ${nights.check_in}`, people)
  })
  const jump = (event: Event) => {
    const { value } = event.target as HTMLInputElement
    return dayOf(value) === value ? showFrom(value) : undefined
  }
  const showClosure = ({ property: { id: property_id, title } }: PlanRow, closure: PlanClosure) => {
    const { start_date, end_date } = closure
    panel.open(
      { property_id, title, check_in: start_date, check_out: plusDays(end_date, 1), closure },
      `closure-${closure.id}`,
    )
  }
  const chosen = () => {
    const present = panel.chosen()
    if (!present || present.closure) return undefined
    return { property_id: present.property_id, first: present.check_in, last: plusDays(present.check_out, -1) }
  }

  const isPhone = () => phone.matches
  phone.addEventListener('change', redraw)

  const heading = (): TemplateResult => html`<div class="title">
    <div><h1>${o.plan.title}${isPhone() ? nothing : html` <span class="muted">${o.plan.period(dayAndMonth(from), dayAndMonth(plusDays(from, DAYS - 1)))}</span>`}</h1>
      ${can('payments.read') ? html`<p class="muted summary">${summary()}</p>` : nothing}</div>
    <div class="actions">
      ${isPhone() ? nothing : html`<button type="button" class="second" aria-label=${o.plan.earlier(DAYS)} @click=${() => turn(-DAYS)}>←</button>`}
      <button type="button" class="second" @click=${() => showFrom(today())}>${o.plan.today}</button>
      <label class="hiddenLabel"><span class="hidden">${o.plan.jump}</span><input type="date" .value=${from} @change=${jump} /></label>
      ${isPhone() ? nothing : html`<button type="button" class="second" aria-label=${o.plan.later(DAYS)} @click=${() => turn(DAYS)}>→</button>`}
    </div>
  </div>`
  let isWhole = false
  /** Returns the first homes at first, and all of them after that drawing. */
  const rows = (): PlanRow[] => {
    if (isWhole) return homes.data()
    requestAnimationFrame(() =>
      setTimeout(() => {
        isWhole = true
        redraw()
      }),
    )
    return homes.data().slice(0, FIRST_ROWS)
  }
  const grid = (): TemplateResult => html`
    <div class="title">
      ${legend()}
      <small>${o.plan.homes(homes.meta().total)}${mayFill() ? ` · ${o.plan.how}` : nothing}<span class="hidden">. ${o.plan.keys}</span></small>
    </div>
    <div class=${panel.chosen() ? 'beside' : ''}>
      ${planGrid({
        rows: rows(),
        days: [...Array(DAYS).keys()].map((index) => plusDays(from, index)),
        chosen: chosen(),
        onDay: pick,
        onClosure: showClosure,
        onTurn: (days, home, wanted) => void turn(days).then(() => focusOn(home, wanted)),
      })}
      ${panel.view()}
    </div>`

  const ofDay = (): TemplateResult => html`
    ${planDay({
      rows: homes.data(),
      from,
      day,
      onDay: (next) => {
        day = next
        redraw()
      },
      onTurn: (days) => void turn(days),
      onFree: pick,
      onClosure: showClosure,
    })}
    ${panel.view()}`

  return {
    title: o.plan.title,
    refresh: homes.reload,
    heard: {
      notification: ({ type }) => {
        if (type !== 'new_message') quietly(homes.reload)
      },
    },
    close: () => phone.removeEventListener('change', redraw),
    view: () => html`${heading()} ${can('reservations.write') && homes.data().length > 0 ? find() : nothing}
      ${homes.data().length === 0 ? empty(o.plan.none, '/my-homes', o.plan.add) : isPhone() ? ofDay() : grid()}
      <p class="more">${homes.more()}</p>`,
  }
}
