import { html, nothing, type TemplateResult } from 'lit-html'
import type { UserEvents } from '../../../typescript/src/index.ts'
import { accounts } from '../account-texts.ts'
import { api, asForm, bodyOf, dataOf, idempotencyKeys, type Schemas } from '../client.ts'
import { drafted, fileChoice } from '../drafts.ts'
import { clock } from '../format.ts'
import { online, socketHeader } from '../live.ts'
import { act, fieldsOf, page, quietly, redraw, tell } from '../page.ts'
import { face, nameOf } from '../parts.ts'
import { tick } from '../tour.ts'
import { verification } from './verification.ts'

type Message = Schemas['Message']

/** Time for which a person seen typing counts as typing, and interval at which this page reports it. */
const TYPING_MS = 4_000

/**
 * Conversation with one person. The newest message is the last one here, and the first of a response.
 * @param client who writes: oneself, or the company that one acts for
 */
export async function conversation(
  user_id: number,
  query: URLSearchParams,
  onRead: () => void,
  onSent: () => void,
  client = api,
) {
  const path = { user_id }
  const read = async (before?: number) =>
    bodyOf(
      await client.GET('/api/v1/messages/{user_id}', {
        params: { path, query: before === undefined ? {} : { before } },
      }),
    )
  const first = await read()
  let messages: Message[] = first.data.toReversed()
  let meta = first.meta
  let isTyping = false
  let forgetTyping: ReturnType<typeof setTimeout> | undefined
  let toldAt = 0
  const choice = fileChoice()
  let isReporting = false
  const property_id = query.get('home') ?? undefined
  const reservation_id = Number(query.get('stay')) || undefined

  /** At the end, where the newest message is. */
  const toEnd = () => {
    redraw()
    setTimeout(() => document.querySelector('.thread')?.scrollTo({ top: Number.MAX_SAFE_INTEGER }))
  }
  /** Says that what is shown has been read. */
  async function markRead(): Promise<void> {
    const last = messages.findLast(({ sender_id }) => sender_id === user_id)
    if (!last || meta.unread === 0 || document.visibilityState === 'hidden') return
    meta.unread = 0
    onRead()
    bodyOf(await client.POST('/api/v1/messages/{user_id}/read', { params: { path }, body: { message_id: last.id } }))
  }
  const readSilently = () => quietly(markRead)
  document.addEventListener('visibilitychange', readSilently)
  readSilently()
  toEnd()

  async function refresh(): Promise<void> {
    const latest = await read()
    messages = latest.data.toReversed()
    meta = latest.meta
    readSilently()
    redraw()
  }

  const keys = idempotencyKeys()
  const send = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { content = '' } = fieldsOf(event)
    const file = choice.file()
    if (content === '' && !file) return undefined
    return act(async () => {
      const about = { ...(property_id && { property_id }), ...(reservation_id && { reservation_id }) }
      const header = { ...socketHeader(), 'idempotency-key': keys.of([content, about, file?.name, file?.size]) }
      const body = { receiver_id: user_id, content, ...about, ...(file && { attachment: file }) }
      const sent = dataOf(await client.POST('/api/v1/messages', { params: { header }, body, bodySerializer: asForm }))
      keys.renew()
      messages = [...messages, sent]
      onSent()
      choice.clear()
      form.reset()
      if (page.me?.role === 'user') tick('write')
      if (page.me?.role === 'owner') tick('answer')
      toEnd()
    })
  }
  const tellTyping = () => {
    if (Date.now() - toldAt < TYPING_MS / 2) return
    toldAt = Date.now()
    quietly(() => client.POST('/api/v1/messages/{user_id}/typing', { params: { path } }))
  }
  const older = () =>
    act(async () => {
      if (meta.next_before === null) return
      const page = await read(meta.next_before)
      messages = [...page.data.toReversed(), ...messages]
      meta = { ...meta, next_before: page.meta.next_before }
    })
  const block = () =>
    act(async () => {
      const address = '/api/v1/messages/{user_id}/block'
      const params = { path }
      const { message } = bodyOf(
        meta.blocked ? await client.DELETE(address, { params }) : await client.POST(address, { params }),
      )
      meta = { ...meta, blocked: !meta.blocked }
      tell(message)
    })
  const report = (event: SubmitEvent) => {
    const { reason = '' } = fieldsOf(event)
    return act(async () => {
      bodyOf(await client.POST('/api/v1/messages/{user_id}/report', { params: { path }, body: { reason } }))
      isReporting = false
      tell(accounts.inbox.reported)
    })
  }

  const attachment = ({ attachment_file }: Message): TemplateResult | typeof nothing => {
    if (!attachment_file) return nothing
    const { url, type, name, width, height } = attachment_file
    return html`<a href=${url} target="_blank" rel="noopener">
      ${type === 'image/webp' ? html`<img src=${url} alt=${name} width=${width ?? 240} height=${height ?? 160} loading="lazy" />` : name}
    </a>`
  }
  const bubble = (message: Message): TemplateResult => {
    const isMine = message.sender_id !== user_id
    const isRead = isMine && message.id <= meta.read_up_to
    const isLastMine = isMine && message === messages.findLast(({ sender_id }) => sender_id !== user_id)
    return html`<li class=${isMine ? 'mine' : ''}>
      <div>${message.content ? html`<p>${message.content}</p>` : nothing} ${attachment(message)}</div>
      <small class="muted">${clock(message.created_at)} ${isLastMine && isRead ? `· ${accounts.inbox.read}` : ''}</small>
    </li>`
  }
  const form = (): TemplateResult => {
    if (!meta.can_write && page.me?.verified === false) return verification(page.me.email, refresh)
    if (!meta.can_write) return html`<p class="muted">${accounts.inbox.closed}</p>`
    const about = reservation_id ? accounts.inbox.stay(reservation_id) : undefined
    return html`<form class="write" @submit=${send} ${drafted(`message-${client === api ? '' : 'office-'}${user_id}`)}>
      ${about ? html`<p class="small">${accounts.inbox.about(about)}</p>` : nothing}
      ${choice.chosen()} ${choice.control()}
      <label class="wide"><span class="hidden">${accounts.inbox.write}</span>
        <input name="content" autocomplete="off" maxlength="5000" placeholder=${accounts.inbox.write} @input=${tellTyping} /></label>
      <button>${accounts.inbox.send}</button>
    </form>`
  }

  return {
    name: () => nameOf(meta.user),
    refresh,
    close(): void {
      document.removeEventListener('visibilitychange', readSilently)
      clearTimeout(forgetTyping)
    },
    heard(message: UserEvents['message']): void {
      const isHere = message.sender_id === user_id || message.receiver_id === user_id
      if (!isHere || messages.some(({ id }) => id === message.id)) return
      messages = [...messages, message]
      isTyping = false
      if (message.sender_id === user_id) meta.unread += 1
      readSilently()
      toEnd()
    },
    readBy(read: UserEvents['message_read']): void {
      if (read.user_id !== user_id) return
      meta.read_up_to = Math.max(meta.read_up_to, read.message_id)
      redraw()
    },
    typedBy(typist: number): void {
      if (typist !== user_id) return
      isTyping = true
      clearTimeout(forgetTyping)
      forgetTyping = setTimeout(() => {
        isTyping = false
        redraw()
      }, TYPING_MS)
      redraw()
    },
    view: (): TemplateResult => html`<section class="talk" aria-label=${nameOf(meta.user)}>
      <div class="with">
        <a class="phoneOnly" href="/${location.pathname.split('/')[1]}" aria-label=${accounts.inbox.back}>←</a>
        ${face(meta.user, online.has(user_id))}
        <h2 tabindex="-1">${nameOf(meta.user)} ${online.has(user_id) ? html`<small>${accounts.inbox.online}</small>` : nothing}</h2>
        <button type="button" class="quiet" @click=${block}>${meta.blocked ? accounts.inbox.unblock : accounts.inbox.block}</button>
        <button type="button" class="quiet" @click=${() => {
          isReporting = !isReporting
          redraw()
        }}>${accounts.inbox.report}</button>
      </div>
      ${
        isReporting
          ? html`<form class="inline" @submit=${report}>
            <label>${accounts.inbox.reportReason}<input name="reason" required maxlength="500" /></label><button class="second">${accounts.inbox.report}</button>
          </form>`
          : nothing
      }
      <div class="thread" tabindex="0" role="log" aria-label=${accounts.inbox.title}>
        ${meta.next_before === null ? nothing : html`<button type="button" class="quiet" @click=${older}>${accounts.inbox.older}</button>`}
        ${messages.length === 0 ? html`<p class="muted">${accounts.inbox.first}</p>` : html`<ul>${messages.map(bubble)}</ul>`}
      </div>
      <p class="typing muted" aria-live="polite">${isTyping ? accounts.inbox.typing(nameOf(meta.user)) : ''}</p>
      ${form()}
    </section>`,
  }
}
