import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf, type Schemas } from '../client.ts'
import { act, fieldsOf, follow, redraw } from '../page.ts'
import { t } from '../texts.ts'

/** Other calendars and platforms of a home; each is read when somebody opens it. */
export function connections(property_id: string) {
  let shared: Schemas['SharedCalendar'] | undefined
  let subscriptions: Schemas['WebhookSubscription'][] | undefined
  let secret: string | undefined

  const readShared = async () => {
    shared = dataOf(
      await api.GET('/api/v1/calendars/properties/{property_id}/ical', { params: { path: { property_id } } }),
    )
    redraw()
  }
  const readSubscriptions = async () => {
    const params = { path: { propertyUuid: property_id } }
    subscriptions = bodyOf(await api.GET('/api/v1/webhook/{propertyUuid}/show', { params })).data
    redraw()
  }
  const opened = (read: () => Promise<void>) => (event: Event) => {
    if ((event.target as HTMLDetailsElement).open) void follow(read)
  }
  const addFeed = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { name = '', url = '' } = fieldsOf(event)
    return act(async () => {
      const params = { path: { property_id } }
      bodyOf(await api.POST('/api/v1/calendars/properties/{property_id}/ical/feeds', { params, body: { name, url } }))
      form.reset()
      await readShared()
    })
  }
  const connect = (event: SubmitEvent) => {
    const { provider = '' } = fieldsOf(event)
    return act(async () => {
      const params = { path: { propertyUuid: property_id } }
      const made = dataOf(
        await api.POST('/api/v1/webhook/{propertyUuid}/create', { params, body: { provider, event_mask: '*' } }),
      )
      secret = made.secret
      await readSubscriptions()
    })
  }

  return {
    view: (): TemplateResult => html`
      <details class="card" @toggle=${opened(readShared)}>
        <summary>${t.owner.ical}</summary>
        ${
          shared
            ? html`<label>${t.owner.icalAddress}<input readonly .value=${shared.url} /></label>
              <ul class="plain">${shared.feeds.map(({ name, url }) => html`<li><b>${name}</b><span class="muted line">${url}</span></li>`)}</ul>
              <form class="inline" @submit=${addFeed}>
                <label>${t.owner.feedName}<input name="name" required maxlength="100" /></label>
                <label>${t.owner.feed}<input name="url" type="url" required /></label>
                <button class="second">${t.owner.addFeed}</button>
              </form>`
            : nothing
        }
      </details>
      <details class="card" @toggle=${opened(readSubscriptions)}>
        <summary>${t.owner.channel}</summary>
        ${subscriptions?.length === 0 ? html`<p>${t.owner.noChannel}</p>` : nothing}
        <ul class="plain">
          ${subscriptions?.map(({ provider, registration, is_active }) => html`<li><b>${provider}</b> <span class="muted">${is_active ? registration : '×'}</span></li>`)}
        </ul>
        ${secret === undefined ? nothing : html`<label>${t.owner.secret}<input readonly .value=${secret} /></label>`}
        <form class="inline" @submit=${connect}>
          <label>${t.owner.channel}<input name="provider" value="channex" required maxlength="50" /></label><button class="second">${t.owner.connect}</button>
        </form>
      </details>
    `,
  }
}
