import { html, nothing, svg, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { asHeading, money, monthOf, plusDays, shortDay, today } from '../format.ts'
import { o } from '../office-texts.ts'
import type { Screen } from '../page.ts'
import { empty } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { sourceOf } from './source.ts'

type Figures = Schemas['Figures']
type InCurrency = Schemas['CurrencyFigures']
type Period = Schemas['PeriodFigures']

const HEIGHT = 120
const STEP = 40

/** Bars in groups, one group a step, up to the highest; the last of a group is the strong one. The table below has the numbers. */
function bars(
  name: string,
  groups: { label: string; values: number[] }[],
  highest = Math.max(1, ...groups.flatMap(({ values }) => values)),
): TemplateResult {
  const width = groups.length * STEP
  return html`<svg class="figure" role="img" aria-label=${name} viewBox="0 0 ${width} ${HEIGHT + 20}">
    ${groups.map(({ label, values }, group) =>
      values.map((value, index) => {
        const height = (value / highest) * HEIGHT
        const broad = (STEP - 8) / values.length
        return svg`<rect class=${index === values.length - 1 ? 'strong' : 'weak'} x=${group * STEP + 4 + index * broad} y=${HEIGHT - height} width=${broad - 1} height=${height}></rect>
          ${index === 0 ? svg`<text x=${group * STEP + STEP / 2} y=${HEIGHT + 15}>${label}</text>` : nothing}`
      }),
    )}
  </svg>`
}

const table = (name: string, head: string[], rows: TemplateResult[], foot?: TemplateResult): TemplateResult =>
  html`<div class="wideTable" tabindex="0" role="region" aria-label=${name}>
    <table>
      <thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
      ${foot ? html`<tfoot>${foot}</tfoot>` : nothing}
    </table>
  </div>`

const named = (one: InCurrency['sources'][number]): { kind: string; name: string } =>
  one.source === 'direct' ? { kind: 'site', name: o.figures.direct } : sourceOf({ ...one, guest_id: null })

const percent = (value: number | null): string => (value === null ? '–' : `${value} %`)

function occupancy({ weeks, percent: all, sold, nights, closed }: Figures['next_days']): TemplateResult {
  const from = (index: number) => plusDays(today(), index * 7)
  return html`<section class="card">
    <h2>${o.figures.next}</h2>
    <p><b class="large">${percent(all)}</b> <span class="muted">${o.figures.nextAbout(sold, nights - closed)}</span></p>
    ${bars(
      o.figures.next,
      weeks.map((week, index) => ({
        label: index % 2 === 0 ? shortDay(from(index), false) : '',
        values: [week.percent ?? 0],
      })),
      100,
    )}
    ${table(
      o.figures.next,
      [o.figures.week, o.figures.sold, o.figures.closed, o.figures.nights, o.figures.occupancy],
      weeks.map(
        (
          week,
          index,
        ) => html`<tr><th scope="row">${shortDay(from(index), false)}</th><td>${week.sold}</td><td>${week.closed}</td>
          <td>${week.nights}</td><td>${percent(week.percent)}</td></tr>`,
      ),
    )}
  </section>`
}

function revenue({ currency, months, year: whole, before }: InCurrency, year: number): TemplateResult {
  const sum = (amount: number | null) => (amount === null ? '–' : money(amount, currency))
  const round = (amount: number) => money(amount, currency, true)
  const cells = (
    now: Period,
    last: Period,
  ) => html`<td>${now.stays}</td><td>${now.nights}</td><td>${sum(now.revenue)}</td>
    <td>${sum(last.revenue)}</td><td>${sum(now.adr)}</td><td>${sum(now.revpar)}</td>`
  const name = o.figures.revenue(currency)
  return html`<section class="card">
    <h2>${name}</h2>
    <p class="small muted">${o.figures.revenueAbout}</p>
    <div class="tiles">
      <div class="tile card"><b>${round(whole.revenue)}</b><span>${year}</span></div>
      <div class="tile card"><b>${round(before.revenue)}</b><span>${year - 1}</span></div>
      <div class="tile card"><b>${sum(whole.adr)}</b><span>${o.figures.adr}</span></div>
      <div class="tile card"><b>${sum(whole.revpar)}</b><span>${o.figures.revpar}</span></div>
    </div>
    ${bars(
      name,
      months.map(({ month, now, before: last }) => ({ label: month.slice(5), values: [last.revenue, now.revenue] })),
    )}
    ${table(
      name,
      [o.figures.month, o.month.stays, o.figures.nights, String(year), String(year - 1), 'ADR', 'RevPAR'],
      months.map(
        ({ month, now, before: last }) =>
          html`<tr><th scope="row">${asHeading(monthOf(`${month}-01`))}</th>${cells(now, last)}</tr>`,
      ),
      html`<tr><th scope="row">${t.home.total}</th>${cells(whole, before)}</tr>`,
    )}
  </section>`
}

function sources({ currency, sources: all }: InCurrency): TemplateResult {
  if (all.length === 0) return html``
  const name = o.figures.sources
  return html`<section class="card">
    <h2>${name}</h2>
    ${all.map((one) => {
      const { kind, name: source } = named(one)
      return html`<p class="share ${kind}"><span>${source}</span><meter min="0" max="100" .value=${one.share} aria-label=${source}></meter><span>${one.share} %</span></p>`
    })}
    ${table(
      name,
      [o.figures.source, o.month.stays, o.figures.nights, o.figures.earned, '%'],
      all.map(
        (one) => html`<tr><th scope="row">${named(one).name}</th><td>${one.stays}</td><td>${one.nights}</td>
          <td>${money(one.revenue, currency)}</td><td>${one.share} %</td></tr>`,
      ),
    )}
  </section>`
}

/** Figures of a company: occupancy to come, a year beside the year before, and sources of stays. */
export async function figures(query: URLSearchParams): Promise<Screen> {
  const asked = Number(query.get('year') ?? today().slice(0, 4))
  const { year, next_days, currencies } = dataOf(
    await office().GET('/api/v1/figures', { params: { query: { year: asked } } }),
  )
  const title = o.figures.title(year)
  return {
    title,
    view: () => html`
      <div class="title">
        <h1>${title}</h1>
        <div class="actions">
          <a class="button second" href="/figures?year=${year - 1}" aria-label=${o.figures.before}>←</a>
          <a class="button second" href="/figures?year=${year + 1}" aria-label=${o.figures.after}>→</a>
        </div>
      </div>
      ${next_days.nights === 0 && currencies.length === 0 ? empty(o.plan.none, '/my-homes', o.plan.add) : occupancy(next_days)}
      ${currencies.map((one) => html`${revenue(one, year)}${sources(one)}`)}
    `,
  }
}
