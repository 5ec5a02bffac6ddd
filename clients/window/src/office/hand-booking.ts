import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, idempotencyKeys, isRefused, type Schemas, SejourError, sentenceOf } from '../client.ts'
import { drafted } from '../drafts.ts'
import { money, today } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, focusHeading, page, quietly, redraw } from '../page.ts'
import { priceLines } from '../parts.ts'
import { type People, peopleFields, peopleIn } from '../people.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { copyButton } from './copy.ts'

type Quote = Schemas['Quote']

/** A home and the days of a stay in it. */
export interface Nights {
  property_id: string
  check_in: string
  check_out: string
}

/** Rules that no company overrides, and nights that are not free. */
const FIRM = ['dates_taken', 'in_the_past', 'total_too_high']

/** The price of a stay as it is typed, and its price from the service. */
function quotes(current: () => Nights) {
  let quote: Quote | undefined
  let asked = ''
  /** Why there is no price. */
  let refusal: string | undefined

  /** Asks for the price again, if it would be of something else. A home that is no longer a draft has one. */
  const ask = async (people: People, isNew = false) => {
    const body = { ...current(), ...people }
    const text = JSON.stringify(body)
    if (text === asked && !isNew) return
    asked = text
    let read: Quote | undefined
    try {
      read = dataOf(await office().POST('/api/v1/quotes', { body }))
    } catch (failure) {
      if (!(failure instanceof SejourError)) throw failure
      if (asked === text) refusal = sentenceOf(failure, t.offline)
    }
    if (asked !== text) return
    quote = read
    if (read) refusal = undefined
    redraw()
  }
  return { ask, quote: () => quote, refusal: () => refusal }
}

/**
 * The form that books a stay for somebody who calls, with what it costs before it is booked.
 * @param done after a booking
 * @param readAgain after somebody else has taken the nights
 */
