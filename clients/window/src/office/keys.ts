import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { moment } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, focusHeading, isSure, redraw } from '../page.ts'
import { paged } from '../paged.ts'
import { tag } from '../parts.ts'
import { office } from './client.ts'
import { onlyNow } from './copy.ts'

type Key = Schemas['ApiKey']
type KeyScope = Key['scopes'][number]

/** Scopes that a key can have, in the order of the documentation. */
const SCOPES = [
  'properties.read',
  'properties.write',
  'calendar.read',
  'calendar.write',
  'reservations.read',
  'reservations.write',
  'guests.read',
  'access_codes.write',
  'payments.read',
  'payments.write',
  'messages.read',
  'messages.write',
  'reviews.read',
  'reviews.write',
  'register.read',
  'register.write',
  'tasks.read',
  'tasks.write',
  'events.read',
  'webhooks.read',
  'exports.read',
] as const satisfies readonly KeyScope[]

const KINDS = ['secret', 'publishable', 'assistant'] as const
/** Scopes with which assistants book, and do not only look. */
const BOOKING = ['reservations.read', 'reservations.write', 'payments.read'] as const

const isScope = (value: string): value is (typeof SCOPES)[number] => SCOPES.some((scope) => scope === value)

/** The keys of a company. A new key is shown once. */
export async function keysPart() {
  const list = await paged(async (page) =>
    bodyOf(await office().GET('/api/v1/api-keys', { params: { query: { page, per_page: 50 } } })),
  )
  let made: Schemas['ApiKeyWithSecret'] | undefined
  let kind: Key['kind'] = 'secret'

  const create = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const fields = new FormData(form)
    const lines = String(fields.get('origins') ?? '')
      .split(/\s+/)
      .filter(Boolean)
    const scopes = fields.has('books') ? [...BOOKING] : fields.getAll('scopes').map(String).filter(isScope)
    return act(async () => {
      const body = {
        name: String(fields.get('name') ?? '').trim(),
        kind,
        ...(kind === 'publishable' ? { origins: lines } : { scopes }),
      }
      made = dataOf(await office().POST('/api/v1/api-keys', { body }))
      form.reset()
      await list.refresh()
      focusHeading('.made h3')
    })
  }
  const remove = ({ id, name }: Key) =>
    act(async () => {
      if (!(await isSure(o.developers.removeKey(name)))) return
      bodyOf(await office().DELETE('/api/v1/api-keys/{id}', { params: { path: { id } } }))
      await list.refresh()
    })
  const choose = (event: Event) => {
    kind = KINDS.find((one) => one === (event.target as HTMLSelectElement).value) ?? 'secret'
    redraw()
  }

  const row = (one: Key): TemplateResult => html`<li>
    <span>
      <b>${one.name}</b> ${tag(o.developers.kinds[one.kind])}
      <small><code>${one.prefix}…</code> ${one.last_used_at === null ? o.developers.neverUsed : o.developers.lastUsed(moment(one.last_used_at))}</small>
      <small>${one.scopes.join(', ') || one.origins.join(', ')}</small>
    </span>
    ${can('keys.write') ? html`<button type="button" class="quiet" aria-label=${o.developers.removeKey(one.name)} @click=${() => remove(one)}>×</button>` : nothing}
  </li>`

  const form = (): TemplateResult => html`<details class="fold">
    <summary>${o.developers.newKey}</summary>
    <form @submit=${create}>
      <label>${o.developers.name}<input name="name" required maxlength="100" autocomplete="off" /></label>
      <label>${o.developers.kind}
        <select name="kind" @change=${choose}>
          ${KINDS.map((one) => html`<option value=${one} ?selected=${one === kind}>${o.developers.kinds[one]}</option>`)}
        </select>
      </label>
      ${
        kind === 'publishable'
          ? html`<label>${o.developers.origins}<textarea name="origins" rows="2" placeholder="https://example.com"></textarea></label>`
          : kind === 'assistant'
            ? html`<label class="check"><input type="checkbox" name="books" />${o.developers.mayBook}</label>`
            : html`<fieldset><legend>${o.developers.scopes}</legend>
            <div class="fields">${SCOPES.map((scope) => html`<label class="check"><input type="checkbox" name="scopes" value=${scope} /><code>${scope}</code></label>`)}</div>
          </fieldset>`
      }
      <button>${o.developers.create}</button>
    </form>
  </details>`

  return {
    refresh: list.refresh,
    view: (): TemplateResult => html`<section class="card">
      <h2>${o.developers.keys}</h2>
      ${made === undefined ? nothing : onlyNow(made.name, made.key)}
      ${list.data().length === 0 ? html`<p class="muted">${o.developers.noKeys}</p>` : html`<ul class="plain">${list.data().map(row)}</ul>`}
      ${list.more()} ${can('keys.write') ? form() : nothing}
      <p class="small muted">${o.developers.keyAbout} <code>curl -H "Authorization: Bearer …" ${location.origin}/api/v1/desk</code></p>
    </section>`,
  }
}
