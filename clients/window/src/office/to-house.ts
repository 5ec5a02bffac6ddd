import { html, type TemplateResult } from 'lit-html'
import { dataOf, idempotencyKeys } from '../client.ts'
import { o } from '../office-texts.ts'
import { act, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'

/** A form that writes one message to all guests in the house, and then says to how many. */
export function toHouse(): () => TemplateResult {
  const keys = idempotencyKeys()
  let content = ''
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    return act(async () => {
      const body = { content }
      const params = { header: { 'idempotency-key': keys.of(body) } }
      const { sent, unsent } = dataOf(await office().POST('/api/v1/inbox/in-house', { params, body }))
      keys.renew()
      content = ''
      tell(o.inbox.house.sent(sent.length, unsent.length))
    })
  }
  const type = (event: InputEvent) => {
    content = (event.target as HTMLTextAreaElement).value
  }
  return () => html`<details class="pick">
    <summary>${o.inbox.house.title}</summary>
    <form class="write" @submit=${send}>
      <label class="wide">${o.inbox.house.label}
        <textarea name="content" rows="2" maxlength="5000" required .value=${content} @input=${type}></textarea></label>
      <button>${t.inbox.send}</button>
    </form>
  </details>`
}
