import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { span } from '../format.ts'
import { act, fieldsOf, page, redraw, tell } from '../page.ts'
import { t } from '../texts.ts'
import { changeOutcome, effectsOf } from './change-outcome.ts'
import type { Reservation } from './trip-money.ts'

type Wish = Schemas['DeskChangeRequest']

const CHANGEABLE = new Set<Reservation['status']>(['confirmed', 'checked_in'])

/** Changes that guests ask for: the company previews them, and accepts or declines. */
export function changeRequests(current: () => Wish[], refresh: () => Promise<void>) {
  const keys = idempotencyKeys()
  let preview: { id: number; result: Schemas['StayChangeResult'] } | undefined

  const dismiss = () => {
    preview = undefined
    redraw()
  }
  const show = ({ id, reservation_id }: Wish) =>
    act(async () => {
      const params = { path: { id: reservation_id }, query: { dry_run: true } }
      const body = { change_request_id: id, reason: t.desk.asked }
      preview = { id, result: dataOf(await api.POST('/api/v1/reservations/{id}/change', { params, body })) }
    })
  const accept = ({ id, reservation_id }: Wish) =>
    act(async () => {
      const params = { path: { id: reservation_id }, header: { 'idempotency-key': keys.of(id) } }
      const body = { change_request_id: id, reason: t.desk.asked }
      bodyOf(await api.POST('/api/v1/reservations/{id}/change', { params, body }))
      preview = undefined
      await refresh()
      tell(t.saved)
    })
  const decline = ({ id: request_id, reservation_id: id }: Wish) =>
    act(async () => {
      const params = { path: { id, request_id } }
      bodyOf(await api.POST('/api/v1/reservations/{id}/change-requests/{request_id}/decline', { params, body: {} }))
      await refresh()
    })
  const wish = (one: Wish): TemplateResult => html`<li class="card note">
    <div>
      <h3><a href="/trips/${one.reservation_id}">${one.property.title}</a></h3>
      <p>${span(one.after.check_in, one.after.check_out)} · ${t.trip.guests(one.after.adults + one.after.children)}</p>
      ${one.message === null ? nothing : html`<blockquote>${one.message}</blockquote>`}
      ${
        preview?.id === one.id
          ? changeOutcome(preview.result, () => accept(one), dismiss)
          : html`<div class="actions">
            <button type="button" @click=${() => show(one)}>${t.desk.preview}</button>
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
        <ul class="rows">${current().map(wish)}</ul>
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
    const { guest_id, status, check_in, check_out, adults } = current()
    if (guest_id !== page.me?.id || !CHANGEABLE.has(status)) return nothing
    return html`<details class="card">
      <summary>${t.desk.ask}</summary>
      <form @submit=${ask}>
        <div class="pair">
          <label>${t.desk.checkIn}<input name="check_in" type="date" .value=${check_in} required /></label>
          <label>${t.desk.checkOut}<input name="check_out" type="date" .value=${check_out} required /></label>
        </div>
        <label>${t.desk.adults}<input name="adults" type="number" min="1" max="50" .value=${String(adults)} required /></label>
        <label>${t.desk.words}<input name="message" maxlength="1000" /></label>
        <button class="second">${t.desk.send}</button>
      </form>
    </details>`
  }
}
