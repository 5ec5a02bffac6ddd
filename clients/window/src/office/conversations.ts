import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { clock, shortSpan } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, quietly, redraw, type Screen } from '../page.ts'
import { empty, tag } from '../parts.ts'
import { conversation } from '../screens/conversation.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { stayAside } from './stay-aside.ts'
import { thread, waitingLine } from './thread.ts'
import { toHouse } from './to-house.ts'

type Entry = Schemas['InboxEntry']
type Filter = 'every' | 'unread' | 'unanswered'

/** The filter of an address. Pure. */
const filterOf = (query: URLSearchParams): Filter =>
  (['unanswered', 'unread'] as const).find((name) => query.get(name) === 'true') ?? 'every'

const nameOf = ({ guest_name, user }: Entry): string => guest_name ?? user?.first_name ?? o.today.guest

/** The address of a conversation: that of its stay, or of a person who has none. Pure. */
const pathOf = ({ reservation, user }: Entry): string =>
  reservation ? `/conversations/${reservation.id}` : `/conversations?user=${user?.id}`

/** The messages of a company: guests, channels and pages of stays in one list, and one of them beside. */
export async function conversations(id: string | undefined, query: URLSearchParams): Promise<Screen> {
  let only = filterOf(query)
  const user_id = Number(query.get('user')) || undefined
  const read = async (before?: number) => {
    const parameters = {
      per_page: 50,
      unread: only === 'unread',
      unanswered: only === 'unanswered',
      ...(before !== undefined && { before }),
    }
    return bodyOf(await office().GET('/api/v1/inbox', { params: { query: parameters } }))
  }
  const refresh = async () => {
    const latest = await read()
    list = latest.data
    meta = latest.meta
    redraw()
  }
  const again = () => quietly(refresh)
  const [first, open, beside, talk] = await Promise.all([
    read(),
    id === undefined ? undefined : thread(Number(id), again),
    id === undefined ? undefined : stayAside(Number(id)),
    user_id === undefined ? undefined : conversation(user_id, query, again, again, office()),
  ])
  let { data: list, meta } = first
  const house = toHouse()
  const isOpen = open !== undefined || talk !== undefined
  const current = () =>
    list.find(({ reservation, user }) => (id === undefined ? user?.id === user_id : String(reservation?.id) === id))

  const older = () =>
    act(async () => {
      if (meta.next_before === null) return
      const page = await read(meta.next_before)
      list = [...list, ...page.data]
      meta = page.meta
    })
  const show = (chosen: Filter) =>
    act(async () => {
      only = chosen
      await refresh()
    })

  const row = (one: Entry): TemplateResult => {
    const { property, reservation, last_message, channel } = one
    const about = [property?.title, reservation && shortSpan(reservation.check_in, reservation.check_out)]
    return html`<li>
      <a href=${pathOf(one)} aria-current=${one === current() && isOpen ? 'page' : 'false'}>
        <span class="face" aria-hidden="true">${nameOf(one).slice(0, 1)}</span>
        <span>
          <b>${nameOf(one)}</b> ${one.unread > 0 ? html`<span class="badge">${one.unread}</span>` : nothing}
          <small class="muted">${about.filter(Boolean).join(' · ')}</small>
          <span class="muted line">${last_message.from === 'company' ? accounts.inbox.you : ''}${last_message.content || o.inbox.file}</span>
        </span>
        <span class="right"><small class="muted">${clock(last_message.created_at)}</small>${one.waiting_since === null ? nothing : tag(o.inbox.since(clock(one.waiting_since)))}${channel === null ? nothing : tag(channel)}</span>
      </a>
    </li>`
  }
  const filter = (name: Filter): TemplateResult =>
    html`<button type="button" class="second" aria-pressed=${name === only ? 'true' : 'false'} @click=${() => show(name)}>${o.inbox[name]}</button>`
  const none = { every: o.inbox.empty, unread: o.inbox.allRead, unanswered: o.inbox.allAnswered }

  const end = ({ id: message_id }: Entry) =>
    act(async () => {
      if (user_id === undefined) return
      const body = { message_id }
      dataOf(await office().POST('/api/v1/messages/{user_id}/answered', { params: { path: { user_id } }, body }))
      await refresh()
    })

  const opened = (): TemplateResult => {
    const entry = current()
    if (talk && entry) return html`<div>${talk.view()}${waitingLine(entry.waiting_since, () => end(entry))}</div>`
    if (talk) return talk.view()
    return html`<section class="talk">
      <div class="with">
        <a class="phoneOnly" href="/conversations" aria-label=${o.inbox.back}>←</a>
        <h2 tabindex="-1">${entry ? nameOf(entry) : t.trip.number(Number(id))}</h2>
      </div>
      ${beside?.view()}
      ${open?.view()}
    </section>`
  }

  return {
    title: o.inbox.title,
    async refresh() {
      await Promise.all([refresh(), open?.refresh(), beside?.refresh(), talk?.refresh()])
    },
    close: () => {
      open?.close()
      talk?.close()
    },
    heard: {
      stay_message: ({ reservation_id }) => {
        if (String(reservation_id) === id) open?.heard()
        else again()
      },
      message: (message) => {
        if (talk) talk.heard(message)
        if (message.reservation_id === Number(id)) open?.heard()
        else again()
      },
      notification: again,
      conversation_answered: () => quietly(() => Promise.all([refresh(), open?.refresh()])),
    },
    view: () => html`
      <div class="title ${isOpen ? 'heardOnPhone' : ''}">
        <h1>${o.inbox.title}</h1>
        <div class="actions">${filter('every')} ${filter('unread')} ${filter('unanswered')}</div>
      </div>
      ${
        list.length === 0 && !isOpen
          ? empty(none[only], '/today', t.nav.places.today)
          : html`<div class="inbox ${isOpen ? 'open' : ''}">
            <nav aria-label=${o.inbox.title}>
              <ul>${list.map(row)}</ul>
              ${meta.next_before === null ? nothing : html`<button type="button" class="quiet" @click=${older}>${t.more}</button>`}
            </nav>
            ${isOpen ? opened() : html`<div><p class="muted pick">${o.inbox.pick}</p>${can('messages.write') ? house() : nothing}</div>`}
          </div>`
      }
    `,
  }
}
