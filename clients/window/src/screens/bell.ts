import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, type Schemas } from '../client.ts'
import { chooseCompany, companiesOf, company } from '../company.ts'
import { clock } from '../format.ts'
import { act, follow, navigate, page, quietly, type Screen, tell } from '../page.ts'
import { paged } from '../paged.ts'
import { empty } from '../parts.ts'
import { t } from '../texts.ts'

type Notification = Schemas['Notification']

const SETTINGS = ['email_notifications', 'push_notifications', 'marketing_emails'] as const
type Settings = Schemas['NotificationSettings']
type Topic = Settings['muted_topics'][number]
const TOPICS: Topic[] = ['stays', 'money', 'messages', 'reviews', 'calendars', 'channels', 'account']

/** The screen that a notification is about; undefined: none. A company's page of a stay leads on to the trip where the reader is the guest. */
function pathOf({ type, data }: Notification): string | undefined {
  const { user_id, reservation_id, property_id }: Record<string, unknown> = data
  if (type === 'new_message') return user_id === undefined ? `/conversations/${reservation_id}` : `/inbox/${user_id}`
  if (reservation_id !== undefined) return `${company() ? '/stays' : '/trips'}/${reservation_id}`
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
      const path = pathOf(one) ?? '/bell'
      const { account_id }: Record<string, unknown> = one.data
      const other = page.me && companiesOf(page.me).find(({ id }) => id === account_id && id !== company()?.id)
      if (other) chooseCompany(other.id, path)
      else navigate(path)
    })
  }
  const remove = ({ id }: Notification) =>
    act(async () => {
      bodyOf(await api.DELETE('/api/v1/notifications/{id}', { params: { path: { id } } }))
      await list.refresh()
    })
  const choose = (changed: (isChecked: boolean) => Partial<Settings>) => (event: Event) => {
    wants = { ...wants, ...changed((event.target as HTMLInputElement).checked) }
    return follow(async () => {
      bodyOf(await api.PUT('/api/v1/notifications/settings', { body: wants }))
      tell(t.saved)
    })
  }
  const hear = (topic: Topic) => (isChecked: boolean) => {
    const others = wants.muted_topics.filter((one) => one !== topic)
    return { muted_topics: isChecked ? others : [...others, topic] }
  }
  const check = (label: string, isChecked: boolean, changed: (isChecked: boolean) => Partial<Settings>) =>
    html`<label class="check"><input type="checkbox" .checked=${isChecked} @change=${choose(changed)} />${label}</label>`

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
      ${list.data().length === 0 ? empty(accounts.bell.none, page.search, t.toSearch) : html`<ul class="rows">${list.data().map(row)}</ul>`}
      ${list.more()}
      <fieldset class="card">
        <legend>${accounts.bell.settings}</legend>
        ${SETTINGS.map((name) => check(accounts.bell.names[name] ?? name, wants[name], (isChecked) => ({ [name]: isChecked })))}
      </fieldset>
      ${
        wants.email_notifications
          ? html`<fieldset class="card">
        <legend>${accounts.bell.about}</legend>
        ${TOPICS.map((topic) => check(accounts.bell.topics[topic], !wants.muted_topics.includes(topic), hear(topic)))}
      </fieldset>`
          : nothing
      }
    `,
  }
}
