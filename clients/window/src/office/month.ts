import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { asHeading, money, monthOf, plusDays, plusMonths, shortSpan, span as spanOf, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, follow, navigate, type Screen } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { readHomes } from './read-homes.ts'

type Sums = Schemas['TouristTaxSums']
type Net = Schemas['NetStay']
type Home = Schemas['OwnProperty']

const FILES = ['reservations', 'payments', 'tourist-tax', 'register', 'calendar'] as const

/** A month of a company: its files, the tourist tax of each home, and a statement for the owner of a home. */
export async function month(query: URLSearchParams): Promise<Screen> {
  const first = plusMonths(query.get('month') ?? plusMonths(today(), 0), 0)
  const span = { from: first, to: plusDays(plusMonths(first, 1), -1) }
  const [{ homes, totals }, all]: [Sums, Home[]] = await Promise.all([
    office()
      .GET('/api/v1/exports/tourist-tax', { params: { query: span } })
      .then(dataOf),
    can('stays.net') ? readHomes() : [],
  ])
  /** Each home has a statement, also without a stay in the month. */
  const named = new Map([
    ...all.map(({ id, title }) => [id, title] as const),
    ...homes.map((one) => [one.property_id, one.property_title] as const),
  ])
  /** Statements that were opened, by home. */
  const statements = new Map<string, Net[]>()

  const download = (name: (typeof FILES)[number]) =>
    act(async () => {
      // A stay belongs to the month of its departure, in the files too.
      const by = name === 'reservations' ? { by: 'departure' as const } : {}
      const { url } = dataOf(await office().POST('/api/v1/exports', { body: { export: name, ...span, ...by } }))
      location.assign(url)
    })
  const readStatement = (property_id: string) => (event: Event) => {
    if (!(event.target as HTMLDetailsElement).open || statements.has(property_id)) return
    void follow(async () => {
      const query = { property_id, departs_from: span.from, departs_to: span.to, per_page: 100 }
      const params = { query }
      statements.set(property_id, bodyOf(await office().GET('/api/v1/stays/net', { params })).data)
    })
  }
  const choose = (event: Event) => {
    const { value } = event.target as HTMLInputElement
    if (/^\d{4}-\d{2}$/.test(value)) navigate(`/month?month=${value}-01`)
  }

  const statement = (rows: Net[]): TemplateResult => {
    if (rows.length === 0) return html`<p class="muted">${o.month.noStays}</p>`
    const sums = new Map<string, number>()
    for (const { currency, net } of rows) sums.set(currency, (sums.get(currency) ?? 0) + Math.round(net * 100))
    return html`<dl class="lines">
      ${rows.map(
        ({ id, guest_name, check_in, check_out, net, currency }) => html`<div>
        <dt><a href="/stays/${id}">${guest_name ?? t.trip.number(id)}</a> <small>${shortSpan(check_in, check_out)}</small></dt>
        <dd>${money(net, currency)}</dd>
      </div>`,
      )}
      ${[...sums].map(([currency, cents]) => html`<div class="sum"><dt>${o.month.net}</dt><dd>${money(cents / 100, currency)}</dd></div>`)}
    </dl>`
  }

  const table = (): TemplateResult => html`<div class="wideTable" tabindex="0" role="region" aria-label=${o.month.tax}>
    <table>
      <thead><tr>${[o.stay.home, o.month.stays, o.stay.nights, o.month.adultNights, o.month.byYou, o.month.byChannels].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${homes.map(
          (one) => html`<tr>
          <th scope="row">${one.property_title}<small>${one.city}</small></th>
          <td>${one.stays}</td><td>${one.nights}</td><td>${one.adult_nights}</td>
          <td>${money(one.tourist_tax, one.currency)}</td><td>${money(one.tourist_tax_by_channels, one.currency)}</td>
        </tr>`,
        )}
      </tbody>
      <tfoot>
        ${totals.map(
          (one) => html`<tr>
          <th scope="row">${t.home.total}</th>
          <td>${one.stays}</td><td>${one.nights}</td><td>${one.adult_nights}</td>
          <td>${money(one.tourist_tax, one.currency)}</td><td>${money(one.tourist_tax_by_channels, one.currency)}</td>
        </tr>`,
        )}
      </tfoot>
    </table>
  </div>`

  return {
    title: monthOf(first),
    view: () => html`
      <div class="title">
        <h1>${asHeading(monthOf(first))}</h1>
        <div class="actions">
          ${can('payments.read') ? html`<a class="button second" href="/figures?year=${first.slice(0, 4)}">${o.figures.open}</a>` : nothing}
          <a class="button second" href="/month?month=${plusMonths(first, -1)}" aria-label=${o.month.before}>←</a>
          <label class="hiddenLabel"><span class="hidden">${o.month.choose}</span><input type="month" .value=${first.slice(0, 7)} @change=${choose} /></label>
          <a class="button second" href="/month?month=${plusMonths(first, 1)}" aria-label=${o.month.after}>→</a>
        </div>
      </div>
      <section class="card">
        <h2>${o.month.files}</h2>
        <p class="small muted">${o.month.filesAbout(spanOf(span.from, span.to))}</p>
        <ul class="list">
          ${FILES.filter((name) => name !== 'register' || can('register.read')).map(
            (name) => html`<li>
              <span class="grow"><b>${o.month.names[name].title}</b><small>${o.month.names[name].about}</small></span>
              <button type="button" class="second" aria-label="${o.month.download}: ${o.month.names[name].title}" @click=${() => download(name)}>${o.month.download}</button>
            </li>`,
          )}
        </ul>
      </section>
      <section class="card">
        <h2>${o.month.tax}</h2>
        ${homes.length === 0 ? html`<p class="muted">${o.month.noStays}</p>` : table()}
      </section>
      ${
        can('stays.net') && named.size > 0
          ? html`<section class="card">
            <h2>${o.month.statements}</h2>
            <p class="small muted">${o.month.statementsAbout}</p>
            ${[...named].map(
              ([property_id, title]) => html`<details class="fold" @toggle=${readStatement(property_id)}>
                <summary>${title}</summary>
                ${statements.has(property_id) ? statement(statements.get(property_id) ?? []) : nothing}
              </details>`,
            )}
          </section>`
          : nothing
      }
    `,
  }
}
