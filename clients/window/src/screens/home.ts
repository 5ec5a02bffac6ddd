import { html, nothing, type TemplateResult } from 'lit-html'
import { calendar } from '../calendar.ts'
import { api, bodyOf, dataOf, idempotencyKeys, isRefused, type Schemas, sentenceOf } from '../client.ts'
import { clockOf, inWords, money, plusDays, plusMonths, shortSpan, today } from '../format.ts'
import { icon } from '../icons.ts'
import { label } from '../labels.ts'
import { whenNear } from '../near.ts'
import { act, askToSignIn, fieldsOf, follow, navigate, page, quietly, redraw, type Screen, tell } from '../page.ts'
import { cancelTerms, face, nameOf, photo, priceLines, rating, stars } from '../parts.ts'
import { KINDS, type People, peopleFields, peopleIn } from '../people.ts'
import { t } from '../texts.ts'
import { tick } from '../tour.ts'
import { availability } from './availability.ts'
import { photoViewer } from './photo-viewer.ts'

type Quote = Schemas['Quote']

/** Price and booking of a stay. */
interface Box {
  check_in: string | undefined
  check_out: string | undefined
  people: People
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
    people: peopleIn((kind) => query.get(kind)),
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
    const { check_in, check_out, people } = box
    box.quote = undefined
    if (check_in === undefined || check_out === undefined) return
    const asked = { property_id: id, check_in, check_out, ...people }
    const quote = dataOf(await api.POST('/api/v1/quotes', { body: asked }))
    const isLatest = box.check_in === check_in && box.check_out === check_out && box.people === people
    if (isLatest) box.quote = quote
  }
  await ask().catch((failure) => {
    page.problem = sentenceOf(failure, t.offline)
  })
  tick('search')
  /** A link to the page, or the page after it was read again, has the days that are chosen. */
  const keep = () => {
    const { check_in = '', check_out = '', people } = box
    const counts = KINDS.filter((kind) => people[kind] > 0).map((kind) => [kind, String(people[kind])])
    const chosen = { check_in, check_out, ...Object.fromEntries(counts) }
    history.replaceState(null, '', `?${new URLSearchParams(chosen)}`)
    return follow(ask, '.box')
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
    return follow(() => days.show(first), '.box')
  }
  /** The night before a departure has to be free, not the day itself. */
  const canPick = (day: string): boolean => {
    const arrival = arrivalBefore(day)
    return arrival === undefined ? days.areFree(day, day) : days.areFree(arrival, plusDays(day, -1))
  }
  const change = (event: Event) => {
    const { name, value } = event.target as HTMLInputElement
    if (KINDS.some((kind) => kind === name)) box.people = peopleIn((kind) => (kind === name ? value : box.people[kind]))
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
      let booked: Schemas['Reserved']
      try {
        booked = dataOf(await api.POST('/api/v1/reservations', { params: { header }, body }))
      } catch (failure) {
        if (!isRefused(failure, 'taken')) throw failure
        // Somebody was faster: the new price says so, and the calendar what is left.
        keys.renew()
        await Promise.all([ask(), days.show(month)])
        return
      }
      const { reservation_id, payment_url } = booked
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

  let isOpen = false
  const turnGallery = () => {
    isOpen = !isOpen
    redraw()
  }
  const viewer = photoViewer(property.photos)
  const gallery = (): TemplateResult => html`<div class="photos">
    <ul class="gallery ${isOpen ? 'all' : ''}" aria-label=${t.home.photos} tabindex="0">
      ${property.photos.map(
        (one, index) =>
          html`<li><button type="button" class="bare" aria-label=${t.home.photoOf(index + 1, property.photos.length)} @click=${() => viewer.open(index)}>${photo(one, index === 0 ? '(max-width: 700px) 100vw, 800px' : '(max-width: 700px) 100vw, 400px', index > 0)}</button></li>`,
      )}
    </ul>
    ${
      property.photos.length > 5
        ? html`<button type="button" class="second" aria-expanded=${isOpen ? 'true' : 'false'} @click=${turnGallery}>
          ${isOpen ? t.home.fewer : t.home.all(property.photos.length)}
        </button>`
        : nothing
    }
  </div>`

  const terms = (quote: Quote): TemplateResult => {
    const { currency, due_now, balance, balance_due_on, security_deposit } = quote
    const due =
      balance > 0 && balance_due_on
        ? html`<p class="small">${t.home.now(money(due_now, currency))}<br />${t.home.rest(money(balance, currency), inWords(balance_due_on))}</p>`
        : nothing
    return html`${priceLines(quote, quote.guests.adults)} ${due}
      ${security_deposit > 0 ? html`<p class="small">${t.home.deposit(money(security_deposit, currency))}</p>` : nothing}`
  }

  const bookLabel = () => (page.me ? (property.instant_book ? t.home.book : t.home.ask) : t.home.signIn)
  const button = (): TemplateResult => {
    if (isOwn) return html`<p class="small">${t.home.own}</p>`
    if (!page.me) return html`<button type="button" class="full" @click=${askToSignIn}>${bookLabel()}</button>`
    const isBookable = box.quote?.bookable ?? false
    return html`<form id="book" @submit=${book}>
      ${
        property.instant_book || !isBookable
          ? nothing
          : html`<label>${t.home.askMessage}<textarea name="message" rows="3" maxlength="2000"></textarea></label>`
      }
      <button class="full" ?disabled=${!isBookable}>${bookLabel()}</button>
      ${isBookable ? html`<p class="small muted">${t.home.nothingYet}</p>` : nothing}
    </form>`
  }

  const headline = (): TemplateResult =>
    box.quote
      ? html`<b>${money(box.quote.total, box.quote.currency)}</b> <small>${t.home.forNights(t.nights(box.quote.nights))}</small>`
      : html`<b>${t.search.from_price(money(property.base_price, property.currency, true))}</b>`

  /** The nearest free days in place of those that are taken. */
  const others = ({ violations, check_in, check_out }: Quote): TemplateResult | typeof nothing => {
    if (!violations.some(({ code }) => code === 'dates_taken')) return nothing
    const free = days.nearest(check_in, check_out)
    if (free.length === 0) return nothing
    const take = (span: (typeof free)[number]) => () => {
      Object.assign(box, span)
      return keep()
    }
    return html`<div class="actions">
      <span>${t.home.freeNear}</span>
      ${free.map((one) => html`<button type="button" class="second" @click=${take(one)}>${shortSpan(one.check_in, one.check_out)}</button>`)}
    </div>`
  }

  const priceBox = (): TemplateResult => {
    const { quote, check_in, check_out, people } = box
    return html`<section class="card box" aria-live="polite">
      <h2>${headline()}</h2>
      <div class="pair" @change=${change}>
        <label>${t.search.from}<input name="check_in" type="date" .value=${check_in ?? ''} min=${today()} /></label>
        <label>${t.search.to}<input name="check_out" type="date" .value=${check_out ?? ''} min=${check_in ?? today()} /></label>
      </div>
      ${peopleFields(people, change)}
      ${quote?.violations.map(({ message }) => html`<p class="say bad">${message}</p>`)}
      ${quote ? others(quote) : nothing}
      ${quote?.bookable ? terms(quote) : nothing} ${button()}
      ${quote?.bookable ? cancelTerms(quote) : nothing}
    </section>`
  }

  /** On a phone the price stays in sight, with the one thing to do next. */
  const payBar = (): TemplateResult | typeof nothing => {
    if (isOwn) return nothing
    const { quote, check_in, check_out } = box
    const days = quote && check_in && check_out ? shortSpan(check_in, check_out) : t.home.taxes
    const next = !quote?.bookable
      ? html`<a class="button" href="#days">${t.home.pickDays}</a>`
      : page.me
        ? html`<button form="book">${bookLabel()}</button>`
        : html`<button type="button" @click=${askToSignIn}>${bookLabel()}</button>`
    return html`<div class="pay" role="region" aria-label=${t.home.book}>
      <p class="grow">${headline()}<br /><small>${days}</small></p>
      ${next}
    </div>`
  }

  const facts = (): TemplateResult => {
    const { max_guests, bedrooms, beds, bathrooms, check_in_time, check_out_time } = property
    const clock = clockOf(property.timezone, property.city)
    const rows = [
      ['people', t.trip.guests(max_guests)],
      ['bed', t.home.beds(bedrooms, beds)],
      ['bath', t.home.baths(bathrooms)],
      ['key', t.home.arrival(check_in_time) + clock],
      ['key', t.home.departure(check_out_time) + clock],
      ...property.amenities.map((amenity) => ['check', label('amenity', amenity)] as const),
    ] as const
    return html`<ul class="facts">${rows.map(([shape, text]) => html`<li>${icon(shape)}${text}</li>`)}</ul>`
  }

  const comment = (one: Schemas['Comment']): TemplateResult => html`<li>
    ${face(one.author)}
    <div>
    <p><b>${nameOf(one.author)}</b> ${stars(one.rating)}</p>
    <p>${one.content}</p>
    ${one.reply ? html`<blockquote><b>${t.home.reply}</b><br />${one.reply.content}</blockquote>` : nothing}
    ${
      one.can_reply
        ? html`<form class="inline" @submit=${reply(one.id)}>
          <label>${t.home.replyTo}<input name="content" required maxlength="2000" /></label><button class="second">${t.home.send}</button>
        </form>`
        : nothing
    }
    </div>
  </li>`

  let drawMap: typeof import('../map.ts')['homeMap'] | undefined
  const loadMap = () =>
    quietly(async () => {
      drawMap = (await import('../map.ts')).homeMap
      redraw()
    })

  return {
    title: property.title,
    refresh: () => days.show(month).then(redraw),
    view: () => html`
      <a class="back" href=${page.search}>← ${t.toSearch}</a>
      <h1>${property.title}</h1>
      <p class="muted">
        ${label('property_type', property.property_type)} · ${property.city} ${rating(property.rating_average, property.rating_count)}
      </p>
      ${gallery()} ${viewer.view()}
      <div class="columns">
        <div class="stack">
          <section>
            <h2>${t.home.what}</h2>
            ${facts()}
          </section>
          <section>
            <h2>${t.home.about}</h2>
            <p class="words">${property.description}</p>
          </section>
          <section id="days">
            <h2>${t.home.calendar}</h2>
            <p class="small">${t.home.pickArrival}</p>
            ${calendar({ month, days: days.days, from: box.check_in, to: box.check_out, canPick, onPick: pick, onMonth: turn })}
          </section>
          <section>
            <h2>${t.home.where}</h2>
            ${drawMap?.(property) ?? html`<div class="map wide" ${whenNear(loadMap)}></div>`}
            ${property.address === null ? html`<p class="small muted">${t.home.whereAbout}</p>` : nothing}
          </section>
          <section>
            <h2>${t.home.reviews} ${rating(reviews.summary.average, reviews.summary.count)}</h2>
            ${comments.length === 0 ? html`<p>${t.home.noReviews}</p>` : html`<ul class="comments">${comments.map(comment)}</ul>`}
          </section>
          <section>
            <h2>${t.home.yourHost}</h2>
            <div class="actions">
              ${face(property.owner)}
              <span class="grow">${nameOf(property.owner)}</span>
              ${isOwn ? nothing : html`<a class="button second" href="/inbox/${property.owner.id}?home=${id}">${t.home.host(nameOf(property.owner))}</a>`}
            </div>
            ${property.registration_number === null ? nothing : html`<p class="small muted">${t.home.registered(property.registration_number)}</p>`}
          </section>
        </div>
        ${priceBox()}
      </div>
      ${payBar()}
    `,
  }
}
