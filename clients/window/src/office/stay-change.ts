import { html, nothing, type TemplateResult } from 'lit-html'
import { keyed } from 'lit-html/directives/keyed.js'
import type { Schemas } from '../client.ts'
import { can } from '../company.ts'
import { o } from '../office-texts.ts'
import { fieldsOf, follow, redraw } from '../page.ts'
import { peopleIn, peopleWords } from '../people.ts'
import { isChangeable, stayFields } from '../screens/stay-change.ts'
import { t } from '../texts.ts'
import { readHomes } from './read-homes.ts'
import { stayChanges } from './stay-changes.ts'

type Reservation = Schemas['Reservation']
type Home = Schemas['OwnProperty']

/** The price of a changed stay, as it was chosen. Pure. */
function priceOf(price: string | undefined, amount: string | undefined): NonNullable<Schemas['WantedChange']['price']> {
  if (price === 'amount') return { amount: Number(amount) }
  return price === 'keep' ? 'keep' : 'requote'
}

/** Other days, guests, home or price for a stay: first the effect, then the change. */
export function changePart(current: () => Reservation, refresh: () => Promise<void>) {
  const changes = stayChanges(refresh)
  let homes: Home[] | undefined
  let price = 'requote'

  const askHomes = (event: Event) => {
    if (homes !== undefined || !(event.target as HTMLDetailsElement).open || !can('properties.read')) return
    void follow(async () => {
      homes = await readHomes({ status: 'published' })
    })
  }
  const choosePrice = (event: Event) => {
    price = (event.target as HTMLSelectElement).value
    redraw()
  }
  const preview = (event: SubmitEvent) => {
    const { check_in = '', check_out = '', property_id, reason, amount, ...fields } = fieldsOf(event)
    const stay = current()
    const days = stay.source === 'channel' ? {} : { check_in, check_out, ...peopleIn((kind) => fields[kind]) }
    const title = homes?.find(({ id }) => id === property_id)?.title
    const move = title === undefined ? undefined : { before: stay.property.title, after: title }
    const wanted = {
      ...days,
      ...(property_id !== undefined && property_id !== stay.property_id && { property_id }),
      ...(stay.source !== 'channel' && { price: priceOf(price, amount) }),
      reason: reason ?? o.stay.noReason,
    }
    return changes.preview(stay.id, wanted, move)
  }

  const prices = ({ price: { currency } }: Reservation): TemplateResult => html`<div class="pair">
    <label>${o.stay.price}
      <select name="price" @change=${choosePrice}>
        ${(['requote', 'keep', 'amount'] as const).map((one) => html`<option value=${one} ?selected=${one === price}>${o.stay.prices[one]}</option>`)}
      </select>
    </label>
    ${price === 'amount' ? html`<label>${o.stay.newTotal(currency)}<input name="amount" type="number" min="0" step="0.01" required /></label>` : nothing}
  </div>`

  return (): TemplateResult | typeof nothing => {
    const stay = current()
    const isHeldByHand = stay.status === 'pending' && stay.guest_id === null
    if (!can('reservations.write') || (!isChangeable(stay) && !isHeldByHand)) return nothing
    const others = (homes ?? [])
      .filter(({ id }) => id !== stay.property_id)
      .toSorted((one, other) => one.title.localeCompare(other.title, t.tag))
    const form = html`<form @submit=${preview} @input=${changes.leave}>
        ${stay.source === 'channel' ? html`<p class="say">${o.stay.atChannel}</p>` : stayFields(stay)}
        <label>${o.stay.home}
          <select name="property_id">
            <option value=${stay.property_id}>${stay.property.title}</option>
            ${others.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
          </select>
        </label>
        ${stay.source === 'channel' ? nothing : prices(stay)}
        <label>${o.stay.reason}<input name="reason" maxlength="500" placeholder=${o.stay.optional} /></label>
        <button class="second">${o.desk.preview}</button>
      </form>`
    // The fields begin anew when the stay has changed: they would keep what was chosen before.
    const state = [stay.property_id, stay.check_in, stay.check_out, peopleWords(stay)].join()
    return html`<details class="card fold" @toggle=${askHomes}>
      <summary>${o.stay.changeTitle}</summary>
      ${keyed(state, form)}
      ${changes.outcome(stay.id) ?? nothing}
    </details>`
  }
}
