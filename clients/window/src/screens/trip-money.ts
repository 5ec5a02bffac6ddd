import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { inWords, moment, money } from '../format.ts'
import { label } from '../labels.ts'
import { act, fieldsOf, isSure, page, tell } from '../page.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'
import { tick } from '../tour.ts'

export type Reservation = Schemas['Reservation']

/** The payments of a stay, what is still due, and what can be refunded. */
export function moneyParts(current: () => Reservation, refresh: () => Promise<void>) {
  const isOwner = () => current().owner_id === page.me?.id

  const keys = idempotencyKeys()
  const refund = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { amount, reason = '' } = fieldsOf(event)
    if (!isSure(t.trip.refundSure(money(Number(amount), current().price.currency)))) return undefined
    return act(async () => {
      const { id } = current()
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, amount, reason]) } }
      bodyOf(await api.POST('/api/v1/reservations/{id}/refund', { params, body: { amount: Number(amount), reason } }))
      keys.renew()
      form.reset()
      tick('refund')
      await refresh()
      tell(t.trip.refundAsked)
    })
  }
  const addSupplement = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { label: name = '', amount } = fieldsOf(event)
    return act(async () => {
      const params = { path: { id: current().id } }
      bodyOf(
        await api.POST('/api/v1/reservations/{id}/supplements', {
          params,
          body: { label: name, amount: Number(amount) },
        }),
      )
      form.reset()
      await refresh()
    })
  }
  const removeSupplement = ({ id: supplement_id, label: name }: Reservation['supplements'][number]) =>
    act(async () => {
      if (!isSure(`${t.trip.remove} ${name}`)) return
      const params = { path: { id: current().id, supplement_id } }
      bodyOf(await api.DELETE('/api/v1/reservations/{id}/supplements/{supplement_id}', { params }))
      await refresh()
    })
  const bill = () =>
    act(async () => {
      const params = { path: { id: current().id }, query: { is_supplement: true } }
      bodyOf(await api.POST('/api/v1/reservations/{id}/invoice', { params }))
      await refresh()
    })

  /** The link of the stay has its days as a file. */
  const saveDays = () =>
    act(async () => {
      const params = { path: { id: current().id } }
      const { url } = dataOf(await api.GET('/api/v1/reservations/{id}/link', { params }))
      location.assign(`${url}/calendar.ics`)
    })

  return {
    /** The one thing that a guest has to do. */
    toPay(): TemplateResult | typeof nothing {
      const { balance, payments } = current()
      const open = payments.filter(({ kind, payment_url }) => kind !== 'balance' && payment_url)
      return html`${open.map(
        ({ payment_url, amount, currency }) =>
          html`<p><a class="button full" href=${payment_url ?? ''}>${t.trip.pay(money(amount, currency))}</a></p>`,
      )}
      ${
        balance?.payment_url
          ? html`<p>
            <a class="button second" href=${balance.payment_url}
              >${t.trip.payRest(money(balance.amount, current().price.currency), inWords(balance.due_on))}</a
            >
          </p>`
          : nothing
      }`
    },

    payments(): TemplateResult | typeof nothing {
      const { payments } = current()
      if (payments.length === 0) return nothing
      return html`<section class="card">
        <h2>${t.trip.payments}</h2>
        <ul class="plain">
          ${payments.map(
            (one) => html`<li>
              <span>${label('payment_kind', one.kind)}${one.due_on ? html`, ${inWords(one.due_on)}` : nothing}
                ${tag(label('payment_status', one.status), one.status)}
                ${one.refunded > 0 ? html`<span class="muted">${t.trip.refunded(money(one.refunded, one.currency))}</span>` : nothing}</span>
              <b>${money(one.amount, one.currency)}</b>
            </li>`,
          )}
        </ul>
      </section>`
    },

    /** Invoices and credit notes, and for the guest the days as a calendar file. */
    documents(): TemplateResult | typeof nothing {
      const { invoices, guest_id, status } = current()
      const hasDays = guest_id === page.me?.id && (status === 'confirmed' || status === 'checked_in')
      if (invoices.length === 0 && !hasDays) return nothing
      return html`<section>
        <h2>${t.trip.documents}</h2>
        <ul class="plain">
          ${invoices.map(
            ({ kind, number, url, total, currency, issued_at }) => html`<li>
              <span><a class="linked" href=${url} target="_blank" rel="noopener">${label('invoice_kind', kind)} ${number}</a>
                <br /><small>${moment(issued_at)}</small></span>
              <b>${money(total, currency)}</b>
            </li>`,
          )}
          ${hasDays ? html`<li><button type="button" class="second" @click=${saveDays}>${t.trip.calendar}</button></li>` : nothing}
        </ul>
      </section>`
    },

    /** For those who can refund. */
    refund(): TemplateResult | typeof nothing {
      const { actions, payments, price } = current()
      if (!actions.includes('refund')) return nothing
      const left = payments
        .filter(({ status }) => ['paid', 'partially_refunded'].includes(status))
        .reduce((total, { amount, refunded }) => total + amount - refunded, 0)
      return html`<form class="card" @submit=${refund}>
        <h2>${t.trip.refund}</h2>
        <p>${t.trip.refundable(money(left, price.currency))}</p>
        <div class="pair">
          <label>${t.trip.amount}<input name="amount" type="number" min="0.01" step="0.01" max=${left.toFixed(2)} required /></label>
          <label>${t.trip.reason}<input name="reason" required maxlength="500" /></label>
        </div>
        <button>${t.trip.refundGo}</button>
      </form>`
    },

    supplements(): TemplateResult | typeof nothing {
      const { supplements, price, actions, status } = current()
      const { currency } = price
      const canAdd = isOwner() && ['confirmed', 'checked_in', 'completed'].includes(status)
      if (supplements.length === 0 && !canAdd) return nothing
      return html`<section>
        <h2>${t.trip.supplements}</h2>
        <ul class="plain">
          ${supplements.map(
            (one) => html`<li>
              <span>${one.label} ${one.payment_status === null ? nothing : tag(label('payment_status', one.payment_status), one.payment_status)}</span>
              <b>${money(one.amount, currency)}</b>
              ${
                isOwner() && one.payment_status === null
                  ? html`<button type="button" class="quiet" aria-label="${t.trip.remove} ${one.label}" @click=${() => removeSupplement(one)}>×</button>`
                  : nothing
              }
            </li>`,
          )}
        </ul>
        ${actions.includes('invoice') ? html`<button type="button" class="second" @click=${bill}>${label('action', 'invoice')}</button>` : nothing}
        ${
          canAdd
            ? html`<form class="inline" @submit=${addSupplement}>
              <label>${t.trip.supplement}<input name="label" required maxlength="100" /></label>
              <label>${t.trip.amount}<input name="amount" type="number" min="0.01" step="0.01" required /></label>
              <button class="second">${t.trip.add}</button>
            </form>`
            : nothing
        }
      </section>`
    },
  }
}
