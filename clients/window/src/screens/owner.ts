import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, type Schemas } from '../client.ts'
import { inWords, money, plusDays, plusMonths, span, today } from '../format.ts'
import { label } from '../labels.ts'
import { act, quietly, redraw, type Screen } from '../page.ts'
import { paged } from '../paged.ts'
import { empty, nameOf, rating, tag } from '../parts.ts'
import { t } from '../texts.ts'
import { changeRequests } from './change-requests.ts'
import { urgent } from './desk.ts'
import { move, type Status } from './move.ts'
import { ownerCalendar } from './owner-calendar.ts'
import { row } from './trips.ts'

type Row = Schemas['ReservationSummary']
type Home = Schemas['OwnProperty']

/** How many days ahead arrivals and departures are shown. */
const AHEAD = 14

/** How many reservations are shown beside those to answer. */
const SHOWN = 8

const SOLD = ['confirmed', 'checked_in', 'completed']

/** Nights of sold stays that begin in the month of a day, and what they cost, by currency. Pure. */
function soldIn(rows: Row[], day: string): { nights: number; amounts: [currency: string, amount: number][] } {
  const sold = rows.filter(({ status, check_in }) => SOLD.includes(status) && check_in.slice(0, 7) === day.slice(0, 7))
  const nights = sold.map(({ check_in, check_out }) => (Date.parse(check_out) - Date.parse(check_in)) / 86_400_000)
  const amounts = new Map<string, number>()
  for (const { currency, total } of sold) amounts.set(currency, (amounts.get(currency) ?? 0) + total)
  return { nights: nights.reduce((sum, one) => sum + one, 0), amounts: [...amounts] }
}

/** Titles of the listed homes: an address is no place for words of the page. */
const titles = new Map<string, string>()

/** Tasks of an owner; with `?home=` the calendar of one home. */
export async function owner(_id: string, query: URLSearchParams): Promise<Screen> {
  const home = query.get('home')
  if (home !== null) return ownerCalendar(home, titles.get(home))
  const now = today()
  const from = plusMonths(now, 0)
  const readStays = async () =>
    bodyOf(await api.GET('/api/v1/reservations', { params: { query: { as: 'owner', from, per_page: 100 } } })).data
  const readHomes = async (page: number) => {
    const read = bodyOf(await api.GET('/api/v1/properties/mine', { params: { query: { page, per_page: 20 } } }))
    for (const { id, title } of read.data) titles.set(id, title)
    return read
  }
  const readDesk = async () => dataOf(await api.GET('/api/v1/desk'))
  const [first, tasks, homes] = await Promise.all([readStays(), readDesk(), paged(readHomes)])
  let [stays, desk] = [first, tasks]

  const refresh = async () => {
    ;[stays, desk] = await Promise.all([readStays(), readDesk()])
    redraw()
  }
  const requests = changeRequests(() => desk.change_requests.items, refresh)
  const answer = (stay: Row, status: Status) =>
    act(async () => {
      await move(stay.id, status)
      await refresh()
    })

  const question = (stay: Row): TemplateResult => html`<li class="card note">
    <div>
      <h3><a href="/trips/${stay.id}">${stay.guest_name ?? nameOf(stay.guest)} · ${stay.property.title}</a></h3>
      <p>${span(stay.check_in, stay.check_out)} · ${money(stay.total, stay.currency)}</p>
      <div class="actions">
        <button type="button" @click=${() => answer(stay, 'confirmed')}>${label('action', 'confirm')}</button>
        <button type="button" class="second" @click=${() => answer(stay, 'declined')}>${label('action', 'decline')}</button>
      </div>
    </div>
  </li>`

  const coming = (): TemplateResult => {
    const until = plusDays(now, AHEAD)
    const isNear = (day: string): boolean => day >= now && day <= until
    const held = stays.filter(({ status }) => ['confirmed', 'checked_in'].includes(status))
    const moves = [
      ...held
        .filter(({ check_in }) => isNear(check_in))
        .map((stay) => ({ stay, day: stay.check_in, said: t.owner.arrives })),
      ...held
        .filter(({ check_out }) => isNear(check_out))
        .map((stay) => ({ stay, day: stay.check_out, said: t.owner.leaves })),
    ].sort((one, other) => one.day.localeCompare(other.day))
    if (moves.length === 0) return html`<p>${t.owner.noArrivals}</p>`
    return html`<ul class="plain">
      ${moves.map(
        ({ stay, day, said }) => html`<li>
          <a href="/trips/${stay.id}">${said(stay.guest_name ?? stay.contact_name ?? t.person, inWords(day))}</a>
          <span class="muted">${stay.property.title}</span>
        </li>`,
      )}
    </ul>`
  }

  const homeRow = (one: Home): TemplateResult => html`<li class="card row">
    <a href="/owner?home=${one.id}">
      ${one.cover ? html`<img src=${one.cover} alt="" width="120" height="80" loading="lazy" />` : html`<span class="noPhoto"></span>`}
      <span>
        <b>${one.title}</b>
        <span class="muted">${label('property_type', one.property_type)} · ${one.city}</span>
        <span>${one.status === 'published' ? nothing : tag(label('property_status', one.status))} ${rating(one.rating_average, one.rating_count)}</span>
      </span>
      <span class="amount">${t.search.perNight(money(one.base_price, one.currency, true))}</span>
    </a>
  </li>`

  return {
    title: t.owner.title,
    refresh,
    heard: {
      notification: ({ type }) => {
        if (type !== 'new_message') quietly(refresh)
      },
    },
    view: () => {
      const inquiries = stays.filter(({ status }) => status === 'inquiry')
      const others = stays.filter(({ status }) => status !== 'inquiry').slice(0, SHOWN)
      const { nights, amounts } = soldIn(stays, now)
      const earned = amounts.map(([currency, amount]) => money(amount, currency)).join(' + ')
      if (homes.data().length === 0) return html`<h1>${t.owner.title}</h1>${empty(t.owner.notOwner, '/', t.toSearch)}`
      return html`
        <h1>${t.owner.title}</h1>
        <p><a class="linked" href="/team">${t.team.title}</a></p>
        ${urgent(desk)} ${requests()}
        <div class="columns">
          <div>
            <section>
              <h2>${t.owner.toAnswer}</h2>
              ${inquiries.length === 0 ? html`<p>${t.owner.nothing}</p>` : html`<ul class="rows">${inquiries.map(question)}</ul>`}
            </section>
            <section>
              <h2>${t.support.reservations}</h2>
              <ul class="rows">${others.map((one) => row(one, one.guest_name ?? one.contact_name))}</ul>
            </section>
          </div>
          <div>
            <section class="card">
              <h2>${t.owner.month}</h2>
              <p>${t.owner.booked(t.nights(nights), earned || '0')}</p>
            </section>
            <section class="card">
              <h2>${t.owner.arrivals}</h2>
              ${coming()}
            </section>
          </div>
        </div>
        <section>
          <h2>${t.owner.homes}</h2>
          <ul class="rows two">${homes.data().map(homeRow)}</ul>
          ${homes.more()}
        </section>
      `
    },
  }
}
