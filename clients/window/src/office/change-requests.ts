import { html, type TemplateResult } from 'lit-html'
import { bodyOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { span } from '../format.ts'
import { o } from '../office-texts.ts'
import { act } from '../page.ts'
import { peopleWords } from '../people.ts'
import { office } from './client.ts'
import { stayChanges } from './stay-changes.ts'

type Request = Schemas['DeskChangeRequest']

/** Changes that guests ask for: the company previews them, and accepts or declines. */
export function changeRequests(current: () => Request[], refresh: () => Promise<void>) {
  const changes = stayChanges(refresh)
  const preview = ({ id, reservation_id }: Request) =>
    changes.preview(reservation_id, { change_request_id: id, reason: o.desk.asked })
  const decline = ({ id: request_id, reservation_id: id }: Request) =>
    act(async () => {
      const params = { path: { id, request_id } }
      bodyOf(
        await office().POST('/api/v1/reservations/{id}/change-requests/{request_id}/decline', { params, body: {} }),
      )
      await refresh()
    })
  const row = (one: Request): TemplateResult => html`<li class="card hot warn">
    <span class="tag warn">${o.today.change}</span>
    <div class="grow">
      <h3>${o.today.wants(one.property.title, span(one.after.check_in, one.after.check_out))}</h3>
      <p class="small muted">
        <a href="/stays/${one.reservation_id}">${o.today.seeStay}</a> ${peopleWords(one.after)}${one.message === null ? '' : ` · « ${one.message} »`}
      </p>
    </div>
    ${
      changes.outcome(one.reservation_id) ??
      (can('reservations.write')
        ? html`<div class="actions">
          <button type="button" @click=${() => preview(one)}>${o.today.preview}</button>
          <button type="button" class="second" @click=${() => decline(one)}>${o.today.decline}</button>
        </div>`
        : html``)
    }
  </li>`
  return (): TemplateResult[] => current().map(row)
}
