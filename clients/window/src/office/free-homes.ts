import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf } from '../client.ts'
import { company } from '../company.ts'
import { drafted } from '../drafts.ts'
import { money, plusDays, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, focusHeading, redraw } from '../page.ts'
import { type People, peopleIn } from '../people.ts'
import { WrongFields } from '../refusals.ts'
import { stayFields } from '../screens/stay-change.ts'
import { t } from '../texts.ts'
import { spansOf } from './bars.ts'
import { office } from './client.ts'
import { areFree } from './days-panel.ts'
import type { Nights } from './hand-booking.ts'
import { nightsBetween } from './plan-layout.ts'

/** A free home, with the price of a stay as guests have it; undefined: it was not read, or by the rules of the home guests cannot book it. */
interface Free {
  id: string
  title: string
  city: string
  price: string | undefined
}

/** Most homes that are read. */
const MOST = 100

/**
 * The beginning of a booking by telephone: days and people, and the homes that are free then, in two calls.
 * @param choose takes the home that was chosen
 */
export function freeHomes(isOpen: boolean, choose: (nights: Nights & { title: string }, people: People) => unknown) {
  let found: Free[] | undefined
  /** Number of homes among which they were found. */
  let homes = 0
  /** True if the prices of all free homes were read. */
  let isPriced = true
  let people: People = { adults: 2, children: 0, infants: 0 }
  let days = { check_in: today(), check_out: plusDays(today(), 1) }

  const find = (event: SubmitEvent) => {
    const { check_in = '', check_out = '', ...fields } = fieldsOf(event)
    return act(async () => {
      if (check_out <= check_in) throw new WrongFields({ check_out: [o.plan.panel.backwards] })
      const wanted = peopleIn((kind) => fields[kind])
      const query = { per_page: MOST, page: 1 }
      const [plan, search] = await Promise.all([
        office().GET('/api/v1/plan', { params: { query: { ...query, from: check_in, to: plusDays(check_out, -1) } } }),
        office().GET('/api/v1/properties/search', { params: { query: { ...query, check_in, check_out, ...wanted } } }),
      ])
      const prices = new Map(
        bodyOf(search)
          .data.filter(({ owner }) => owner.id === company()?.id)
          .map(({ id, price_total, currency }) => [
            id,
            price_total === null ? undefined : money(price_total, currency),
          ]),
      )
      const { data, meta } = bodyOf(plan)
      homes = meta.total
      isPriced = bodyOf(search).meta.total <= MOST
      const free = data.filter((row) => areFree(spansOf(row), check_in, check_out))
      people = wanted
      days = { check_in, check_out }
      found = free
        .map(({ property: { id, title, city } }) => ({ id, title, city, price: prices.get(id) }))
        .toSorted((one, other) => Number(one.price === undefined) - Number(other.price === undefined))
      redraw()
      focusHeading('.freeHomes h3')
    })
  }
  const take = (event: Event, { id: property_id, title }: Free) => {
    // The panel of the home takes its place.
    ;(event.target as HTMLElement).closest('details')?.removeAttribute('open')
    choose({ property_id, title, ...days }, people)
  }
  const row = (one: Free): TemplateResult => {
    const { title, city, price } = one
    return html`<li>
    <div class="grow"><b>${title}</b><small>${city}${price === undefined && isPriced ? ` · ${o.plan.find.unpriced}` : ''}</small></div>
    ${price === undefined ? nothing : html`<b>${price}</b>`}
    <button type="button" class="second" aria-label="${o.plan.find.take}: ${title}" @click=${(event: Event) => take(event, one)}>${o.plan.find.take}</button>
  </li>`
  }

  return (): TemplateResult => html`<details class="card fold" ?open=${isOpen}>
    <summary>${o.today.book}</summary>
    <form @submit=${find} ${drafted('free-homes')}>
      ${stayFields({ ...days, ...people })}
      <button>${o.plan.find.go}</button>
    </form>
    ${
      found === undefined
        ? nothing
        : html`<div class="freeHomes">
          <h3>${o.plan.find.free(found.length, t.nights(nightsBetween(days.check_in, days.check_out)))}</h3>
          ${homes > MOST ? html`<p class="muted">${o.plan.find.among(MOST, homes)}</p>` : nothing}
          <ul class="list">${found.map(row)}</ul>
        </div>`
    }
  </details>`
}
