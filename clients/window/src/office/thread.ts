import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { asForm, bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { drafted, fileChoice } from '../drafts.ts'
import { clock, moment } from '../format.ts'
import { socketHeader } from '../live.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, quietly, redraw } from '../page.ts'
import { t } from '../texts.ts'
import { tick } from '../tour.ts'
import { office } from './client.ts'
import { templateChoice } from './template-choice.ts'

type Message = Schemas['StayMessage']
type Way = Message['source']

/** Since when somebody waits for an answer, and the end of it for whoever may answer. */
export const waitingLine = (since: string | null, end: () => unknown): TemplateResult | typeof nothing =>
  since === null
    ? nothing
    : html`<p class="actions"><span class="warn">${o.inbox.since(moment(since))}</span>
      ${can('messages.write') ? html`<button type="button" class="quiet" @click=${end}>${o.inbox.noAnswer}</button>` : nothing}</p>`

/** The messages of a stay, the newest last, and the form to write to its guest. */
export async function thread(reservation_id: number, onChange: () => void = () => undefined) {
  const path = { id: reservation_id }
  const read = async (before?: number) => {
    const query = before === undefined ? {} : { before }
    return bodyOf(await office().GET('/api/v1/reservations/{id}/messages', { params: { path, query } }))
  }
  const first = await read()
  let messages: Message[] = first.data.toReversed()
  let meta = first.meta
  let way: Way | undefined = meta.ways.find((one) => one !== 'note') ?? meta.ways[0]
  const keys = idempotencyKeys()
  const choice = fileChoice()
  const template = templateChoice(reservation_id, (words) => {
    const field = document.querySelector<HTMLTextAreaElement>('.write [name=content]')
    if (!field) return
    field.value = [field.value.trim(), words].filter(Boolean).join('\n\n')
    // It is a draft like what is typed.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })

  const toEnd = () => {
    redraw()
    setTimeout(() => document.querySelector('.thread')?.scrollTo({ top: Number.MAX_SAFE_INTEGER }))
  }
  /** Says that what is shown has been read, by whoever may answer it. */
  const markRead = async () => {
    const last = messages.findLast(({ from }) => from === 'guest')
    if (!last || document.visibilityState === 'hidden' || !can('messages.write')) return
    const body = { message_id: last.id }
    bodyOf(await office().POST('/api/v1/reservations/{id}/messages/read', { params: { path }, body }))
    onChange()
  }
  const readSilently = () => quietly(markRead)
  document.addEventListener('visibilitychange', readSilently)
  readSilently()
  toEnd()

  const refresh = async () => {
    const latest = await read()
    const older = messages.filter(
      ({ id }) => !latest.data.some((one) => one.id === id) && id < (latest.data.at(-1)?.id ?? 0),
    )
    messages = [...older, ...latest.data.toReversed()]
    meta = older.length > 0 ? { ...latest.meta, next_before: meta.next_before } : latest.meta
    redraw()
  }
  const older = () =>
    act(async () => {
      if (meta.next_before === null) return
      const page = await read(meta.next_before)
      messages = [...page.data.toReversed(), ...messages]
      meta = { ...meta, next_before: page.meta.next_before }
    })
  const send = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { content = '' } = fieldsOf(event)
    const file = way === 'site' ? choice.file() : undefined
    if (content === '' && !file) return undefined
    return act(async () => {
      const fields = { content, ...(way && { source: way }) }
      const key = keys.of([reservation_id, fields, file?.name, file?.size])
      const params = { path, header: { ...socketHeader(), 'idempotency-key': key } }
      const request = file
        ? { params, body: { ...fields, attachment: file }, bodySerializer: asForm }
        : { params, body: fields }
      const sent = dataOf(await office().POST('/api/v1/reservations/{id}/messages', request))
      keys.renew()
      choice.clear()
      form.reset()
      messages = [...messages.filter(({ id }) => id !== sent.id), sent]
      if (sent.source !== 'note') meta = { ...meta, unanswered: false, waiting_since: null }
      tick('answer')
      onChange()
      toEnd()
    })
  }
  const end = () =>
    act(async () => {
      // A message that nobody has seen here still waits.
      const body = { message_id: messages.at(-1)?.id ?? 0 }
      const answered = await office().POST('/api/v1/reservations/{id}/messages/answered', { params: { path }, body })
      meta = { ...meta, ...dataOf(answered) }
      onChange()
      redraw()
    })
  const choose = (event: Event) => {
    way = meta.ways.find((one) => one === (event.target as HTMLSelectElement).value)
    redraw()
  }

  const bubble = (one: Message): TemplateResult => {
    const kind = one.source === 'note' ? 'noted' : one.from === 'company' ? 'mine' : ''
    return html`<li class=${kind}>
      <div>
        ${one.content === '' ? nothing : html`<p>${one.content}</p>`}
        ${one.attachments.map(
          ({ url, name, type }) =>
            html`<a href=${url} target="_blank" rel="noopener">${type === 'image/webp' ? html`<img src=${url} alt=${name ?? o.inbox.file} width="240" height="160" loading="lazy" />` : (name ?? o.inbox.file)}</a>`,
        )}
      </div>
      <small class="muted">
        ${[one.sent_by?.first_name, clock(one.created_at), o.inbox.ways[one.source], one.by_company_link && o.inbox.byLink].filter(Boolean).join(' · ')}
        ${one.state === 'sent' ? nothing : html`<b class=${one.state === 'sending' ? '' : 'bad'}>${o.inbox.states[one.state]}</b>`}
      </small>
      ${one.error === null ? nothing : html`<small class="bad">${one.error}</small>`}
    </li>`
  }
  const form = (): TemplateResult | typeof nothing => {
    if (!can('messages.write')) return nothing
    return html`<form class="write" @submit=${send} ${drafted(`stay-${reservation_id}`)}>
      ${way === 'site' ? choice.chosen() : nothing}
      <label class="wide">${way === 'note' ? o.inbox.writeNote : accounts.inbox.write}
        <textarea name="content" rows="2" maxlength="5000" ?required=${way !== 'site' || !choice.file()}></textarea></label>
      <label>${o.inbox.way}
        <select name="source" @change=${choose}>${meta.ways.map((one) => html`<option value=${one} ?selected=${one === way}>${o.inbox.ways[one]}</option>`)}</select>
      </label>
      ${way === 'site' ? choice.control() : nothing}
      <button>${way === 'note' ? t.desk.save : accounts.inbox.send}</button>
      ${template()}
    </form>`
  }

  return {
    refresh,
    close: () => document.removeEventListener('visibilitychange', readSilently),
    /** A message of this stay has come or changed. */
    heard(): void {
      quietly(async () => {
        await refresh()
        await markRead()
        toEnd()
      })
    },
    view: (): TemplateResult => html`
      <div class="thread" tabindex="0" role="log" aria-label=${accounts.inbox.title}>
        ${meta.next_before === null ? nothing : html`<button type="button" class="quiet" @click=${older}>${accounts.inbox.older}</button>`}
        ${messages.length === 0 ? html`<p class="muted">${o.inbox.none}</p>` : html`<ul>${messages.map(bubble)}</ul>`}
      </div>
      ${waitingLine(meta.waiting_since, end)}
      ${form()}
    `,
  }
}
