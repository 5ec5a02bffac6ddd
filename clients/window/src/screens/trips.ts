import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, type Schemas } from '../client.ts'
import { money, span } from '../format.ts'
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

/** Reservations of the guest who is signed in. */
export async function trips(): Promise<Screen> {
  const list = await paged(async (page) =>
    bodyOf(await api.GET('/api/v1/reservations', { params: { query: { page } } })),
  )
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
      ${list.data().length === 0 ? empty(t.trips.none, '/', t.trips.search) : html`<ul class="rows">${list.data().map((one) => row(one))}</ul>`}
      ${list.more()}
    `,
  }
}
