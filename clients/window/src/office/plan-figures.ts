import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { money, monthOf, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { quietly, redraw } from '../page.ts'
import { office } from './client.ts'

/** Occupancy to come and the revenue of this month in one line, which leads to all figures. They come after the plan, whose place is kept. */
export function planFigures() {
  let figures: Schemas['Figures'] | undefined
  if (can('payments.read'))
    quietly(async () => {
      figures = dataOf(await office().GET('/api/v1/figures', { params: { query: {} } }))
      redraw()
    })
  const line = ({ next_days: { percent }, currencies }: Schemas['Figures']): string => {
    const month = today().slice(0, 7)
    const earned = currencies.flatMap(({ currency, months }) =>
      months
        .filter((one) => one.month === month && one.now.revenue > 0)
        .map(({ now }) => o.plan.earned(money(now.revenue, currency, true), monthOf(today()))),
    )
    return [...(percent === null ? [] : [o.plan.occupied(percent)]), ...earned].join(' · ')
  }
  return (): TemplateResult | typeof nothing =>
    can('payments.read')
      ? html`<p class="sums muted">${figures && html`${line(figures)} <a class="linked" href="/figures">${o.figures.open}</a>`}</p>`
      : nothing
}
