import { html, nothing, type TemplateResult } from 'lit-html'
import { api, dataOf, type Schemas } from '../client.ts'
import { act, fieldsOf, page, tell } from '../page.ts'
import { peopleIn } from '../people.ts'
import { t } from '../texts.ts'
import { effectsOf, isChangeable, stayFields } from './stay-change.ts'

type Reservation = Schemas['Reservation']

/** The form with which guests ask for a change of their stay. */
export function askForChange(current: () => Reservation) {
  const ask = (event: SubmitEvent) => {
    const { check_in = '', check_out = '', message, ...fields } = fieldsOf(event)
    return act(async () => {
      const body = { check_in, check_out, ...peopleIn((kind) => fields[kind]), ...(message && { message }) }
      const params = { path: { id: current().id } }
      const { preview } = dataOf(await api.POST('/api/v1/reservations/{id}/change-requests', { params, body }))
      tell(`${t.desk.sent} ${effectsOf(preview)}`)
    })
  }
  return (): TemplateResult | typeof nothing => {
    const stay = current()
    if (stay.guest_id !== page.me?.id || !isChangeable(stay)) return nothing
    return html`<details class="card">
      <summary>${t.desk.ask}</summary>
      <form @submit=${ask}>
        ${stayFields(stay)}
        <label>${t.desk.words}<input name="message" maxlength="1000" /></label>
        <button class="second">${t.desk.send}</button>
      </form>
    </details>`
  }
}
