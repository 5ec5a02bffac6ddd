import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, type Schemas } from '../client.ts'
import { money, span } from '../format.ts'
import { label } from '../labels.ts'
import { act, redraw, type Screen } from '../page.ts'
import { empty, tag } from '../parts.ts'
import { t } from '../texts.ts'

type Row = Schemas['ReservationSummary']

/** A reservation in a list, with the person on the other side. */
export const row = (one: Row, person: string | null = null): TemplateResult => html`<li class="card row">
  <a href="/trips/${one.id}">
    ${one.property.cover ? html`<img src=${one.property.cover} alt="" width="120" height="80" loading="lazy" />` : nothing}
    <span>
      <b>${one.property.title}</b>
      <span class="muted">${[person, one.property.city, span(one.check_in, one.check_out)].filter(Boolean).join(' · ')}</span>
      <span>${tag(label('reservation_status', one.status), one.status)}
        ${one.payment_status === null ? nothing : tag(label('payment_status', one.payment_status), one.payment_status)}</span>
    </span>
    <span class="amount">${money(one.total, one.currency)}</span>
  </a>
</li>`

/** Reservations of the guest who is signed in. */
export async function trips(): Promise<Screen> {
  const read = async (page: number) => bodyOf(await api.GET('/api/v1/reservations', { params: { query: { page } } }))
  let { data, meta } = await read(1)
  const more = () =>
    act(async () => {
      const next = await read(meta.page + 1)
      data = [...data, ...next.data]
      meta = next.meta
    })
  const refresh = async () => {
    const first = await read(1)
    data = first.data
    meta = first.meta
    redraw()
  }
  return {
    title: t.trips.title,
    refresh,
    heard: { notification: ({ type }) => void (type === 'new_message' ? undefined : refresh().catch(() => undefined)) },
    view: () => html`
      <h1>${t.trips.title}</h1>
      ${data.length === 0 ? empty(t.trips.none, '/', t.trips.search) : html`<ul class="rows">${data.map((one) => row(one))}</ul>`}
      ${meta.page < meta.last_page ? html`<button type="button" class="second" @click=${more}>${t.more}</button>` : nothing}
    `,
  }
}
