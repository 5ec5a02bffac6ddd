import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, type Schemas } from '../client.ts'
import { money, span, today } from '../format.ts'
import { quietly, type Screen } from '../page.ts'
import { paged } from '../paged.ts'
import { empty, states } from '../parts.ts'
import { t } from '../texts.ts'

type Row = Schemas['ReservationSummary']

/** A reservation in a list, with the person on the other side. */
export const row = (one: Row, person: string | null = null): TemplateResult => html`<li class="card row">
  <a href="/trips/${one.id}">
    ${one.property.cover ? html`<img src=${one.property.cover} alt="" width="120" height="80" loading="lazy" />` : nothing}
    <span>
      <b>${one.property.title}</b>
      <span class="muted">${[person, one.property.city, span(one.check_in, one.check_out)].filter(Boolean).join(' · ')}</span>
      <span>${states(one)}</span>
    </span>
    <span class="amount">${money(one.total, one.currency)}</span>
  </a>
</li>`

const HELD: Row['status'][] = ['confirmed', 'checked_in']
const OPEN: Row['status'][] = [...HELD, 'pending', 'inquiry']

type Group = 'now' | 'upcoming' | 'past'

/** The group of a stay on a day: those that ended or never came about are past. Pure. */
function groupOf({ status, check_in, check_out }: Row, day: string): Group {
  if (!OPEN.includes(status) || check_out < day) return 'past'
  return HELD.includes(status) && check_in <= day ? 'now' : 'upcoming'
}

/** Reservations of the guest who is signed in: now, then the next ones first, then the past from the latest on. */
export async function trips(): Promise<Screen> {
  const list = await paged(async (page) =>
    bodyOf(await api.GET('/api/v1/reservations', { params: { query: { page, per_page: 100 } } })),
  )
  const group = (name: Group): TemplateResult | typeof nothing => {
    const rows = list.data().filter((one) => groupOf(one, today()) === name)
    if (rows.length === 0) return nothing
    const sorted = rows.toSorted((one, other) => one.check_in.localeCompare(other.check_in))
    return html`<section>
      <h2>${t.trips.groups[name]}</h2>
      <ul class="rows">${(name === 'past' ? sorted.toReversed() : sorted).map((one) => row(one))}</ul>
    </section>`
  }
  return {
    title: t.trips.title,
    refresh: list.refresh,
    heard: {
      notification: ({ type }) => {
        if (type !== 'new_message') quietly(list.refresh)
      },
    },
    view: () => html`
      <h1>${t.trips.title}</h1>
      ${list.data().length === 0 ? empty(t.trips.none, '/', t.trips.search) : html`${group('now')} ${group('upcoming')} ${group('past')}`}
      ${list.more()}
    `,
  }
}
