import { html, nothing, type TemplateResult } from 'lit-html'
import { api, dataOf, type Schemas } from '../client.ts'
import { inWords, moment, money } from '../format.ts'
import { label } from '../labels.ts'
import { act } from '../page.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'

export type Reservation = Schemas['Reservation']

/** Shows the page of a payment instead, if the browser refuses the way to its checkout (`form-action`). */
const elseShow = (url: string) => () =>
  document.addEventListener('securitypolicyviolation', () => location.assign(url), { once: true })

/** The button that opens a checkout, as that of the page of a payment's link does. */
const pays = (url: string | null, kind: string, text: string): TemplateResult =>
  html`<form method="post" action=${url ?? ''} @submit=${elseShow(url ?? '')}><button class=${kind}>${text}</button></form>`

/** The payments of a trip, what is still due, its documents and supplements. */
export function moneyParts(current: () => Reservation) {
  /** The link of the stay has its days as a file. */
  const saveDays = () =>
    act(async () => {
      const params = { path: { id: current().id } }
      const { url } = dataOf(await api.GET('/api/v1/reservations/{id}/link', { params }))
      location.assign(`${url}/calendar.ics`)
    })

  return {
    /** The one thing that a guest has to do. */
    toPay(): TemplateResult | typeof nothing {
      const { balance, payments } = current()
      const open = payments.filter(({ kind, payment_url }) => kind !== 'balance' && payment_url)
      return html`${open.map(({ payment_url, amount, currency }) =>
        pays(payment_url, 'full', t.trip.pay(money(amount, currency))),
      )}
      ${
        balance?.payment_url
          ? pays(
              balance.payment_url,
              'second',
              t.trip.payRest(money(balance.amount, current().price.currency), inWords(balance.due_on)),
            )
          : nothing
      }`
    },

    payments(): TemplateResult | typeof nothing {
      const { payments } = current()
      if (payments.length === 0) return nothing
      return html`<section class="card">
        <h2>${t.trip.payments}</h2>
        <ul class="plain">
          ${payments.map(
            (one) => html`<li>
              <span>${label('payment_kind', one.kind)}${one.due_on ? html`, ${inWords(one.due_on)}` : nothing}
                ${tag(label('payment_status', one.status), one.status)}
                ${one.refunded > 0 ? html`<span class="muted">${t.trip.refunded(money(one.refunded, one.currency))}</span>` : nothing}</span>
              <b>${money(one.amount, one.currency)}</b>
            </li>`,
          )}
        </ul>
      </section>`
    },

    /** Invoices and credit notes, and for the guest the days as a calendar file. */
    documents(): TemplateResult | typeof nothing {
      const { invoices, payments, status } = current()
      const papers = [
        ...invoices,
        ...payments.flatMap(({ confirmation_url: url, amount: total, currency, created_at: issued_at }) =>
          url && issued_at ? [{ kind: 'confirmation', number: '', url, total, currency, issued_at }] : [],
        ),
      ]
      const hasDays = status === 'confirmed' || status === 'checked_in'
      if (papers.length === 0 && !hasDays) return nothing
      return html`<section>
        <h2>${t.trip.documents}</h2>
        <ul class="plain">
          ${papers.map(
            ({ kind, number, url, total, currency, issued_at }) => html`<li>
              <span><a class="linked" href=${url} target="_blank" rel="noopener">${label('invoice_kind', kind)} ${number}</a>
                <br /><small>${moment(issued_at)}</small></span>
              <b>${money(total, currency)}</b>
            </li>`,
          )}
          ${hasDays ? html`<li><button type="button" class="second" @click=${saveDays}>${t.trip.calendar}</button></li>` : nothing}
        </ul>
      </section>`
    },

    supplements(): TemplateResult | typeof nothing {
      const { supplements, price } = current()
      if (supplements.length === 0) return nothing
      return html`<section>
        <h2>${t.trip.supplements}</h2>
        <ul class="plain">
          ${supplements.map(
            (one) => html`<li>
              <span>${one.label} ${one.payment_status === null ? nothing : tag(label('payment_status', one.payment_status), one.payment_status)}</span>
              <b>${money(one.amount, price.currency)}</b>
            </li>`,
          )}
        </ul>
      </section>`
    },
  }
}
