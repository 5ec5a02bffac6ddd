import { html, nothing, type TemplateResult } from 'lit-html'
import type { Schemas } from '../client.ts'
import { money, span } from '../format.ts'
import { nameOf } from '../parts.ts'
import { t } from '../texts.ts'

type Desk = Schemas['Desk']
type Stay = Schemas['DeskStay']

const person = (one: Stay): string => one.guest_name ?? one.contact_name ?? (one.guest ? nameOf(one.guest) : t.person)

const link = (one: Stay, said: string): TemplateResult => html`<li>
  <a href="/trips/${one.id}">${person(one)} · ${one.property.title}</a> <span class="muted">${said}</span>
</li>`

/** Tasks of the company that cannot wait: conflicts of calendars, nights sold twice, money that is missing. Pure. */
export function urgent({ conflicts, overbooked, unpaid }: Desk): TemplateResult | typeof nothing {
  const rows = [
    ...(conflicts?.items ?? []).map(
      (one) => html`<li>
        <a href="/trips/${one.reservation_id}">${one.property.title}</a>
        <span class="muted">${t.desk.conflict(one.feed, span(one.start_date, one.end_date), one.kind === 'certain')}</span>
      </li>`,
    ),
    ...overbooked.items.map((one) => link(one, t.desk.overbooked(span(one.check_in, one.check_out)))),
    ...(unpaid?.items ?? []).map((one) => link(one, t.desk.unpaid(money(one.amount_open ?? 0, one.currency)))),
  ]
  if (rows.length === 0) return nothing
  return html`<section class="card note">
    <h2>${t.desk.urgent}</h2>
    <ul class="plain">${rows}</ul>
  </section>`
}
