import { html, type TemplateResult } from 'lit-html'
import type { Schemas } from '../client.ts'
import { money } from '../format.ts'
import { t } from '../texts.ts'

type Change = Pick<Schemas['StayChangeResult'], 'before' | 'after' | 'due' | 'waived' | 'refund' | 'currency'>

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

/** A previewed change, to apply or to leave. */
export const changeOutcome = (change: Change, apply: () => void, leave: () => void): TemplateResult => html`<div
  aria-live="polite"
>
  <p>${effectsOf(change)}</p>
  <div class="actions">
    <button type="button" @click=${apply}>${t.desk.apply}</button>
    <button type="button" class="second" @click=${leave}>${t.desk.leave}</button>
  </div>
</div>`
