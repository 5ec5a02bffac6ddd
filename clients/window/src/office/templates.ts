import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { drafted } from '../drafts.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, focusHeading, isSure, redraw, type Screen, tell } from '../page.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { draftNote } from './draft-note.ts'

type Template = Schemas['MessageTemplate']

const TRIGGERS = ['confirmed', 'arrival', 'departure', 'balance_paid', 'review_due'] as const

/** Triggers whose moment is a number of days before or after a day of the stay. */
const DATED = new Set<Template['trigger']>(['arrival', 'departure'])

/** Variables of a text, which stand in braces. */
const VARIABLES = ['guest_name', 'home', 'check_in', 'check_out', 'check_in_time', 'check_out_time', 'address', 'link']

/** Messages that send themselves: when, and what. */
export async function templates(): Promise<Screen> {
  const read = async () => dataOf(await office().GET('/api/v1/message-templates'))
  let list = await read()
  /** The one in the form; null: a new one; undefined: none. */
  let open: Template | null | undefined
  let trigger: Template['trigger'] = 'arrival'
  let preview: Schemas['TemplatePreview'] | undefined
  const keys = idempotencyKeys()

  const refresh = async () => {
    list = await read()
    redraw()
  }
  const edit = (template: Template | null) => () => {
    open = template
    trigger = template?.trigger ?? 'arrival'
    preview = undefined
    redraw()
    focusHeading('.templateForm h2')
  }
  const close = () => {
    open = undefined
    redraw()
    focusHeading()
  }
  const save = (event: SubmitEvent) => {
    const { name = '', days = '0', hour = '9', fr, en } = fieldsOf(event)
    return act(async () => {
      const texts = { ...(fr && { fr }), ...(en && { en }) }
      const body = { name, trigger, ...(DATED.has(trigger) && { days: Number(days) }), hour: Number(hour), texts }
      if (open)
        bodyOf(await office().PATCH('/api/v1/message-templates/{id}', { params: { path: { id: open.id } }, body }))
      else {
        const params = { header: { 'idempotency-key': keys.of(body) } }
        bodyOf(await office().POST('/api/v1/message-templates', { params, body }))
        keys.renew()
      }
      open = undefined
      await refresh()
      tell(t.saved)
      focusHeading()
    })
  }
  const change = ({ id }: Template, is_active: boolean) =>
    act(async () => {
      bodyOf(await office().PATCH('/api/v1/message-templates/{id}', { params: { path: { id } }, body: { is_active } }))
      await refresh()
    })
  const remove = ({ id, name }: Template) =>
    act(async () => {
      if (!(await isSure(`${t.trip.remove} ${name}`))) return
      bodyOf(await office().DELETE('/api/v1/message-templates/{id}', { params: { path: { id } } }))
      if (open?.id === id) open = undefined
      await refresh()
    })
  const show = (id: number) => (event: SubmitEvent) => {
    const { reservation_id } = fieldsOf(event)
    return act(async () => {
      preview = undefined
      const body = { reservation_id: Number(reservation_id) }
      preview = dataOf(
        await office().POST('/api/v1/message-templates/{id}/preview', { params: { path: { id } }, body }),
      )
      redraw()
    })
  }
  const choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement
    trigger = TRIGGERS.find((one) => one === value) ?? 'arrival'
    redraw()
  }

  const row = (one: Template): TemplateResult => html`<li>
    <span>
      <b>${one.name}</b> ${one.is_active ? nothing : tag(o.templates.off, 'warn')}
      <small>${o.templates.moments[one.trigger](one.days, one.hour)}</small>
    </span>
    ${
      can('messages.write')
        ? html`<div class="actions">
          <button type="button" class="second" aria-label="${o.homes.edit}: ${one.name}" @click=${edit(one)}>${o.homes.edit}</button>
          <button type="button" class="second" aria-label="${one.is_active ? o.developers.pause : o.developers.resume}: ${one.name}" @click=${() => change(one, !one.is_active)}>${one.is_active ? o.developers.pause : o.developers.resume}</button>
          <button type="button" class="quiet" aria-label="${t.trip.remove} ${one.name}" @click=${() => remove(one)}>×</button>
        </div>`
        : nothing
    }
  </li>`

  const form = (known: Template | null): TemplateResult => html`<section class="card templateForm">
    <h2>${known?.name ?? o.templates.create}</h2>
    <form @submit=${save} ${drafted(`template-${known?.id ?? 'new'}`)}>
      ${draftNote(`template-${known?.id ?? 'new'}`)}
      <label>${o.developers.name}<input name="name" required maxlength="100" .value=${known?.name ?? ''} /></label>
      <div class="pair">
        <label>${o.templates.trigger}
          <select name="trigger" @change=${choose}>${TRIGGERS.map((one) => html`<option value=${one} ?selected=${one === trigger}>${o.templates.triggers[one]}</option>`)}</select>
        </label>
        <label>${o.templates.hour}<input name="hour" type="number" min="0" max="23" .value=${String(known?.hour ?? 9)} required /></label>
      </div>
      ${DATED.has(trigger) ? html`<label>${o.templates.days}<input name="days" type="number" min="-90" max="30" .value=${String(known?.days ?? -3)} required /></label>` : nothing}
      ${(['fr', 'en'] as const).map(
        (language) =>
          html`<label>${o.editor.languages[language]}<textarea name=${language} rows="5" maxlength="5000" .value=${known?.texts[language] ?? ''}></textarea></label>`,
      )}
      <p class="small muted">${o.templates.variables} ${VARIABLES.map((name) => html`<code>{${name}}</code> `)}</p>
      <div class="actions">
        <button>${t.desk.save}</button>
        <button type="button" class="quiet" @click=${close}>${t.close}</button>
      </div>
    </form>
    ${
      known === null
        ? nothing
        : html`<form class="inline" @submit=${show(known.id)}>
            <label>${o.templates.stay}<input name="reservation_id" type="number" min="1" required /></label>
            <button class="second">${o.desk.preview}</button>
          </form>
          <div aria-live="polite">${preview === undefined ? nothing : html`<blockquote class="words">${preview.content}</blockquote>`}</div>`
    }
  </section>`

  return {
    title: o.templates.title,
    refresh,
    view: () => html`
      <div class="title">
        <div><h1>${o.templates.title}</h1><p class="muted">${o.templates.about}</p></div>
        ${can('messages.write') ? html`<button type="button" @click=${edit(null)}>${o.templates.create}</button>` : nothing}
      </div>
      ${list.length === 0 ? html`<p class="muted">${o.templates.none}</p>` : html`<section class="card"><ul class="plain">${list.map(row)}</ul></section>`}
      ${open === undefined ? nothing : form(open)}
    `,
  }
}
