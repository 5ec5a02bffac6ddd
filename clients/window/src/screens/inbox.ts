import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, type Schemas } from '../client.ts'
import { clock } from '../format.ts'
import { online } from '../live.ts'
import { page, quietly, redraw, type Screen } from '../page.ts'
import { empty, face, nameOf } from '../parts.ts'
import { t } from '../texts.ts'
import { conversation } from './conversation.ts'

type Conversation = Schemas['Conversation']

/** Conversations, and one of them beside; on a phone the one alone. */
export async function inbox(id: string | undefined, query: URLSearchParams): Promise<Screen> {
  const read = async () => bodyOf(await api.GET('/api/v1/messages', { params: { query: { per_page: 50 } } })).data
  /** The open conversation counts as read without asking the list again. */
  let isRead = false
  const markRead = () => {
    isRead = true
    redraw()
  }
  const [first, open] = await Promise.all([
    read(),
    id === undefined ? undefined : conversation(Number(id), query, markRead, () => again()),
  ])
  let list = first

  const refresh = async () => {
    list = await read()
    redraw()
  }
  const again = () => quietly(refresh)

  const row = ({ user, last_message, unread, property }: Conversation): TemplateResult => {
    const isMine = last_message.sender_id === page.me?.id
    const text = last_message.content || last_message.attachment_file?.name || ''
    return html`<li>
      <a href="/inbox/${user.id}" aria-current=${String(user.id) === id ? 'page' : 'false'}>
        ${face(user, online.has(user.id))}
        <span>
          <b>${nameOf(user)}</b> ${unread > 0 && !(isRead && String(user.id) === id) ? html`<span class="badge">${unread}</span>` : nothing}
          ${property ? html`<small class="muted">${property.title}</small>` : nothing}
          <span class="muted line">${isMine ? accounts.inbox.you : ''}${text}</span>
        </span>
        <small class="muted">${clock(last_message.created_at)}</small>
      </a>
    </li>`
  }

  return {
    title: open ? open.name() : accounts.inbox.title,
    async refresh() {
      await Promise.all([refresh(), open?.refresh()])
    },
    close: () => open?.close(),
    heard: {
      message: (message) => {
        open?.heard(message)
        again()
      },
      message_read: (read) => open?.readBy(read),
      typing: ({ user_id }) => open?.typedBy(user_id),
    },
    view: () => html`
      <h1 class=${open ? 'heardOnPhone' : ''}>${accounts.inbox.title}</h1>
      ${
        list.length === 0 && !open
          ? empty(accounts.inbox.none, page.search, t.toSearch)
          : html`<div class="inbox ${open ? 'open' : ''}">
            <nav aria-label=${accounts.inbox.title}>
              <ul>${list.map(row)}</ul>
            </nav>
            ${open ? open.view() : html`<p class="muted pick">${accounts.inbox.pick}</p>`}
          </div>`
      }
    `,
  }
}
