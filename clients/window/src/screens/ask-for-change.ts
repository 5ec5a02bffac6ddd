import { html, nothing, type TemplateResult } from 'lit-html'
import { api, dataOf, type Schemas } from '../client.ts'
import { act, follow, page, tell, valuesOf } from '../page.ts'
import { peopleIn } from '../people.ts'
import { t } from '../texts.ts'
import { effectsOf, isChangeable, stayFields } from './stay-change.ts'

type Reservation = Schemas['Reservation']

/** The form with which guests ask for a change of their stay. */
export function askForChange(current: () => Reservation) {
  /** The price of the days and people that stand in the form; undefined: not asked yet. */
  let price: string | undefined
  const asked = async (form: HTMLFormElement, dry_run: boolean) => {
    const { check_in = '', check_out = '', message, ...fields } = valuesOf(form)
    const body = { check_in, check_out, ...peopleIn((kind) => fields[kind]), ...(message && { message }) }
    const params = { path: { id: current().id }, query: { dry_run } }
    const { preview } = dataOf(await api.POST('/api/v1/reservations/{id}/change-requests', { params, body }))
    return effectsOf(preview)
  }
  const ask = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    return act(async () => tell(`${t.desk.sent} ${await asked(form, false)}`))
  }
  const change = ({ currentTarget, target }: Event) => {
    if ((target as HTMLInputElement).name === 'message') return undefined
    price = undefined
    return follow(async () => {
      price = await asked(currentTarget as HTMLFormElement, true)
    })
  }
  return (): TemplateResult | typeof nothing => {
    const stay = current()
    if (stay.guest_id !== page.me?.id || !isChangeable(stay)) return nothing
    return html`<details class="card">
      <summary>${t.desk.ask}</summary>
      <form @submit=${ask} @change=${change}>
        ${stayFields(stay)}
        <label>${t.desk.words}<input name="message" maxlength="1000" /></label>
        <p class="dry" role="status">${price ?? t.desk.pricedHere}</p>
        <button class="second">${t.desk.send}</button>
      </form>
    </details>`
  }
}