export function handBooking(current: () => Nights, done: () => Promise<void>, readAgain: () => Promise<unknown>) {
  const keys = idempotencyKeys()
  const price = quotes(current)
  let people: People = { adults: 2, children: 0, infants: 0 }
  let isOwnPrice = false
  let isLater = false
  /** The own price, as it is typed. */
  let total = ''
  let booked: Schemas['HandBooked'] | undefined

  /** Reads the price of the present days; called whenever they may be others. */
  const refresh = () => quietly(() => price.ask(people))
  const count = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement
    people = peopleIn((kind) => (kind === name ? value : people[kind]))
    refresh()
  }
  const typeTotal = (event: Event) => {
    total = (event.target as HTMLInputElement).value
    redraw()
  }
  const choosePay = (event: Event) => {
    isLater = (event.target as HTMLSelectElement).value === 'later'
    redraw()
  }
  const choosePrice = (event: Event) => {
    isOwnPrice = (event.target as HTMLSelectElement).value === 'amount'
    redraw()
  }

  const book = (event: SubmitEvent) => {
    const { name = '', email, phone, language = 'fr', reason, note, due_on, force } = fieldsOf(event)
    const { property_id, check_in, check_out } = current()
    const notes = [reason, note].filter(Boolean).join('\n')
    const body = {
      ...{ check_in, check_out, ...people },
      guest: { name, ...(email && { email }), ...(phone && { phone }), language },
      pay: isLater ? ('later' as const) : ('link' as const),
      ...(isLater && due_on && { due_on }),
      ...(isOwnPrice && { price: { amount: Number(total) } }),
      ...(force !== undefined && { force_rules: true }),
      ...(notes !== '' && { note: notes }),
    }
    return act(async () => {
      const params = { path: { property_id }, header: { 'idempotency-key': keys.of([property_id, body]) } }
      try {
        booked = dataOf(await office().POST('/api/v1/properties/{property_id}/reservations', { params, body }))
      } catch (failure) {
        // Somebody was faster: the price and the plan say so.
        if (isRefused(failure, 'taken')) await Promise.all([price.ask(people, true), readAgain()])
        throw failure
      }
      keys.renew()
      await done()
      focusHeading('.booked h3')
    })
  }

  const cost = (): TemplateResult | typeof nothing => {
    const quote = price.quote()
    if (!quote) return price.refusal() === undefined ? nothing : html`<p class="say warn">${price.refusal()}</p>`
    const broken = quote.violations.filter(({ code }) => !FIRM.includes(code))
    return html`${isOwnPrice ? nothing : priceLines(quote, people.adults)}
      ${quote.available ? nothing : html`<p class="say bad">${o.plan.booking.taken}</p>`}
      ${
        broken.length === 0
          ? nothing
          : html`<div class="say warn"><div>
              <p>${o.plan.booking.broken} ${broken.map(({ message }) => message).join(' ')}</p>
              <label class="check"><input type="checkbox" name="force" />${o.plan.booking.force}</label>
            </div></div>`
      }`
  }
  const buttonText = (): string => {
    const quote = price.quote()
    if (!quote) return o.plan.booking.bookOnly
    const amount = isOwnPrice ? Number(total) : quote.total
    return o.plan.booking.book(money(amount, quote.currency))
  }

  return {
    refresh,
    /** Begins with these people. */
    count: (wanted: People) => {
      people = wanted
    },
    /** Forgets the stay that was booked. */
    dismiss: () => {
      booked = undefined
    },
    form: (): TemplateResult => html`<form @submit=${book} ${drafted(`booking-${current().property_id}-${current().check_in}`)}>
      <label>${o.desk.name}<input name="name" required maxlength="255" autocomplete="off" /></label>
      <div class="pair">
        <label>${t.desk.phone}<input name="phone" type="tel" autocomplete="off" /></label>
        <label>${t.desk.email}<input name="email" type="email" autocomplete="off" /></label>
      </div>
      <label>${o.plan.booking.language}
        <select name="language">
          ${(['fr', 'en'] as const).map((one) => html`<option value=${one} ?selected=${t.tag.startsWith(one)}>${o.plan.booking.languages[one]}</option>`)}
        </select>
      </label>
      ${peopleFields(people, count)}
      <div aria-live="polite">${cost()}</div>
      <label>${o.plan.booking.price}
        <select name="price" @change=${choosePrice}>
          <option value="quoted" ?selected=${!isOwnPrice}>${o.plan.booking.prices.quoted}</option>
          <option value="amount" ?selected=${isOwnPrice}>${o.plan.booking.prices.amount}</option>
        </select>
      </label>
      ${
        isOwnPrice
          ? html`<div class="pair">
            <label>${o.plan.booking.total}<input name="total" type="number" min="0" step="0.01" required .value=${total} @input=${typeTotal} @change=${typeTotal} /></label>
            <label>${o.plan.booking.reason}<input name="reason" required maxlength="500" /></label>
          </div>`
          : nothing
      }
      <label>${o.plan.booking.pay}
        <select name="pay" @change=${choosePay}>
          <option value="link" ?selected=${!isLater}>${o.plan.booking.pays.link}</option>
          <option value="later" ?selected=${isLater}>${o.plan.booking.pays.later}</option>
        </select>
      </label>
      ${
        isLater
          ? html`<label>${o.plan.booking.dueOn}<input name="due_on" type="date" min=${today()} .value=${current().check_in} required /></label>`
          : nothing
      }
      <label>${o.desk.note}<input name="note" maxlength="4000" /></label>
      <button class="full" ?disabled=${page.isBusy}>${buttonText()}</button>
    </form>`,

    /** The stay that was just booked, with the link for its guest; undefined: none. */
    result: (): TemplateResult | undefined => {
      if (booked === undefined) return undefined
      const { reservation_id, payment_url } = booked
      return html`<div class="booked" role="status">
        <h3>${o.plan.booking.booked(reservation_id)}</h3>
        ${
          payment_url === null
            ? nothing
            : html`<label>${o.plan.booking.payLink}<input readonly .value=${payment_url} /></label>
              <p class="small muted">${o.plan.booking.mailed}</p>`
        }
        <div class="actions">
          <a class="button" href="/stays/${reservation_id}">${o.plan.booking.seeStay}</a>
          ${payment_url === null ? nothing : copyButton(payment_url)}
        </div>
      </div>`
    },
  }
}
