import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, dataOf, type Schemas } from '../client.ts'
import { money, span } from '../format.ts'
import { act, focusHeading, follow, page, redraw, tell, valuesOf } from '../page.ts'
import { peopleIn, peopleWords } from '../people.ts'
import { t } from '../texts.ts'
import { effectsOf, isChangeable, stayFields } from './stay-change.ts'

type Reservation = Schemas['Reservation']

const REQUESTS = '/api/v1/reservations/{id}/change-requests'

/** The form with which guests ask for a change of their stay, and their open request. */
export function askForChange(current: () => Reservation, refresh: () => Promise<void>) {
  /** The price of the days and people that stand in the form; undefined: not asked yet. */
  let price: string | undefined
  const asked = async (form: HTMLFormElement, dry_run: boolean) => {
    const { check_in = '', check_out = '', message, ...fields } = valuesOf(form)
    const body = { check_in, check_out, ...peopleIn((kind) => fields[kind]), ...(message && { message }) }
    const params = { path: { id: current().id }, query: { dry_run } }
    const { preview } = dataOf(await api.POST(REQUESTS, { params, body }))
    return effectsOf(preview)
  }
  const ask = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    return act(async () => {
      const effects = await asked(form, false)
      await refresh()
      tell(`${t.desk.sent} ${effects}`)
      // The request is shown above now; the open form would send it again.
      form.closest('details')?.removeAttribute('open')
      focusHeading('.ending h2')
    })
  }
  /** Number of the latest price asked for: answers about what stood there before are dropped. */
  let latest = 0
  const change = ({ currentTarget, target }: Event) => {
    const form = currentTarget as HTMLFormElement
    if ((target as HTMLInputElement).name === 'message') return undefined
    const number = ++latest
    price = undefined
    redraw()
    if (!form.checkValidity()) return undefined
    return follow(async () => {
      const read = await asked(form, true)
      if (number === latest) price = read
    }, '#asked')
  }
  const withdraw = (request_id: number) =>
    act(async () => {
      bodyOf(await api.DELETE(`${REQUESTS}/{request_id}`, { params: { path: { id: current().id, request_id } } }))
      await refresh()
      tell(accounts.change.withdrawn)
      focusHeading('.ending h2')
    })
  const open = ({ change_request: one }: Reservation): TemplateResult | typeof nothing =>
    one === null
      ? nothing
      : html`<div class="say warn"><div>
          <p>${accounts.change.youAsked(span(one.after.check_in, one.after.check_out), peopleWords(one.after), money(one.after.total, one.currency))}</p>
          <p class="small">${accounts.change.openUntil(span(one.open_until, one.open_until))}</p>
          <button type="button" class="second" @click=${() => withdraw(one.id)}>${accounts.change.withdraw}</button>
        </div></div>`
  return (): TemplateResult | typeof nothing => {
    const stay = current()
    if (stay.guest_id !== page.me?.id || !isChangeable(stay)) return nothing
    return html`${open(stay)}
      <details class="card">
        <summary>${stay.change_request === null ? t.desk.ask : accounts.change.askAgain}</summary>
        <form id="asked" @submit=${ask} @input=${change}>
          ${stayFields(stay)}
          <label>${t.desk.words}<input name="message" maxlength="1000" /></label>
          <p class="dry" role="status">${price ?? accounts.change.pricedHere}</p>
          <button class="second">${t.desk.send}</button>
        </form>
      </details>`
  }
}
