import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, idempotencyKeys } from '../client.ts'
import { money, today } from '../format.ts'
import { label } from '../labels.ts'
import { act, fieldsOf, page, tell } from '../page.ts'
import { t } from '../texts.ts'
import { isChangeable, stayChanges, stayFields } from './stay-change.ts'
import type { Reservation } from './trip-money.ts'

/** Methods of money that the company receives itself. */
const METHODS = ['transfer', 'cash', 'cheque', 'voucher', 'other'] as const

/** The company’s part of a stay: its guest, the internal note, changes, and money received elsewhere. */
export function deskParts(current: () => Reservation, refresh: () => Promise<void>) {
  const keys = idempotencyKeys()
  const isCompany = () => current().owner_id === page.me?.id
  const changes = stayChanges(refresh)

  const saveNote = (event: SubmitEvent) => {
    const { note = null } = fieldsOf(event)
    return act(async () => {
      bodyOf(await api.PATCH('/api/v1/reservations/{id}', { params: { path: { id: current().id } }, body: { note } }))
      await refresh()
      tell(t.saved)
    })
  }
  const record = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { amount, method, received_on = today() } = fieldsOf(event)
    return act(async () => {
      const { id, payments } = current()
      const isDue = payments.some(({ status }) => status === 'unpaid' || status === 'failed')
      const by = METHODS.find((one) => one === method) ?? 'other'
      // Nothing else is due: the money is for a balance before its day.
      const body = { amount: Number(amount), method: by, received_on, ...(!isDue && { pays: 'balance' as const }) }
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, body]) } }
      bodyOf(await api.POST('/api/v1/reservations/{id}/payments', { params, body }))
      keys.renew()
      form.reset()
      await refresh()
      tell(t.saved)
    })
  }
  const preview = (event: SubmitEvent) => {
    const { check_in = '', check_out = '', adults, reason = '' } = fieldsOf(event)
    return changes.preview(current().id, { check_in, check_out, adults: Number(adults), reason })
  }

  return {
    guest(): TemplateResult | typeof nothing {
      const { contact, note, guest_id } = current()
      if (!isCompany() || guest_id === page.me?.id) return nothing
      return html`<section class="card">
        <h2>${t.desk.guest}</h2>
        ${contact ? html`<p>${contact.name}</p>` : nothing}
        ${contact?.phone ? html`<p><a href="tel:${contact.phone}">${contact.phone}</a></p>` : nothing}
        ${contact?.email ? html`<p><a href="mailto:${contact.email}">${contact.email}</a></p>` : nothing}
        <form @submit=${saveNote}>
          <label>${t.desk.note}<textarea name="note" rows="2" maxlength="5000" .value=${note ?? ''}></textarea></label>
          <button class="second">${t.desk.save}</button>
        </form>
      </section>`
    },

    change(): TemplateResult | typeof nothing {
      const stay = current()
      if (!isCompany() || !isChangeable(stay) || stay.source === 'channel') return nothing
      return html`<form class="card" @submit=${preview}>
        <h2>${t.desk.change}</h2>
        ${stayFields(stay)}
        <label>${t.trip.reason}<input name="reason" required maxlength="500" /></label>
        <button class="second">${t.desk.preview}</button>
        ${changes.outcome(stay.id)}
      </form>`
    },

    received(): TemplateResult | typeof nothing {
      const { amount_open, price } = current()
      if (!isCompany() || amount_open === null || amount_open <= 0) return nothing
      return html`<form class="card" @submit=${record}>
        <h2>${t.desk.received}</h2>
        <p>${t.desk.open(money(amount_open, price.currency))}</p>
        <div class="pair">
          <label>${t.trip.amount}<input name="amount" type="number" min="0.01" step="0.01" required /></label>
          <label>${t.desk.method}
            <select name="method">${METHODS.map((method) => html`<option value=${method}>${label('money_method', method)}</option>`)}</select>
          </label>
        </div>
        <label>${t.desk.receivedOn}<input name="received_on" type="date" value=${today()} max=${today()} required /></label>
        <button class="second">${t.desk.record}</button>
      </form>`
    },
  }
}
