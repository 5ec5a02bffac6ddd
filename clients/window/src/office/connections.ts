import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { moment } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, follow, isSure, redraw } from '../page.ts'
import { office } from './client.ts'

type Feed = Schemas['CalendarFeed']

const ICAL = '/api/v1/calendars/properties/{property_id}/ical'

const SWITCHES = ['stays', 'ignore_blocks'] as const

/** Lines about the last reading of a feed: doubts, and events that close nothing or that cannot be read. */
function reportOf({ doubted_at, left_out, problems, error_detail }: Feed): string[] {
  const { links } = o.plan
  const out = Object.values(left_out).reduce((sum, count) => sum + count, 0)
  return [
    ...(doubted_at === null ? [] : [links.doubted(moment(doubted_at))]),
    ...(out === 0 ? [] : [links.leftOut(left_out)]),
    ...(problems.length === 0 ? [] : [links.unreadable(problems.map(({ line }) => line).join(', '))]),
    ...(error_detail === null ? [] : [error_detail]),
  ]
}

/** Other calendars and platforms of a home; each is read when somebody opens it. */
export function connections(property_id: string) {
  const path = { property_id }
  let shared: Schemas['SharedCalendar'] | undefined
  let subscriptions: Schemas['WebhookSubscription'][] | undefined
  let secret: string | undefined

  const readShared = async () => {
    shared = dataOf(await office().GET(ICAL, { params: { path } }))
    redraw()
  }
  const readSubscriptions = async () => {
    const params = { path: { propertyUuid: property_id } }
    subscriptions = bodyOf(await office().GET('/api/v1/webhook/{propertyUuid}/show', { params })).data
    redraw()
  }
  const opened = (read: () => Promise<void>) => (event: Event) => {
    if ((event.target as HTMLDetailsElement).open) void follow(read)
  }
  const addFeed = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { name = '', url = '' } = fieldsOf(event)
    return act(async () => {
      bodyOf(await office().POST(`${ICAL}/feeds`, { params: { path }, body: { name, url } }))
      form.reset()
      await readShared()
    })
  }
  const removeFeed = ({ id: feed_id, name }: Feed) =>
    act(async () => {
      if (!(await isSure(o.plan.links.remove(name)))) return
      bodyOf(await office().DELETE(`${ICAL}/feeds/{feed_id}`, { params: { path: { ...path, feed_id } } }))
      await readShared()
    })
  const change = ({ id: feed_id }: Feed, body: Partial<Pick<Feed, (typeof SWITCHES)[number]>>) =>
    act(async () => {
      const params = { path: { ...path, feed_id } }
      shared = dataOf(await office().PATCH(`${ICAL}/feeds/{feed_id}`, { params, body }))
      redraw()
    })
  const connect = (event: SubmitEvent) => {
    const { provider = '' } = fieldsOf(event)
    return act(async () => {
      const params = { path: { propertyUuid: property_id } }
      const made = dataOf(
        await office().POST('/api/v1/webhook/{propertyUuid}/create', { params, body: { provider, event_mask: '*' } }),
      )
      secret = made.secret
      await readSubscriptions()
    })
  }

  const feedRow = (feed: Feed): TemplateResult => html`<li>
    <div class="grow"><b>${feed.name}</b>
      <small class="line">${feed.error === null ? (feed.imported_at === null ? nothing : o.plan.links.read(moment(feed.imported_at))) : html`<span class="bad">${o.plan.links.failed}</span>`} ${feed.url}</small>
      ${reportOf(feed).map((line) => html`<small class="line">${line}</small>`)}
      <label class="small">${o.plan.links.exported}<input readonly .value=${feed.export_url} /></label>
      ${
        can('calendar.write')
          ? SWITCHES.map(
              (name) =>
                html`<label class="check small"><input type="checkbox" .checked=${feed[name]} @change=${(event: Event) => change(feed, { [name]: (event.target as HTMLInputElement).checked })} />${o.plan.links[name]}</label>`,
            )
          : nothing
      }
    </div>
    ${can('calendar.write') ? html`<button type="button" class="quiet" aria-label=${o.plan.links.remove(feed.name)} @click=${() => removeFeed(feed)}>×</button>` : nothing}
  </li>`

  const ofCalendars = (one: Schemas['SharedCalendar']): TemplateResult => html`
    <label>${o.plan.links.address}<input readonly .value=${one.url} /></label>
    <ul class="list">${one.feeds.map(feedRow)}</ul>
    ${
      can('calendar.write')
        ? html`<form class="inline" @submit=${addFeed}>
          <label>${o.plan.links.name}<input name="name" required maxlength="100" /></label>
          <label>${o.plan.links.feed}<input name="url" type="url" required /></label>
          <button class="second">${o.plan.links.add}</button>
        </form>`
        : nothing
    }`

  const ofChannels = (all: Schemas['WebhookSubscription'][]): TemplateResult => html`
    ${all.length === 0 ? html`<p class="muted">${o.plan.links.noChannel}</p>` : nothing}
    <ul class="list">
      ${all.map(({ provider, registration, is_active }) => html`<li><b>${provider}</b> <span class="muted">${is_active ? registration : '×'}</span></li>`)}
    </ul>
    ${secret === undefined ? nothing : html`<label>${o.plan.links.secret}<input readonly .value=${secret} /></label>`}
    ${
      can('channels.write')
        ? html`<form class="inline" @submit=${connect}>
          <label>${o.plan.links.channel}<input name="provider" value="channex" required maxlength="50" /></label>
          <button class="second">${o.plan.links.connect}</button>
        </form>`
        : nothing
    }`

  return {
    view: (): TemplateResult => html`
      <details class="card fold" @toggle=${opened(readShared)}>
        <summary>${o.plan.links.ical}</summary>
        <div>${shared ? ofCalendars(shared) : nothing}</div>
      </details>
      ${
        can('channels.write')
          ? html`<details class="card fold" @toggle=${opened(readSubscriptions)}>
            <summary>${o.plan.links.channel}</summary>
            <div>${subscriptions ? ofChannels(subscriptions) : nothing}</div>
          </details>`
          : nothing
      }
    `,
  }
}
