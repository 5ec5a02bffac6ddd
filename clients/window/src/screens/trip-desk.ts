import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { money, today } from '../format.ts'
import { label } from '../labels.ts'
import { act, fieldsOf, page, redraw, tell } from '../page.ts'
import { t } from '../texts.ts'
import { changeOutcome } from './change-outcome.ts'
import type { Reservation } from './trip-money.ts'

type Change = Schemas['StayChangeResult']
type Wanted = { check_in: string; check_out: string; adults: number; reason: string }

/** Methods of money that the company receives itself. */
const METHODS = ['transfer', 'cash', 'cheque', 'voucher', 'other'] as const

const CHANGEABLE = new Set<Reservation['status']>(['confirmed', 'checked_in'])

/** The company’s part of a stay: its guest, the internal note, changes, and money received elsewhere. */
export function deskParts(current: () => Reservation, refresh: () => Promise<void>) {
  const keys = idempotencyKeys()
  const isCompany = () => current().owner_id === page.me?.id
  /** A change that was previewed; undefined before that. */
  let preview: { wanted: Wanted; result: Change } | undefined

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
      const isDue = payments.some(({ status }) => status === 'unpaid')
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
  const show = (event: SubmitEvent) => {
    const { check_in = '', check_out = '', adults, reason = '' } = fieldsOf(event)
    return act(async () => {
      const wanted = { check_in, check_out, adults: Number(adults), reason }
      const params = { path: { id: current().id }, query: { dry_run: true } }
      preview = { wanted, result: dataOf(await api.POST('/api/v1/reservations/{id}/change', { params, body: wanted })) }
    })
  }
  const apply = (wanted: Wanted) =>
    act(async () => {
      const { id } = current()
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, wanted]) } }
      bodyOf(await api.POST('/api/v1/reservations/{id}/change', { params, body: wanted }))
      keys.renew()
      preview = undefined
      await refresh()
      tell(t.saved)
    })
  const dismiss = () => {
    preview = undefined
    redraw()
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
      const { status, source, check_in, check_out, adults } = current()
      if (!isCompany() || !CHANGEABLE.has(status) || source === 'channel') return nothing
      const shown = preview
      return html`<form class="card" @submit=${show}>
        <h2>${t.desk.change}</h2>
        <div class="pair">
          <label>${t.desk.checkIn}<input name="check_in" type="date" .value=${check_in} required /></label>
          <label>${t.desk.checkOut}<input name="check_out" type="date" .value=${check_out} required /></label>
        </div>
        <div class="pair">
          <label>${t.desk.adults}<input name="adults" type="number" min="1" max="50" .value=${String(adults)} required /></label>
          <label>${t.trip.reason}<input name="reason" required maxlength="500" /></label>
        </div>
        <button class="second">${t.desk.preview}</button>
        ${shown === undefined ? nothing : changeOutcome(shown.result, () => apply(shown.wanted), dismiss)}
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
