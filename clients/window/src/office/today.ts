import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { clockOf, inFull, money, shortDay, span, today as todayHere } from '../format.ts'
import { o } from '../office-texts.ts'
import { quietly, redraw, type Screen } from '../page.ts'
import { peopleWords } from '../people.ts'
import { changeRequests } from './change-requests.ts'
import { office } from './client.ts'
import { urgent } from './first.ts'
import { guestOf, sourceTag } from './source.ts'

type Desk = Schemas['Desk']
type Stay = Schemas['DeskStay']
type Part<Item> = { total: number; items: Item[] }

/** A number with what it counts, which leads to the rows. */
const tile = (count: number, name: string, id: string, kind: string): TemplateResult =>
  html`<a class="card tile ${count > 0 ? kind : ''}" href="#${id}"><b>${count}</b><small>${name}</small></a>`

function tiles(desk: Desk): TemplateResult {
  const { conflicts, overbooked, unpaid, inquiries, change_requests, messages, arrivals, departures, tasks } = desk
  const clashing = (conflicts?.total ?? 0) + overbooked.total
  const asking = inquiries.total + change_requests.total
  const names = o.today.tiles
  return html`<nav class="tiles" aria-label=${o.today.todo}>
    ${tile(clashing, names.conflicts(clashing), 'first', 'bad')}
    ${unpaid === null ? nothing : tile(unpaid.total, names.unpaid(unpaid.total), 'first', 'bad')}
    ${tile(asking, names.questions(asking), 'first', 'warn')}
    ${messages === null ? nothing : tile(messages.total, names.messages(messages.total), 'first', 'warn')}
    ${tile(arrivals.total, names.arrivals(arrivals.total), 'arrivals', '')}
    ${tile(departures.total, names.departures(departures.total), 'departures', '')}
    ${tasks === null ? nothing : tile(tasks.total, names.tasks(tasks.total), 'tasks', '')}
  </nav>`
}

/** A card with the rows of a list, and how many there are. */
const listed = <Item>(
  id: string,
  title: string,
  { total, items }: Part<Item>,
  none: string,
  row: (item: Item) => TemplateResult,
): TemplateResult => html`<section class="card" id=${id}>
  <div class="between"><h2>${title}</h2><small>${o.today.count(items.length, total)}</small></div>
  ${items.length === 0 ? html`<p class="muted">${none}</p>` : html`<ul class="list">${items.map(row)}</ul>`}
</section>`

const owed = ({ amount_open, currency }: Stay): TemplateResult | typeof nothing =>
  amount_open !== null && amount_open > 0
    ? html`<span class="tag bad">${o.today.owed(money(amount_open, currency))}</span>`
    : nothing

const arrival = (one: Stay): TemplateResult => html`<li>
  <span class="hour">${one.expected_arrival ?? one.property.check_in_time}</span>
  <div class="grow">
    <a class="name" href="/stays/${one.id}">${guestOf(one)}</a>
    <small>${one.property.title}${clockOf(one.property.timezone, one.property.city)} · ${peopleWords(one)} · ${o.plan.until(shortDay(one.check_out))}</small>
  </div>
  ${owed(one)} ${sourceTag(one)}
</li>`

const departure = (one: Stay): TemplateResult => html`<li>
  <span class="hour">${one.property.check_out_time}</span>
  <div class="grow">
    <a class="name" href="/stays/${one.id}">${guestOf(one)}</a>
    <small>${one.property.title}${clockOf(one.property.timezone, one.property.city)}</small>
  </div>
  ${owed(one)} ${sourceTag(one)}
</li>`

const task = (one: Schemas['Task']): TemplateResult => html`<li>
  <div class="grow">
    <a class="name" href="/tasks">${one.property.title}</a>
    <small>
      ${one.property.city} · ${o.kinds[one.kind]}${one.next_arrival?.day === one.day ? `, ${o.today.before(one.property.check_in_time)}` : ''}
      ${one.note === null ? '' : `· ${one.note}`}
    </small>
  </div>
  ${one.assignee === null ? html`<span class="tag bad">${o.today.nobody}</span>` : html`<span class="tag warn">${one.assignee.first_name}</span>`}
</li>`

/** The day of a company: what cannot wait first, then who arrives and leaves, in one call. */
export async function today(): Promise<Screen> {
  const read = async () => dataOf(await office().GET('/api/v1/desk'))
  let desk = await read()
  const refresh = async () => {
    desk = await read()
    redraw()
  }
  const requests = changeRequests(() => desk.change_requests.items, refresh)
  const first = urgent(() => desk, requests, refresh)

  const ownerStays = ({ owner_stays }: Desk): TemplateResult[] =>
    (owner_stays?.items ?? []).map(
      (one) => html`<li>
        <span class="hour"></span>
        <div class="grow"><b>${one.name ?? o.today.ownerStay}</b><small>${one.property.title} · ${span(one.start_date, one.end_date)}</small></div>
        <span class="tag src ownerStay">${o.sources.owner}</span>
      </li>`,
    )

  return {
    title: o.today.title,
    refresh,
    heard: {
      notification: () => quietly(refresh),
      stay_message: () => quietly(refresh),
      conversation_answered: () => quietly(refresh),
    },
    view: () => {
      const rows = first()
      const owners = ownerStays(desk)
      return html`
        <div class="title">
          <div><h1>${inFull(todayHere())}</h1><p class="muted">${o.today.occupied(desk.occupied)}</p></div>
          ${can('reservations.write') ? html`<a class="button" href="/plan?book=true">${o.today.book}</a>` : nothing}
        </div>
        ${tiles(desk)}
        <section id="first">
          <h2>${o.today.first}</h2>
          ${rows.length === 0 ? html`<p class="muted">${o.today.nothing}</p>` : html`<ul class="hots">${rows}</ul>`}
        </section>
        <div class="halves">
          ${listed('arrivals', o.today.arrivals, desk.arrivals, o.today.noArrivals, arrival)}
          <div class="stack">
            ${listed('departures', o.today.departures, desk.departures, o.today.noDepartures, departure)}
            ${desk.tasks === null ? nothing : listed('tasks', o.today.tasks, desk.tasks, o.today.noTasks, task)}
            ${owners.length === 0 ? nothing : html`<section class="card"><h2>${o.today.ownerStay}</h2><ul class="list">${owners}</ul></section>`}
          </div>
        </div>
      `
    },
  }
}
