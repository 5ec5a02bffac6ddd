import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { inWords, money } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, focusHeading, redraw, tell } from '../page.ts'
import { peopleWords } from '../people.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { nightsBetween } from './plan-layout.ts'

type Change = Schemas['StayChangeResult']
type Wanted = Schemas['WantedChange']

/** The homes of a stay that moves, by name. */
interface Move {
  before: string
  after: string
}

const CHANGE = '/api/v1/reservations/{id}/change'

/** A line of a preview: what it is, what it was, what it would be. */
const line = (name: string, before: string, after: string): TemplateResult | typeof nothing =>
  before === after ? nothing : html`<div><dt>${name}</dt><dd><s class="muted">${before}</s> <b>${after}</b></dd></div>`

/** Effects of a change: days, guests, total, and what is paid or refunded. Pure. */
function effects(change: Change, move: Move | undefined) {
  const { before, after, due, waived, refund, by_terms, currency, broken_rules, continuation } = change
  const amount = (value: number) => money(value, currency)
  return html`<dl class="lines">
      ${move === undefined ? nothing : line(o.stay.home, move.before, move.after)}
      ${line(o.stay.arrival, inWords(before.check_in), inWords(after.check_in))}
      ${line(o.stay.departure, inWords(before.check_out), inWords(after.check_out))}
      ${line(o.stay.nights, String(nightsBetween(before.check_in, before.check_out)), String(nightsBetween(after.check_in, after.check_out)))}
      ${line(o.stay.guests, peopleWords(before), peopleWords(after))}
      ${line(o.stay.total, amount(before.total), amount(after.total))}
      ${continuation === null ? nothing : html`<div><dt>${o.stay.continues(inWords(continuation.check_in))}</dt><dd>${amount(continuation.total)}</dd></div>`}
      ${due > 0 ? html`<div><dt>${o.stay.paysByLink}</dt><dd><b>${amount(due)}</b></dd></div>` : nothing}
      ${waived > 0 ? html`<div><dt>${o.stay.waived}</dt><dd>${amount(waived)}</dd></div>` : nothing}
      ${refund > 0 ? html`<div><dt>${o.stay.refunded}</dt><dd><b>${amount(refund)}</b></dd></div>` : nothing}
    </dl>
    <p class="small muted">
      ${refund > 0 && refund !== by_terms ? o.stay.byTerms(amount(by_terms)) : nothing} ${o.stay.told}
    </p>
    ${broken_rules.length === 0 ? nothing : html`<p class="say warn">${o.stay.broken(broken_rules.map((rule) => o.rules[rule]).join(', '))}</p>`}`
}

/** Changes of stays by the company: one is previewed, and then applied or left. */
export function stayChanges(refresh: () => Promise<void>) {
  const keys = idempotencyKeys()
  let shown: { id: number; body: Wanted; result: Change; move: Move | undefined } | undefined

  const apply = (id: number, body: Wanted) =>
    act(async () => {
      const params = { path: { id }, header: { 'idempotency-key': keys.of([id, body]) } }
      bodyOf(await office().POST(CHANGE, { params, body }))
      keys.renew()
      shown = undefined
      await refresh()
      tell(t.saved)
      focusHeading()
    })
  const leave = () => {
    shown = undefined
    redraw()
  }

  return {
    leave,
    /** @param move the names of the homes, for a stay that moves */
    preview: (id: number, body: Wanted, move?: Move) =>
      act(async () => {
        shown = undefined
        const params = { path: { id }, query: { dry_run: true } }
        shown = { id, body, result: dataOf(await office().POST(CHANGE, { params, body })), move }
        redraw()
        focusHeading('.dry h3')
      }),

    /** The previewed change of a stay; undefined: there is none. */
    outcome(id: number): TemplateResult | undefined {
      if (shown?.id !== id) return undefined
      const { body, result, move } = shown
      return html`<div class="dry">
        <h3>${o.stay.effect}</h3>
        ${effects(result, move)}
        <div class="actions">
          <button type="button" @click=${() => apply(id, body)}>${o.desk.apply}</button>
          <button type="button" class="quiet" @click=${leave}>${o.desk.leave}</button>
        </div>
      </div>`
    },
  }
}
