import { html, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { money } from '../format.ts'
import { act, focusHeading, redraw, tell } from '../page.ts'
import { t } from '../texts.ts'
import type { Reservation } from './trip-money.ts'

type Change = Schemas['StayChangeResult']
type Wanted = Schemas['WantedChange']

const CHANGE = '/api/v1/reservations/{id}/change'
const CHANGEABLE = new Set<Reservation['status']>(['confirmed', 'checked_in'])

/** Whether days and guests of a stay can change. Pure. */
export const isChangeable = ({ status }: Pick<Reservation, 'status'>): boolean => CHANGEABLE.has(status)

/** Effects of a change in words. Pure. */
export function effectsOf({ before, after, due, waived, refund, currency }: Change): string {
  const amount = (value: number) => money(value, currency)
  return [
    t.desk.totals(amount(before.total), amount(after.total)),
    ...(due > 0 ? [t.desk.due(amount(due))] : []),
    ...(waived > 0 ? [t.desk.waived(amount(waived))] : []),
    ...(refund > 0 ? [t.desk.refund(amount(refund))] : []),
  ].join(' ')
}

/** Fields for the days and guests of a stay. */
export const stayFields = ({ check_in, check_out, adults }: Pick<Reservation, 'check_in' | 'check_out' | 'adults'>) =>
  html`<div class="pair">
      <label>${t.desk.checkIn}<input name="check_in" type="date" .value=${check_in} required /></label>
      <label>${t.desk.checkOut}<input name="check_out" type="date" .value=${check_out} required /></label>
    </div>
    <label>${t.desk.adults}<input name="adults" type="number" min="1" max="50" .value=${String(adults)} required /></label>`

/** Changes of stays by the company: one is previewed, and then applied or left. */
export function stayChanges(refresh: () => Promise<void>) {
  const keys = idempotencyKeys()
  let shown: { id: number; body: Wanted; result: Change } | undefined

  const apply = (id: number, body: Wanted) =>
    act(async () => {
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, body]) } }
      bodyOf(await api.POST(CHANGE, { params, body }))
      keys.renew()
      shown = undefined
      await refresh()
      tell(t.saved)
    })
  const leave = () => {
    shown = undefined
    redraw()
  }

  return {
    preview: (id: number, body: Wanted) =>
      act(async () => {
        const params = { path: { id }, query: { dry_run: true } }
        shown = { id, body, result: dataOf(await api.POST(CHANGE, { params, body })) }
        redraw()
        focusHeading('.dry h3')
      }),

    /** The previewed change of a stay; undefined: there is none. */
    outcome(id: number): TemplateResult | undefined {
      if (shown?.id !== id) return undefined
      const { body, result } = shown
      return html`<div class="dry">
        <h3>${t.desk.effect}</h3>
        <p>${effectsOf(result)}</p>
        <div class="actions">
          <button type="button" @click=${() => apply(id, body)}>${t.desk.apply}</button>
          <button type="button" class="second" @click=${leave}>${t.desk.leave}</button>
        </div>
      </div>`
    },
  }
}
