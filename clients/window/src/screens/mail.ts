import { html, nothing } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { clock } from '../format.ts'
import { page, quietly, redraw, type Screen } from '../page.ts'
import { empty } from '../parts.ts'
import { t } from '../texts.ts'

interface Mail {
  id: string
  subject: string
  sent_at: string
}

/** Mails of the current account: the development mailbox, in this frame. */
export async function mail(): Promise<Screen> {
  const query = new URLSearchParams({ to: page.me?.email ?? '' })
  const read = async (): Promise<Mail[]> => {
    const answer = await fetch(`/dev/mailbox?${query}`, { headers: { accept: 'application/json' } })
    return answer.ok ? ((await answer.json()) as Mail[]) : []
  }
  let mails = await read()
  let open: string | undefined
  const refresh = async () => {
    mails = await read()
    redraw()
  }
  const show = (id: string) => {
    open = id
    redraw()
  }
  const current = () => mails.find(({ id }) => id === open)
  return {
    title: accounts.mail.title,
    refresh,
    heard: { notification: () => quietly(refresh) },
    view: () => html`
      <h1>${accounts.mail.title}</h1>
      ${
        mails.length === 0
          ? empty(accounts.mail.none, page.search, t.toSearch)
          : html`<div class="inbox ${open === undefined ? '' : 'open'}">
            <nav aria-label=${accounts.mail.title}>
              <ul>
                ${mails.map(
                  ({ id, subject, sent_at }) => html`<li>
                    <button type="button" class="letter" aria-current=${id === open ? 'true' : 'false'} @click=${() => show(id)}>
                      <b>${subject}</b><small class="muted">${clock(sent_at)}</small>
                    </button>
                  </li>`,
                )}
              </ul>
            </nav>
            ${
              open === undefined
                ? html`<p class="muted pick">${accounts.mail.pick}</p>`
                : html`<div class="talk"><button type="button" class="quiet phoneOnly" @click=${() => {
                    open = undefined
                    redraw()
                  }}>← ${accounts.mail.title}</button>
                  <iframe title=${current()?.subject ?? nothing} src="/dev/mailbox/${open}/letter"
                    sandbox="allow-top-navigation-by-user-activation"></iframe></div>`
            }
          </div>`
      }
    `,
  }
}
