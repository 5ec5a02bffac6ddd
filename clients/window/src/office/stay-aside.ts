import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { money, shortSpan } from '../format.ts'
import { o } from '../office-texts.ts'
import { redraw } from '../page.ts'
import { states, tag } from '../parts.ts'
import { peopleWords } from '../people.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { nightsBetween } from './plan-layout.ts'

/** The stay that a conversation is about, beside it: days, people, money, state. */
export async function stayAside(id: number) {
  const params = { path: { id } }
  const read = async () => dataOf(await office().GET('/api/v1/reservations/{id}', { params }))
  let stay: Schemas['Reservation'] = await read()
  return {
    async refresh(): Promise<void> {
      stay = await read()
      redraw()
    },
    view: (): TemplateResult => {
      const { property, check_in, check_out, amount_open, price, labels } = stay
      return html`<aside class="ofStay" aria-label=${t.trip.number(id)}>
        <p><b>${property.title}</b><br />${shortSpan(check_in, check_out)} · ${t.nights(nightsBetween(check_in, check_out))}, ${peopleWords(stay)}</p>
        <p>${money(price.total, price.currency)} ${amount_open ? tag(o.today.owed(money(amount_open, price.currency)), 'bad') : nothing}</p>
        <p class="actions">${states(stay)} ${labels.map((one) => tag(one))}</p>
        <a class="button second" href="/stays/${id}">${o.inbox.seeStay}</a>
      </aside>`
    },
  }
}
