import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { money, span } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, focusHeading, redraw } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { receivedOf } from './stay-money.ts'

type Reservation = Schemas['Reservation']
type Wanted = { refund: 'all' | 'by_terms' | Schemas['SetPrice']; reason?: string }

/** The end of a stay by the company: how much goes back is chosen and shown before anything happens. */
export function cancelPart(current: () => Reservation, refresh: () => Promise<void>) {
  let refund = 'by_terms'
  let shown: { body: Wanted; result: Schemas['CancellationResult'] } | undefined

  const send = (body: Wanted, dry_run: boolean) =>
    act(async () => {
      const params = { path: { id: current().id }, query: { dry_run } }
      const result = dataOf(await office().POST('/api/v1/reservations/{id}/cancel', { params, body }))
      shown = dry_run ? { body, result } : undefined
      redraw()
      if (!dry_run) await refresh()
      focusHeading(dry_run ? '.ending .dry h3' : 'h1')
    })
  const preview = (event: SubmitEvent) => {
    const { reason, amount } = fieldsOf(event)
    const wanted: Wanted['refund'] =
      refund === 'amount' ? { amount: Number(amount) } : refund === 'all' ? 'all' : 'by_terms'
    return send({ refund: wanted, ...(reason && { reason }) }, true)
  }
  const choose = (event: Event) => {
    refund = (event.target as HTMLSelectElement).value
    shown = undefined
    redraw()
  }
  const keep = () => {
    shown = undefined
    redraw()
    focusHeading('.ending summary')
  }

  const outcome = ({ body, result }: NonNullable<typeof shown>): TemplateResult => {
    const { check_in, check_out, payments } = current()
    const { refund: amount, refund_parts, currency } = result
    const kept = Math.round((receivedOf(payments) - amount) * 100) / 100
    return html`<div class="dry">
      <h3>${o.stay.effect}</h3>
      <dl class="lines">
        <div><dt>${o.stay.backToCard}</dt><dd><b>${money(refund_parts.card, currency)}</b></dd></div>
        ${refund_parts.elsewhere > 0 ? html`<div><dt>${o.stay.backElsewhere}</dt><dd><b>${money(refund_parts.elsewhere, currency)}</b></dd></div>` : nothing}
        ${kept > 0 ? html`<div><dt>${o.stay.kept}</dt><dd>${money(kept, currency)}</dd></div>` : nothing}
      </dl>
      <p class="small muted">${o.stay.freeAgain(span(check_in, check_out))}</p>
      <div class="actions">
        <button type="button" class="danger" @click=${() => send(body, false)}>${amount > 0 ? o.stay.cancelAndRefund(money(amount, currency)) : o.stay.cancelOnly}</button>
        <button type="button" class="quiet" @click=${keep}>${t.trip.keep}</button>
      </div>
    </div>`
  }

  return (): TemplateResult | typeof nothing => {
    const stay = current()
    if (!can('reservations.write') || !stay.actions.includes('cancel')) return nothing
    return html`<details class="card fold ending">
      <summary>${t.trip.cancelStay}</summary>
      <form @submit=${preview}>
        <div class="pair">
          <label>${o.stay.refund}
            <select name="refund" @change=${choose}>
              ${(['by_terms', 'all', 'amount'] as const).map((one) => html`<option value=${one} ?selected=${one === refund}>${o.stay.refunds[one]}</option>`)}
            </select>
          </label>
          ${refund === 'amount' ? html`<label>${o.desk.amount}<input name="amount" type="number" min="0" step="0.01" required /></label>` : nothing}
        </div>
        <label>${o.stay.cancelReason}<input name="reason" maxlength="500" placeholder=${o.stay.optional} /></label>
        <button class="second">${o.desk.preview}</button>
      </form>
      ${shown === undefined ? nothing : outcome(shown)}
    </details>`
  }
}
