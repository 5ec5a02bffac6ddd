import { html, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { dataOf, idempotencyKeys } from '../client.ts'
import { drafted } from '../drafts.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, tell } from '../page.ts'
import { office } from './client.ts'

/** A form that writes one message to all guests in the house, and then says to how many. */
export function toHouse(): () => TemplateResult {
  const keys = idempotencyKeys()
  const send = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { content = '' } = fieldsOf(event)
    return act(async () => {
      const body = { content }
      const params = { header: { 'idempotency-key': keys.of(body) } }
      const { sent, unsent } = dataOf(await office().POST('/api/v1/inbox/in-house', { params, body }))
      keys.renew()
      form.reset()
      tell(o.inbox.house.sent(sent.length, unsent.length))
    })
  }
  return () => html`<details class="pick">
    <summary>${o.inbox.house.title}</summary>
    <form class="write" @submit=${send} ${drafted('to-house')}>
      <label class="wide">${o.inbox.house.label}
        <textarea name="content" rows="2" maxlength="5000" required></textarea></label>
      <button>${accounts.inbox.send}</button>
    </form>
  </details>`
}
