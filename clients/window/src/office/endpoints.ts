import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { moment } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, focusHeading, follow, isSure, redraw, tell } from '../page.ts'
import { paged } from '../paged.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { onlyNow } from './copy.ts'

type Endpoint = Schemas['WebhookEndpoint']
type Delivery = Schemas['WebhookDelivery']

/** The webhook endpoints of a company, with what was delivered to each. */
export async function endpointsPart() {
  const list = await paged(async (page) =>
    bodyOf(await office().GET('/api/v1/webhook-endpoints', { params: { query: { page, per_page: 20 } } })),
  )
  const deliveries = new Map<string, Delivery[]>()
  let secret: { url: string; value: string } | undefined

  const readDeliveries = async (id: string) => {
    const params = { path: { id }, query: { per_page: 20 } }
    deliveries.set(id, bodyOf(await office().GET('/api/v1/webhook-endpoints/{id}/deliveries', { params })).data)
    redraw()
  }
  const opened = (id: string) => (event: Event) => {
    if ((event.target as HTMLDetailsElement).open) void follow(() => readDeliveries(id))
  }
  const create = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { url = '', description, include_guest } = fieldsOf(event)
    return act(async () => {
      const body = { url, ...(description && { description }), include_guest: include_guest === 'true' }
      const made = dataOf(await office().POST('/api/v1/webhook-endpoints', { body }))
      secret = { url, value: made.secret }
      form.reset()
      await list.refresh()
      focusHeading('.made h3')
    })
  }
  const change = (id: string, enabled: boolean) =>
    act(async () => {
      bodyOf(await office().PATCH('/api/v1/webhook-endpoints/{id}', { params: { path: { id } }, body: { enabled } }))
      await list.refresh()
    })
  const test = (id: string) =>
    act(async () => {
      const { status, status_code, error } = dataOf(
        await office().POST('/api/v1/webhook-endpoints/{id}/test', { params: { path: { id } } }),
      )
      tell(o.developers.tested(o.developers.statuses[status], String(status_code ?? error ?? '')))
      await readDeliveries(id)
    })
  const remove = ({ id, url }: Endpoint) =>
    act(async () => {
      if (!(await isSure(o.developers.removeEndpoint(url)))) return
      bodyOf(await office().DELETE('/api/v1/webhook-endpoints/{id}', { params: { path: { id } } }))
      await list.refresh()
    })
  const replay = (id: string, delivery_id: number) =>
    act(async () => {
      const params = { path: { id, delivery_id } }
      bodyOf(await office().POST('/api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}/replay', { params }))
      await readDeliveries(id)
      tell(o.developers.replayed)
    })

  const delivery = (id: string, one: Delivery): TemplateResult => html`<li>
    <span><code>${one.type}</code> <small>${moment(one.created_at)} · ${one.status_code ?? one.error ?? ''} · ${o.developers.attempts(one.attempts)}</small></span>
    <span class="tag ${one.status === 'failed' ? 'bad' : ''}">${o.developers.statuses[one.status]}</span>
    ${one.status === 'waiting' || !can('endpoints.write') ? nothing : html`<button type="button" class="quiet" @click=${() => replay(id, one.id)}>${o.developers.replay}</button>`}
  </li>`

  const row = (one: Endpoint): TemplateResult => html`<li>
    <span>
      <b>${one.url}</b>
      ${one.enabled ? nothing : tag(o.developers.paused, 'bad')} ${one.waiting > 0 ? tag(o.developers.waiting(one.waiting), 'warn') : nothing}
      <small>${one.description ?? ''} ${one.types.join(', ')}</small>
    </span>
    ${
      can('endpoints.write')
        ? html`<div class="actions">
          <button type="button" class="second" aria-label="${o.developers.test}: ${one.url}" @click=${() => test(one.id)}>${o.developers.test}</button>
          <button type="button" class="second" aria-label="${one.enabled ? o.developers.pause : o.developers.resume}: ${one.url}" @click=${() => change(one.id, !one.enabled)}>${one.enabled ? o.developers.pause : o.developers.resume}</button>
          <button type="button" class="quiet" aria-label=${o.developers.removeEndpoint(one.url)} @click=${() => remove(one)}>×</button>
        </div>`
        : nothing
    }
    <details class="fold whole" @toggle=${opened(one.id)}>
      <summary>${o.developers.deliveries}</summary>
      ${deliveries.get(one.id)?.length === 0 ? html`<p class="muted">${o.developers.noDeliveries}</p>` : nothing}
      <ul class="plain">${deliveries.get(one.id)?.map((each) => delivery(one.id, each))}</ul>
    </details>
  </li>`

  const form = (): TemplateResult => html`<details class="fold">
    <summary>${o.developers.newEndpoint}</summary>
    <form @submit=${create}>
      <label>${o.developers.url}<input name="url" type="url" required maxlength="2048" placeholder="https://" /></label>
      <label>${o.developers.description}<input name="description" maxlength="255" placeholder=${o.stay.optional} /></label>
      <label class="check"><input type="checkbox" name="include_guest" value="true" />${o.developers.includeGuest}</label>
      <button>${o.developers.create}</button>
    </form>
  </details>`

  return {
    refresh: list.refresh,
    view: (): TemplateResult => html`<section class="card">
      <h2>${o.developers.endpoints}</h2>
      ${secret === undefined ? nothing : onlyNow(secret.url, secret.value)}
      ${list.data().length === 0 ? html`<p class="muted">${o.developers.noEndpoints}</p>` : html`<ul class="plain">${list.data().map(row)}</ul>`}
      ${list.more()} ${can('endpoints.write') ? form() : nothing}
      <p class="small muted">${o.developers.endpointAbout} <a href="/docs">${t.footLinks}</a></p>
    </section>`,
  }
}
