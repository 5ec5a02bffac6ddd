import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { inWords, moment, money, today } from '../format.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, isSure, quietly, redraw, tell } from '../page.ts'
import { priceLines, tag } from '../parts.ts'
import { t } from '../texts.ts'
import { tick } from '../tour.ts'
import { office } from './client.ts'
import { copyButton } from './copy.ts'

type Reservation = Schemas['Reservation']
type Supplement = Reservation['supplements'][number]

/** Methods of money that the company receives itself. */
const METHODS = ['transfer', 'cash', 'cheque', 'voucher', 'other'] as const

/** Amount that payments have brought and that was not refunded. Pure. */
export const receivedOf = (payments: Schemas['Payment'][]): number =>
  payments
    .filter(({ status }) => status === 'paid' || status === 'partially_refunded')
    .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)

/** True if money did not come by card through the provider. Pure. */
const isElsewhere = (method: Schemas['Payment']['method']): boolean => METHODS.some((one) => one === method)

/** Price, payments and open amount of a stay; money received, refunds, supplements, documents. */
export function moneyPart(current: () => Reservation, refresh: () => Promise<void>) {
  const keys = idempotencyKeys()
  const supplementKeys = idempotencyKeys()
  const isDue = ({ status }: Schemas['Payment']) => status === 'unpaid' || status === 'failed'
  /** Nothing is owed for a hold that has expired, but money that comes late revives it. */
  const owed = () =>
    current().status === 'expired'
      ? (current().payments.find((one) => one.kind === 'booking' && isDue(one))?.amount ?? 0)
      : (current().amount_open ?? 0)
  /** The rule of its seller for cash; undefined until the form is open. */
  let cash: Schemas['LawfulRule'] | undefined
  const askCash = async () => {
    if (cash !== undefined) return
    const params = { path: { id: current().id } }
    cash = dataOf(await office().GET('/api/v1/reservations/{id}/payments', { params })).cash
    redraw()
  }

  const isAsked = () => current().payments.some(isDue)
  /** A payment is late after its day, or at once where it has none. */
  const isOverdue = () => current().payments.some((one) => isDue(one) && (one.due_on === null || one.due_on < today()))

  /** Records money that was received or refunded elsewhere. */
  const record = (kind: 'receipt' | 'refund') => (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { amount, method, received_on = today(), note } = fieldsOf(event)
    return act(async () => {
      const { id } = current()
      const by = METHODS.find((one) => one === method) ?? 'other'
      const entry = { amount: kind === 'receipt' ? Number(amount) : -Number(amount), method: by, received_on }
      // Nothing else is due: the money is for a balance before its day.
      const pays = kind === 'receipt' && !isAsked() ? { pays: 'balance' as const } : {}
      const body = { ...entry, ...(note && { note }), ...pays }
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, body]) } }
      bodyOf(await office().POST('/api/v1/reservations/{id}/payments', { params, body }))
      keys.renew()
      form.reset()
      await refresh()
      tell(t.saved)
    })
  }
  const refund = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { amount, reason = '' } = fieldsOf(event)
    return act(async () => {
      if (!(await isSure(o.desk.refundSure(money(Number(amount), current().price.currency))))) return
      const { id } = current()
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, amount, reason]) } }
      const body = { amount: Number(amount), reason }
      bodyOf(await office().POST('/api/v1/reservations/{id}/refund', { params, body }))
      keys.renew()
      form.reset()
      tick('refund')
      await refresh()
      tell(o.desk.refundAsked)
    })
  }
  const takesDamage = () => current().card?.is_kept === true && (current().card?.damage_limit ?? 0) > 0
  const addSupplement = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { label: name = '', amount, is_damage } = fieldsOf(event)
    return act(async () => {
      await putSupplement({ label: name, amount: Number(amount), is_damage: is_damage === 'on' })
      form.reset()
    })
  }
  const putSupplement = async (body: Pick<Supplement, 'label' | 'amount' | 'is_damage'>) => {
    const params = { path: { id: current().id }, header: { 'idempotency-key': supplementKeys.of(body) } }
    bodyOf(await office().POST('/api/v1/reservations/{id}/supplements', { params, body }))
    supplementKeys.renew()
    await refresh()
  }
  const removeSupplement = ({ id: supplement_id, label: name, amount, is_damage }: Supplement) =>
    act(async () => {
      const params = { path: { id: current().id, supplement_id } }
      bodyOf(await office().DELETE('/api/v1/reservations/{id}/supplements/{supplement_id}', { params }))
      await refresh()
      tell(t.saved, () => putSupplement({ label: name, amount, is_damage }))
    })
  const bill = () =>
    act(async () => {
      const params = { path: { id: current().id }, query: { is_supplement: true } }
      bodyOf(await office().POST('/api/v1/reservations/{id}/invoice', { params }))
      await refresh()
    })

  const payments = ({ payments: all }: Reservation): TemplateResult => html`<ul class="plain">
    ${all
      .filter(({ status }) => status !== 'cancelled')
      .map(
        (one) => html`<li>
        <span>
          ${one.method === null ? label('payment_kind', one.kind) : label('money_method', one.method)}${one.due_on ? html`, ${inWords(one.due_on)}` : nothing}
          ${tag(label('payment_status', one.status), one.status)}
          ${one.created_at === null || one.status === 'scheduled' ? nothing : html`<small>${moment(one.created_at)}</small>`}
          ${one.refunded > 0 ? html`<small>${t.trip.refunded(money(one.refunded, one.currency))}</small>` : nothing}
        </span>
        <b>${money(one.amount, one.currency)}</b>
        ${one.confirmation_url === null ? nothing : html`<a class="linked" href=${one.confirmation_url} target="_blank" rel="noopener">${label('invoice_kind', 'confirmation')}</a>`}
        ${one.payment_url === null ? nothing : copyButton(one.payment_url)}
      </li>`,
      )}
  </ul>`

  const methodField = (): TemplateResult => html`<label>${o.desk.method}
    <select name="method">${METHODS.map((method) => html`<option value=${method}>${label('money_method', method)}</option>`)}</select>
  </label>`

  const recordForm =
    (): TemplateResult => html`<details class="fold" ?open=${isOverdue()} @toggle=${() => quietly(askCash)}>
    <summary>${o.today.record}</summary>
    <form @submit=${record('receipt')}>
      <div class="pair">
        <label>${o.desk.amount}<input name="amount" type="number" min="0.01" step="0.01" .value=${String(owed())} required /></label>
        ${methodField()}
      </div>
      ${cash === undefined || cash.state === 'allowed' ? nothing : html`<p class="small muted">${o.sellers.subjects.cash}: ${cash.text}</p>`}
      <label>${o.desk.receivedOn}<input name="received_on" type="date" value=${today()} max=${today()} required /></label>
      <label>${o.stay.paymentNote}<input name="note" maxlength="200" placeholder=${o.stay.optional} /></label>
      <button class="second">${o.desk.record}</button>
    </form>
  </details>`

  /** Money received elsewhere that is still here: the company itself gives it back. */
  const heldElsewhere = () => receivedOf(current().payments.filter(({ method }) => isElsewhere(method)))

  const recordRefundForm = (): TemplateResult => html`<details class="fold" ?open=${current().status === 'cancelled'}>
    <summary>${o.stay.recordRefund}</summary>
    <form @submit=${record('refund')}>
      <p class="small muted">${o.stay.recordRefundAbout(money(heldElsewhere(), current().price.currency))}</p>
      <div class="pair">
        <label>${o.desk.amount}<input name="amount" type="number" min="0.01" step="0.01" max=${heldElsewhere().toFixed(2)} required /></label>
        ${methodField()}
      </div>
      <label>${o.stay.refundedOn}<input name="received_on" type="date" value=${today()} max=${today()} required /></label>
      <button class="second">${o.desk.record}</button>
    </form>
  </details>`

  const refundForm = ({ payments: all, price }: Reservation): TemplateResult => {
    const left = receivedOf(all.filter(({ method }) => (method ?? 'card') === 'card'))
    return html`<details class="fold">
      <summary>${o.desk.refundPart}</summary>
      <form @submit=${refund}>
        <p>${o.desk.refundable(money(left, price.currency))}</p>
        <label>${o.desk.amount}<input name="amount" type="number" min="0.01" step="0.01" max=${left.toFixed(2)} required /></label>
        <label>${o.desk.reason}<input name="reason" required maxlength="500" /></label>
        <button class="danger">${o.desk.refundGo}</button>
      </form>
    </details>`
  }

  const supplements = ({ supplements: all, price: { currency }, actions, status }: Reservation) => {
    const canAdd = can('payments.write') && ['confirmed', 'checked_in', 'completed'].includes(status)
    if (all.length === 0 && !canAdd) return nothing
    return html`<details class="fold" ?open=${all.length > 0}>
      <summary>${t.trip.supplements}</summary>
      <ul class="plain">
        ${all.map(
          (one) => html`<li>
            <span>${one.label} ${one.payment_status === null ? nothing : tag(label('payment_status', one.payment_status), one.payment_status)}</span>
            <b>${money(one.amount, currency)}</b>
            ${
              canAdd && one.payment_status === null
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
            <label>${o.desk.supplement}<input name="label" required maxlength="100" /></label>
            <label>${o.desk.amount}<input name="amount" type="number" min="0.01" step="0.01" required /></label>
            ${takesDamage() ? html`<label class="check"><input type="checkbox" name="is_damage" />${o.keptCard.damage(money(current().card?.damage_limit ?? 0, currency))}</label>` : nothing}
            <button class="second">${o.desk.add}</button>
          </form>`
          : nothing
      }
    </details>`
  }

  const documents = ({ invoices }: Reservation): TemplateResult | typeof nothing =>
    invoices.length === 0
      ? nothing
      : html`<details class="fold">
        <summary>${t.trip.documents} (${invoices.length})</summary>
        <ul class="plain">
          ${invoices.map(
            ({ kind, number, url, total, currency, issued_at }) => html`<li>
              <span><a class="linked" href=${url} target="_blank" rel="noopener">${label('invoice_kind', kind)} ${number}</a><br /><small>${moment(issued_at)}</small></span>
              <b>${money(total, currency)}</b>
            </li>`,
          )}
        </ul>
      </details>`

  return (): TemplateResult => {
    const stay = current()
    const { price, commission, actions } = stay
    return html`<section class="card">
      <div class="between"><h2>${o.stay.money}</h2>${owed() > 0 && stay.status !== 'expired' ? tag(o.today.owed(money(owed(), price.currency)), isOverdue() ? 'bad' : '') : nothing}</div>
      ${priceLines(price, stay.adults)}
      ${commission === null ? nothing : html`<p class="small muted">${o.stay.commission(money(commission, price.currency))}</p>`}
      ${payments(stay)}
      ${can('payments.write') && owed() > 0 ? recordForm() : nothing}
      ${can('payments.write') && heldElsewhere() > 0 ? recordRefundForm() : nothing}
      ${supplements(stay)}
      ${can('payments.write') && actions.includes('refund') ? refundForm(stay) : nothing}
      ${documents(stay)}
    </section>`
  }
}
