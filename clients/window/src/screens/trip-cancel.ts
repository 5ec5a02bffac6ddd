import { html, nothing, type TemplateResult } from 'lit-html'
import { api, dataOf } from '../client.ts'
import { money } from '../format.ts'
import { act, focusHeading, redraw } from '../page.ts'
import { t } from '../texts.ts'
import type { Reservation } from './trip-money.ts'

/** The end of a trip: first the refund of a cancellation, then the cancellation. */
export function cancelParts(current: () => Reservation, refresh: () => Promise<void>) {
  /** Refund of a cancellation; undefined before the preview. */
  let preview: number | undefined

  const cancel = (dry_run: boolean) =>
    act(async () => {
      const params = { path: { id: current().id }, query: { dry_run } }
      const { refund } = dataOf(await api.POST('/api/v1/reservations/{id}/cancel', { params, body: {} }))
      preview = dry_run ? refund : undefined
      redraw()
      if (!dry_run) await refresh()
      focusHeading(dry_run ? '.ending h3' : 'h1')
    })
  const keep = () => {
    preview = undefined
    redraw()
    focusHeading('.ending h2')
  }
  const outcome = (amount: string): TemplateResult => html`<div class="say bad">
    <div>
      <h3>${t.trip.cancelTitle}</h3>
      <p>${preview === 0 ? t.trip.cancelNothing : t.trip.cancelPreview(amount)}</p>
      <div class="actions">
        <button type="button" class="danger" @click=${() => cancel(false)}>${t.trip.cancelGo}</button>
        <button type="button" class="second" @click=${keep}>${t.trip.keep}</button>
      </div>
    </div>
  </div>`

  /** The last section of a stay, with the form that asks for other days. */
  return (ask: TemplateResult | typeof nothing): TemplateResult | typeof nothing => {
    const { actions, price } = current()
    const canCancel = actions.includes('cancel')
    if (!canCancel && ask === nothing) return nothing
    const start = html`<button type="button" class="danger" @click=${() => cancel(true)}>${t.trip.cancelStay}</button>
      <p class="small muted">${t.trip.cancelNote}</p>`
    return html`<section class="ending">
      <h2>${t.trip.plans}</h2>
      ${ask}
      ${!canCancel ? nothing : preview === undefined ? start : outcome(money(preview, price.currency))}
    </section>`
  }
}
