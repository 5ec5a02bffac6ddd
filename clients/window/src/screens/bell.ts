import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, type Schemas } from '../client.ts'
import { clock } from '../format.ts'
import { act, follow, navigate, page, quietly, type Screen, tell } from '../page.ts'
import { paged } from '../paged.ts'
import { empty } from '../parts.ts'
import { t } from '../texts.ts'

type Notification = Schemas['Notification']

const SETTINGS = ['email_notifications', 'push_notifications', 'marketing_emails'] as const

/** The screen that a notification is about; undefined: none. Pure. */
function pathOf({ type, data }: Notification): string | undefined {
  const { user_id, reservation_id, property_id }: Record<string, unknown> = data
  if (type === 'new_message') return `/inbox/${user_id}`
  if (reservation_id !== undefined) return `/trips/${reservation_id}`
  return property_id === undefined ? undefined : `/homes/${property_id}`
}

/** Notifications of the user, and their settings. */
export async function bell(): Promise<Screen> {
  const [list, settings] = await Promise.all([
    paged(async (number) => bodyOf(await api.GET('/api/v1/notifications', { params: { query: { page: number } } }))),
    api.GET('/api/v1/notifications/settings').then(bodyOf),
  ])
  let wants = settings
  const again = () => quietly(list.refresh)

  const readAll = () =>
    act(async () => {
      bodyOf(await api.POST('/api/v1/notifications/read-all'))
      page.unread = { bell: 0, inbox: 0 }
      await list.refresh()
    })
  const open = (one: Notification) => (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    return act(async () => {
      const params = { path: { id: one.id } }
      if (one.read_at === null) bodyOf(await api.POST('/api/v1/notifications/{id}/read', { params }))
      navigate(pathOf(one) ?? '/bell')
    })
  }
  const remove = ({ id }: Notification) =>
    act(async () => {
      bodyOf(await api.DELETE('/api/v1/notifications/{id}', { params: { path: { id } } }))
      await list.refresh()
    })
  const choose = (name: (typeof SETTINGS)[number]) => (event: Event) => {
    const { checked } = event.target as HTMLInputElement
    wants = { ...wants, [name]: checked }
    return follow(async () => {
      bodyOf(await api.PUT('/api/v1/notifications/settings', { body: wants }))
      tell(t.saved)
    })
  }

  const row = (one: Notification): TemplateResult => html`<li class="card note ${one.read_at === null ? 'unread' : ''}">
    <div>
      <h2>${pathOf(one) === undefined ? one.title : html`<a href=${pathOf(one) ?? ''} @click=${open(one)}>${one.title}</a>`}</h2>
      <p>${one.message}</p>
      <small class="muted">${clock(one.created_at)}</small>
    </div>
    <button type="button" class="quiet" aria-label="${accounts.bell.remove} : ${one.title}" @click=${() => remove(one)}>×</button>
  </li>`

  return {
    title: accounts.bell.title,
    refresh: list.refresh,
    heard: { notification: again, notification_read: again },
    view: () => html`
      <div class="count">
        <h1>${accounts.bell.title}</h1>
        ${list.meta().unread > 0 ? html`<button type="button" class="second" @click=${readAll}>${accounts.bell.readAll}</button>` : nothing}
      </div>
      ${list.data().length === 0 ? empty(accounts.bell.none, '/', t.toSearch) : html`<ul class="rows">${list.data().map(row)}</ul>`}
      ${list.more()}
      <fieldset class="card">
        <legend>${accounts.bell.settings}</legend>
        ${SETTINGS.map(
          (name) =>
            html`<label class="check"><input type="checkbox" .checked=${wants[name]} @change=${choose(name)} />${accounts.bell.names[name]}</label>`,
        )}
      </fieldset>
    `,
  }
}
