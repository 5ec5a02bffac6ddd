import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, type Schemas } from '../client.ts'
import { money, span } from '../format.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { act, page, type Screen } from '../page.ts'
import { paged } from '../paged.ts'
import { tag } from '../parts.ts'
import { peopleWords } from '../people.ts'
import { office } from './client.ts'
import { guestOf, sourceTag } from './source.ts'

type Stay = Schemas['ReservationSummary']

/** The lists of a desk, each an address that can be kept. */
const LISTS = {
  all: '',
  inHouse: 'when=in_house&sort=departure',
  coming: 'when=coming&sort=arrival',
  past: 'when=past',
  unpaid: 'open=unpaid',
  overdue: 'open=overdue',
  balance: 'open=balance',
  disputed: 'open=disputed',
  refundFailed: 'open=refund_failed',
  cancelled: 'status=cancelled',
  expired: 'status=expired',
} as const

const LISTED = ['status', 'when', 'open', 'label', 'sort', 'property_id'] as const
/** Wait this long for the next letter before searching. */
const PAUSE_MS = 250

const addressOf = (list: string, q: string): string => {
  const query = new URLSearchParams(list)
  if (q !== '') query.set('q', q)
  return query.size === 0 ? '/stays' : `/stays?${query}`
}

/** Stays of a company: one field that finds by name, telephone, address, code or number, and the lists as links. */
export async function stays(query: URLSearchParams): Promise<Screen> {
  const filters = Object.fromEntries(
    LISTED.map((name) => [name, query.get(name) ?? '']).filter(([, value]) => value !== ''),
  )
  const present = new URLSearchParams(filters).toString()
  let q = query.get('q') ?? ''
  const list = await paged(async (number) =>
    bodyOf(
      await office().GET('/api/v1/reservations', {
        params: { query: { ...filters, as: 'owner', page: number, per_page: 20, ...(q !== '' && { q }) } },
      }),
    ),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const find = () => {
    clearTimeout(timer)
    history.replaceState(null, '', addressOf(present, q))
    return act(list.refresh)
  }
  const typed = (event: Event) => {
    q = (event.target as HTMLInputElement).value.trim()
    clearTimeout(timer)
    // Letters that come while a search runs are searched when it has ended.
    timer = setTimeout(() => (page.isBusy ? typed(event) : find()), PAUSE_MS)
  }

  const row = (one: Stay): TemplateResult => html`<li>
    <div class="grow">
      <a class="name" href="/stays/${one.id}">${guestOf(one)}</a>
      <small>${one.property.title} · ${span(one.check_in, one.check_out)} · ${peopleWords(one)} · ${o.stays.number(one.id)}</small>
    </div>
    ${one.amount_open ? html`<span class="tag bad">${o.today.owed(money(one.amount_open, one.currency))}</span>` : nothing}
    ${['confirmed', 'completed'].includes(one.status) ? nothing : tag(label('reservation_status', one.status), 'warn')}
    ${sourceTag(one)}
  </li>`
  const link = ([name, about]: [string, string]): TemplateResult =>
    html`<a class="chip" href=${addressOf(about, q)} aria-current=${present === new URLSearchParams(about).toString()}>
      ${o.stays.lists[name as keyof typeof LISTS]}</a>`

  return {
    title: o.stays.title,
    refresh: list.reload,
    close: () => clearTimeout(timer),
    view: () => html`
      <div class="title"><h1>${o.stays.title}</h1></div>
      <form role="search" class="find" @submit=${(event: Event) => {
        event.preventDefault()
        return find()
      }}>
        <label><span>${o.stays.find}</span>
          <input type="search" name="q" .value=${q} maxlength="100" autocomplete="off" @input=${typed} />
        </label>
      </form>
      <nav class="chips" aria-label=${o.stays.which}>${Object.entries(LISTS).map(link)}</nav>
      <p class="muted" role="status">${o.stays.count(list.meta().total)}</p>
      ${list.data().length === 0 ? nothing : html`<ul class="card list">${list.data().map(row)}</ul>`}
      ${list.more()}
    `,
  }
}
