import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, type Schemas } from '../client.ts'
import { span } from '../format.ts'
import { act, fieldsOf, page, tell } from '../page.ts'
import { t } from '../texts.ts'
import { effectsOf, isChangeable, stayChanges, stayFields } from './stay-change.ts'
import type { Reservation } from './trip-money.ts'

type Request = Schemas['DeskChangeRequest']

/** Changes that guests ask for: the company previews them, and accepts or declines. */
export function changeRequests(current: () => Request[], refresh: () => Promise<void>) {
  const changes = stayChanges(refresh)
  const preview = ({ id, reservation_id }: Request) =>
    changes.preview(reservation_id, { change_request_id: id, reason: t.desk.asked })
  const decline = ({ id: request_id, reservation_id: id }: Request) =>
    act(async () => {
      const params = { path: { id, request_id } }
      bodyOf(await api.POST('/api/v1/reservations/{id}/change-requests/{request_id}/decline', { params, body: {} }))
      await refresh()
    })
  const row = (one: Request): TemplateResult => html`<li class="card note">
    <div>
      <h3><a href="/trips/${one.reservation_id}">${one.property.title}</a></h3>
      <p>${span(one.after.check_in, one.after.check_out)} · ${t.trip.guests(one.after.adults + one.after.children)}</p>
      ${one.message === null ? nothing : html`<blockquote>${one.message}</blockquote>`}
      ${
        changes.outcome(one.reservation_id) ??
        html`<div class="actions">
          <button type="button" @click=${() => preview(one)}>${t.desk.preview}</button>
          <button type="button" class="second" @click=${() => decline(one)}>${t.desk.decline}</button>
        </div>`
      }
    </div>
  </li>`

  return (): TemplateResult | typeof nothing =>
    current().length === 0
      ? nothing
      : html`<section>
        <h2>${t.desk.asked}</h2>
        <ul class="rows">${current().map(row)}</ul>
      </section>`
}

/** The form with which guests ask for a change of their stay. */
export function askForChange(current: () => Reservation) {
  const ask = (event: SubmitEvent) => {
    const { check_in = '', check_out = '', adults, message } = fieldsOf(event)
    return act(async () => {
      const body = { check_in, check_out, adults: Number(adults), ...(message && { message }) }
      const params = { path: { id: current().id } }
      const { preview } = dataOf(await api.POST('/api/v1/reservations/{id}/change-requests', { params, body }))
      tell(`${t.desk.sent} ${effectsOf(preview)}`)
    })
  }
  return (): TemplateResult | typeof nothing => {
    const stay = current()
    if (stay.guest_id !== page.me?.id || !isChangeable(stay)) return nothing
    return html`<details class="card">
      <summary>${t.desk.ask}</summary>
      <form @submit=${ask}>
        ${stayFields(stay)}
        <label>${t.desk.words}<input name="message" maxlength="1000" /></label>
        <button class="second">${t.desk.send}</button>
      </form>
    </details>`
  }
}
