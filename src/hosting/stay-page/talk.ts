import { MAX_CONTENT } from '../../conversations/messages/schemas.ts'
import { escapeHtml } from '../../platform/http/html.ts'
import { texts } from '../../platform/locales/locales.ts'
import { area, button, card, form, momentOf, note, prose, type Section, type Shown } from './html.ts'
import type { StayPage } from './schemas.ts'

/** Messages that are not folded. */
const NEWEST = 5

type Message = NonNullable<StayPage['messages']>['list'][number]

function line(shown: Shown, { from, content, attachments, created_at }: Message): string {
  const { messages: text } = texts(shown.locale).stayPage
  const files = attachments.map(
    ({ url, name }) => `<p><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(name ?? text.file)}</a></p>`,
  )
  const head = `<p class="soft">${escapeHtml(`${text.from[from]} · ${momentOf(shown, created_at)}`)}</p>`
  return `<li${from === 'guest' ? ' class="mine"' : ''}>${head}${content === '' ? '' : prose(content)}${files.join('')}</li>`
}

/** The messages of the guest and the company, and a form to write; a guest with an account signs in for both. */
export const talk: Section = (shown) => {
  const { page, locale, path, words } = shown
  const { messages: text } = texts(locale).stayPage
  if (page.messages === null) return ''
  const { account_url, list } = page.messages
  if (account_url !== null) return card(text.title, note(text.signIn) + button(text.open, account_url))
  const write = (messages: Message[]) =>
    messages.length === 0 ? '' : `<ol class="talk">${messages.map((message) => line(shown, message)).join('')}</ol>`
  const earlier = write(list.slice(0, -NEWEST))
  const before = earlier && `<details><summary>${escapeHtml(text.earlier)}</summary>${earlier}</details>`
  const field = area(text.content, 'content', `rows="3" maxlength="${MAX_CONTENT}" required`, words)
  return card(text.title, before + write(list.slice(-NEWEST)) + form(`${path}/messages`, text.send, field))
}
