import { html, nothing, type TemplateResult } from 'lit-html'
import { calendar } from '../calendar.ts'
import { api, bodyOf, dataOf, idempotencyKeys, type Schemas, sentenceOf } from '../client.ts'
import { inWords, money, plusDays, plusMonths, today } from '../format.ts'
import { label } from '../labels.ts'
import { act, askToSignIn, fieldsOf, follow, navigate, page, redraw, type Screen, tell } from '../page.ts'
import { face, nameOf, photo, priceLines, rating, stars, tag } from '../parts.ts'
import { t } from '../texts.ts'
import { tick } from '../tour.ts'
import { availability } from './availability.ts'

type Quote = Schemas['Quote']

/** Price and booking of a stay. */
interface Box {
  check_in: string | undefined
  check_out: string | undefined
  adults: number
  quote: Quote | undefined
}

/** A day of the address; undefined: there is none, or it does not exist. */
const dayIn = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** One home: photos, calendar, price, reviews. */
export async function home(id: string, query: URLSearchParams): Promise<Screen> {
  const box: Box = {
    check_in: dayIn(query.get('check_in')),
    check_out: dayIn(query.get('check_out')),
    adults: Number(query.get('adults')) || 1,
    quote: undefined,
  }
  const days = availability(id)
  let month = `${(box.check_in ?? today()).slice(0, 7)}-01`
  const [property, reviews] = await Promise.all([
    api.GET('/api/v1/properties/{id}', { params: { path: { id } } }).then(dataOf),
    api.GET('/api/v1/properties/{id}/comments', { params: { path: { id } } }).then(bodyOf),
    days.show(month),
  ])
  const comments = reviews.data
  const isOwn = property.owner.id === page.me?.id

  /** Asks what the chosen days cost; an answer to days that were chosen before is not shown. */
  async function ask(): Promise<void> {
    const { check_in, check_out, adults } = box
    box.quote = undefined
    if (check_in === undefined || check_out === undefined) return
    const asked = { property_id: id, check_in, check_out, adults }
    const quote = dataOf(await api.POST('/api/v1/quotes', { body: asked }))
    const isLatest = box.check_in === check_in && box.check_out === check_out && box.adults === adults
    if (isLatest) box.quote = quote
  }
  await ask().catch((failure) => {
    page.problem = sentenceOf(failure, t.offline)
  })
  tick('search')
  /** A link to the page, or the page after it was read again, has the days that are chosen. */
  const keep = () => {
    const { check_in = '', check_out = '', adults } = box
    history.replaceState(null, '', `?${new URLSearchParams({ check_in, check_out, adults: String(adults) })}`)
    return follow(ask)
  }

  /** The day of arrival, while the day that is picked next is that of departure. */
  const arrivalBefore = (day: string): string | undefined => {
    const { check_in, check_out } = box
    return check_in !== undefined && check_out === undefined && day > check_in ? check_in : undefined
  }
  const pick = (day: string) => {
    if (arrivalBefore(day) !== undefined) box.check_out = day
    else Object.assign(box, { check_in: day, check_out: undefined })
    return keep()
  }
  const turn = (first: string) => {
    if (first < plusMonths(today(), 0)) return undefined
    month = first
    return follow(() => days.show(first))
  }
  /** The night before a departure has to be free, not the day itself. */
  const canPick = (day: string): boolean => {
    const arrival = arrivalBefore(day)
    return arrival === undefined ? days.areFree(day, day) : days.areFree(arrival, plusDays(day, -1))
  }
  const change = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement
    if (name === 'adults') box.adults = Math.min(property.max_guests, Math.max(1, Math.round(Number(value)) || 1))
    else if (name === 'check_out') box.check_out = value || undefined
    else {
      box.check_in = value || undefined
      if (box.check_out !== undefined && box.check_out <= value) box.check_out = undefined
    }
    return keep()
  }

  const keys = idempotencyKeys()
  const book = (event: SubmitEvent) => {
    const { message } = fieldsOf(event)
    return act(async () => {
      if (!box.quote) return
      const { quote_id } = box.quote
      const body = { quote_id, ...(property.instant_book ? {} : { inquiry: true, ...(message && { message }) }) }
      const header = { 'idempotency-key': keys.of(body) }
      const { reservation_id, payment_url } = dataOf(
        await api.POST('/api/v1/reservations', { params: { header }, body }),
      )
      keys.renew()
      // Guests who return from the checkout without paying find the reservation, which can still be paid.
      if (payment_url) history.replaceState(null, '', `/trips/${reservation_id}`)
      if (payment_url) location.assign(payment_url)
      else navigate(`/trips/${reservation_id}`)
    })
  }

  const reply = (comment_id: number) => (event: SubmitEvent) => {
    const { content = '' } = fieldsOf(event)
    return act(async () => {
      const path = { id: comment_id }
      const changed = dataOf(await api.POST('/api/v1/comments/{id}/reply', { params: { path }, body: { content } }))
      comments.splice(
        comments.findIndex((one) => one.id === comment_id),
        1,
        changed,
      )
      tell(t.saved)
    })
  }

  const gallery = (): TemplateResult => html`<ul class="gallery" aria-label=${t.home.photos} tabindex="0">
    ${property.photos.map(
      (one, index) =>
        html`<li>${photo(one, index === 0 ? '(max-width: 700px) 92vw, 800px' : '(max-width: 700px) 92vw, 400px', index > 0)}</li>`,
    )}
  </ul>`

  const terms = (quote: Quote): TemplateResult => {
    const { currency, due_now, balance, balance_due_on, cancellation, security_deposit } = quote
    const free = cancellation.find(({ refund }) => refund === quote.total)
    return html`${priceLines(quote)}
      <div class="small">
        ${
          balance > 0 && balance_due_on
            ? html`<p>${t.home.now(money(due_now, currency))}<br />${t.home.rest(money(balance, currency), inWords(balance_due_on))}</p>`
            : nothing
        }
        ${free ? html`<p>${t.home.free(inWords(free.until))}</p>` : nothing}
        ${security_deposit > 0 ? html`<p>${t.home.deposit(money(security_deposit, currency))}</p>` : nothing}
      </div>`
  }

  const button = (): TemplateResult => {
    if (isOwn) return html`<p class="small">${t.home.own}</p>`
    if (!page.me) return html`<button type="button" @click=${askToSignIn}>${t.accounts.needed}</button>`
    const isBookable = box.quote?.bookable ?? false
    return html`<form @submit=${book}>
      ${
        property.instant_book || !isBookable
          ? nothing
          : html`<label>${t.home.askMessage}<textarea name="message" rows="3" maxlength="2000"></textarea></label>`
      }
      <button ?disabled=${!isBookable}>${property.instant_book ? t.home.book : t.home.ask}</button>
    </form>`
  }

  const priceBox = (): TemplateResult => {
    const { quote, check_in, check_out, adults } = box
    return html`<section class="card box first" aria-live="polite">
      <h2>${quote ? money(quote.total, quote.currency) : t.search.from_price(money(property.base_price, property.currency, true))}
        ${quote ? html`<small>${t.nights(quote.nights)}</small>` : nothing}</h2>
      <div class="pair" @change=${change}>
        <label>${t.search.from}<input name="check_in" type="date" .value=${check_in ?? ''} min=${today()} /></label>
        <label>${t.search.to}<input name="check_out" type="date" .value=${check_out ?? ''} min=${check_in ?? today()} /></label>
      </div>
      <label @change=${change}>${t.search.guests}<input name="adults" type="number" min="1" max=${property.max_guests} .value=${String(adults)} /></label>
      ${quote?.violations.map(({ message }) => html`<p class="bad">${message}</p>`)}
      ${quote?.bookable ? terms(quote) : nothing} ${button()}
      ${isOwn ? nothing : html`<a class="small" href="/inbox/${property.owner.id}?home=${id}">${t.home.host(nameOf(property.owner))}</a>`}
    </section>`
  }

  const comment = (one: Schemas['Comment']): TemplateResult => html`<li>
    <p>${face(one.author)} <b>${nameOf(one.author)}</b> ${stars(one.rating)}</p>
    <p>${one.content}</p>
    ${one.reply ? html`<blockquote><b>${t.home.reply}</b><br />${one.reply.content}</blockquote>` : nothing}
    ${
      one.can_reply
        ? html`<form class="inline" @submit=${reply(one.id)}>
          <label>${t.home.replyTo}<input name="content" required maxlength="2000" /></label><button class="second">${t.home.send}</button>
        </form>`
        : nothing
    }
  </li>`

  return {
    title: property.title,
    refresh: () => days.show(month).then(redraw),
    view: () => html`
      <p><a href="/">← ${t.toSearch}</a></p>
      <h1>${property.title}</h1>
      <p class="muted">
        ${property.city} · ${t.home.facts(property.max_guests, property.bedrooms, property.beds, property.bathrooms)}
        ${rating(property.rating_average, property.rating_count)}
      </p>
      ${gallery()}
      <div class="columns">
        <div>
          <p>${property.description}</p>
          <p class="tags">${property.amenities.map((amenity) => tag(label('amenity', amenity)))}</p>
          <section>
            <h2>${t.home.calendar}</h2>
            <p class="small">${t.home.pickArrival}</p>
            ${calendar({ month, days: days.days, from: box.check_in, to: box.check_out, canPick, onPick: pick, onMonth: turn })}
          </section>
          <section>
            <h2>${t.home.reviews} ${rating(reviews.summary.average, reviews.summary.count)}</h2>
            ${comments.length === 0 ? html`<p>${t.home.noReviews}</p>` : html`<ul class="comments">${comments.map(comment)}</ul>`}
          </section>
          <p class="muted">
            ${t.home.hosted(nameOf(property.owner))} · ${t.home.times(property.check_in_time, property.check_out_time, property.timezone)}
            ${property.registration_number === null ? '' : html`<br />${t.home.registered(property.registration_number)}`}
          </p>
        </div>
        ${priceBox()}
      </div>
    `,
  }
}
