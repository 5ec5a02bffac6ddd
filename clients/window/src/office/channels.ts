import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas, SejourError } from '../client.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, redraw, type Screen, tell } from '../page.ts'
import { empty, tag } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { readHomes } from './read-homes.ts'

type Home = Schemas['OwnProperty']
type Subscription = Schemas['WebhookSubscription']

const FIELDS = ['remote_property_id', 'room_type_id', 'rate_plan_id'] as const

/** Lists the properties that the installation has assigned to the account; none for somebody limited to some homes. */
async function readAssigned(): Promise<Schemas['ChannelProperty'][]> {
  try {
    const params = { query: { per_page: 100 } }
    return bodyOf(await office().GET('/api/v1/channel-properties', { params })).data
  } catch (failure) {
    if (failure instanceof SejourError && failure.status === 403) return []
    throw failure
  }
}

const readSubscriptions = async () =>
  bodyOf(await office().GET('/api/v1/webhook/list', { params: { query: { per_page: 100 } } })).data

/** Homes of a company, and which property, room and rate each one is at the channel manager. */
export async function channels(): Promise<Screen> {
  const [homes, first, assigned] = await Promise.all([readHomes(), readSubscriptions(), readAssigned()])
  let subscriptions = first
  /** The secret of a new connection, by home: it is shown once. */
  const secrets = new Map<string, string>()
  const refresh = async () => {
    subscriptions = await readSubscriptions()
    redraw()
  }
  const save = (property_id: string, known?: Subscription) => (event: SubmitEvent) => {
    const typed = fieldsOf(event)
    return act(async () => {
      const mapping = Object.fromEntries(FIELDS.map((field) => [field, typed[field] ?? null]))
      if (known) {
        const path = { webhookUuid: known.id, propertyUuid: property_id }
        bodyOf(
          await office().PUT('/api/v1/webhook/{webhookUuid}/{propertyUuid}/update', {
            params: { path },
            body: mapping,
          }),
        )
      } else {
        const body = { provider: 'channex', event_mask: '*', ...mapping }
        const params = { path: { propertyUuid: property_id } }
        const { secret } = dataOf(await office().POST('/api/v1/webhook/{propertyUuid}/create', { params, body }))
        if (secret !== undefined) secrets.set(property_id, secret)
      }
      await refresh()
      tell(t.saved)
    })
  }

  const form = ({ id, title }: Home, known?: Subscription): TemplateResult => {
    const present = known?.remote_property_id ?? ''
    const ids = new Set([...(present === '' ? [] : [present]), ...assigned.map((one) => one.remote_property_id)])
    return html`<form class="inline" aria-label=${title} @submit=${save(id, known)}>
      <label>${o.channels.property}
        <select name="remote_property_id">
          <option value="">${o.channels.nowhere}</option>
          ${[...ids].map((one) => html`<option value=${one} ?selected=${one === present}>${one}</option>`)}
        </select>
      </label>
      <label>${o.channels.room}<input name="room_type_id" maxlength="100" autocomplete="off" .value=${known?.room_type_id ?? ''} /></label>
      <label>${o.channels.rate}<input name="rate_plan_id" maxlength="100" autocomplete="off" .value=${known?.rate_plan_id ?? ''} /></label>
      <button class="second" aria-label="${o.channels.save}: ${title}">${o.channels.save}</button>
    </form>`
  }
  const state = (one?: Subscription): TemplateResult =>
    one?.remote_property_id
      ? tag(o.channels.states[one.registration], one.registration === 'refused' ? 'bad' : '')
      : tag(o.channels.unmapped, 'warn')
  const row = (home: Home): TemplateResult => {
    const own = subscriptions.filter(({ property_id }) => property_id === home.id)
    const secret = secrets.get(home.id)
    return html`<li class="card">
      <h2>${home.title} <small class="muted">${home.city}</small></h2>
      ${(own.length === 0 ? [undefined] : own).map(
        (
          one,
        ) => html`<p>${state(one)} ${one?.registration_error ? html`<small>${one.registration_error}</small>` : nothing}</p>
          ${form(home, one)}`,
      )}
      ${secret === undefined ? nothing : html`<label>${o.plan.links.secret}<input readonly .value=${secret} /></label>`}
    </li>`
  }
  const free = () =>
    assigned
      .map(({ remote_property_id }) => remote_property_id)
      .filter((id) => !subscriptions.some((one) => one.remote_property_id === id))

  return {
    title: o.channels.title,
    refresh,
    view: () => html`
      <h1>${o.channels.title}</h1>
      <p class="muted">${assigned.length === 0 ? o.channels.noneAssigned : o.channels.about}</p>
      ${free().length === 0 ? nothing : html`<p class="say warn">${o.channels.free(free().join(', '))}</p>`}
      ${homes.length === 0 ? empty(o.homes.none, '/editor/new', o.homes.add) : html`<ul class="rows">${homes.map(row)}</ul>`}
    `,
  }
}
