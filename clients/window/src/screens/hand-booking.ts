import { html, nothing, type TemplateResult } from 'lit-html'
import { api, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { plusDays } from '../format.ts'
import { act, fieldsOf, redraw } from '../page.ts'
import { t } from '../texts.ts'

/**
 * Forms for the chosen nights of a home: a stay for a guest who calls, and a stay of its owner.
 * @param nights the first and the last one.
 */
export function handBooking(property_id: string, nights: () => [from: string, to: string], done: () => Promise<void>) {
  const keys = idempotencyKeys()
  let booked: Schemas['HandBooked'] | undefined

  const book = (event: SubmitEvent) => {
    const { name = '', email, phone, adults, pay, note } = fieldsOf(event)
    return act(async () => {
      const [check_in, last] = nights()
      const body = {
        ...{ check_in, check_out: plusDays(last, 1), adults: Number(adults) },
        guest: { name, ...(email && { email }), ...(phone && { phone }), language: t.tag.slice(0, 2) },
        pay: pay === 'later' ? ('later' as const) : ('link' as const),
        ...(note && { note }),
      }
      const params = { path: { property_id }, header: { 'idempotency-key': keys.of([property_id, body]) } }
      booked = dataOf(await api.POST('/api/v1/properties/{property_id}/reservations', { params, body }))
      keys.renew()
      await done()
    })
  }
  const stayThere = (event: SubmitEvent) => {
    const { who = '', guests } = fieldsOf(event)
    return act(async () => {
      const [start_date, end_date] = nights()
      const body = { kind: 'owner_stay' as const, start_date, end_date, name: who, guests: Number(guests) }
      dataOf(
        await api.POST('/api/v1/calendars/properties/{property_id}/close', { params: { path: { property_id } }, body }),
      )
      await done()
    })
  }
  const dismiss = () => {
    booked = undefined
    redraw()
  }

  return {
    forms: (): TemplateResult => html`<details>
        <summary>${t.desk.byHand}</summary>
        <form @submit=${book}>
          <label>${t.desk.name}<input name="name" required maxlength="255" autocomplete="off" /></label>
          <div class="pair">
            <label>${t.desk.email}<input name="email" type="email" autocomplete="off" /></label>
            <label>${t.desk.phone}<input name="phone" type="tel" autocomplete="off" /></label>
          </div>
          <div class="pair">
            <label>${t.desk.adults}<input name="adults" type="number" min="1" max="50" value="2" required /></label>
            <label>${t.desk.paying}
              <select name="pay"><option value="link">${t.desk.pay.link}</option><option value="later">${t.desk.pay.later}</option></select>
            </label>
          </div>
          <label>${t.desk.note}<input name="note" maxlength="5000" /></label>
          <button>${t.desk.book}</button>
        </form>
      </details>
      <details>
        <summary>${t.desk.ownerStay}</summary>
        <form class="inline" @submit=${stayThere}>
          <label>${t.desk.name}<input name="who" required maxlength="200" /></label>
          <label>${t.desk.guests}<input name="guests" type="number" min="1" max="50" value="2" required /></label>
          <button class="second">${t.desk.stayThere}</button>
        </form>
      </details>`,

    /** The stay that was just booked, with the link for its guest. */
    result: (): TemplateResult | typeof nothing =>
      booked === undefined
        ? nothing
        : html`<section class="card note" role="status">
          <p><a href="/trips/${booked.reservation_id}">${t.trip.number(booked.reservation_id)}</a> ${t.desk.booked}</p>
          ${booked.payment_url === null ? nothing : html`<p>${t.desk.payLink} <a href=${booked.payment_url}>${booked.payment_url}</a></p>`}
          <button type="button" class="second" @click=${dismiss}>${t.close}</button>
        </section>`,
  }
}
