import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, dataOf, SejourError } from '../client.ts'
import { company } from '../company.ts'
import { clockOf, moment, shortDay } from '../format.ts'
import { label } from '../labels.ts'
import { page, quietly, redraw, type Screen, tell } from '../page.ts'
import { cancelTerms, face, nameOf, priceLines, states } from '../parts.ts'
import { peopleWords } from '../people.ts'
import { t } from '../texts.ts'
import { arrivalParts } from './arrival.ts'
import { askForChange } from './ask-for-change.ts'
import { cancelParts } from './trip-cancel.ts'
import { moneyParts, type Reservation } from './trip-money.ts'
import { reviewPart } from './trip-review.ts'

/** The states in which a stay can be cancelled. */
const CANCELLABLE = new Set<Reservation['status']>(['inquiry', 'pending', 'confirmed'])

/** Interval and number of repeated reads of a stay after money has moved. */
const WATCH_MS = 1_500
const WATCHES = 12

const MOVED = ['paid', 'partially_refunded', 'refunded']

/** True if all payments and refunds are made, and have their documents. Pure. */
function isSettled({ payments, refunds, invoices }: Reservation): boolean {
  const documents = (kind: Reservation['invoices'][number]['kind']) =>
    invoices.filter((one) => one.kind === kind).length
  // Payments of a seller that may not issue documents have confirmations, and their refunds no credit notes.
  const confirmed = payments.filter((one) => one.confirmation_url).length
  const paid = payments.filter(({ status }) => MOVED.includes(status)).length
  const returned = refunds.filter(({ status }) => status === 'succeeded').length
  const isPending = refunds.some(({ status }) => status === 'pending')
  return (
    !isPending && documents('invoice') + confirmed >= paid && (confirmed > 0 || documents('credit_note') >= returned)
  )
}

/**
 * One reservation for its guest: the stay, what it costs, and last what ends it.
 * @param openInOffice opens the same stay in the back office, for companies and staff.
 */
export async function trip(
  id: string,
  query: URLSearchParams,
  openInOffice: (id: string) => Promise<Screen>,
): Promise<Screen> {
  const path = { id: Number(id) }
  const session_id = query.get('session_id')
  if (session_id) await returned(session_id, path.id).catch(() => undefined)
  const read = async () => dataOf(await api.GET('/api/v1/reservations/{id}', { params: { path } }))
  const found = await read().catch((failure: unknown) => {
    // Members of a team read the stays of their company in the back office.
    if (failure instanceof SejourError && failure.status === 404 && company()) return undefined
    throw failure
  })
  if (!found || found.guest_id !== page.me?.id) return openInOffice(id)
  let stay = found
  const arrival = arrivalParts(() => stay)
  await arrival.read()

  let timer: number | undefined
  /** Reads the stay again while refunds and their documents are being made. */
  const watch = (left = WATCHES) => {
    clearTimeout(timer)
    if (left === 0 || isSettled(stay)) return
    const again = async () => {
      stay = await read()
      redraw()
      watch(left - 1)
    }
    timer = setTimeout(() => quietly(again), WATCH_MS)
  }
  const refresh = async () => {
    const before = stay
    stay = await read()
    if (stay.status !== before.status || stay.arrival?.state !== before.arrival?.state) await arrival.read()
    redraw()
    watch()
  }
  if (session_id) watch()

  const head = (): TemplateResult => {
    const { property, check_in, check_out, hold_expires_at, status } = stay
    const clock = clockOf(property.timezone, property.city)
    return html`${property.cover ? html`<img class="cover" src=${property.cover} alt="" />` : nothing}
      <div class="title">
        <div>
          <h1>${property.title}</h1>
          <small>${t.trip.number(stay.id)} · ${peopleWords(stay)}</small>
        </div>
        <div class="actions">${states(stay)}</div>
      </div>
      ${hold_expires_at && status === 'pending' ? html`<p class="say warn">${t.trip.held(moment(hold_expires_at))}</p>` : nothing}
      ${hold_expires_at && status === 'inquiry' ? html`<p class="say warn">${t.trip.answerBy(moment(hold_expires_at))}</p>` : nothing}
      <div class="dates">
        <div class="card"><small>${t.search.from}</small><b>${shortDay(check_in)}</b>${t.trip.fromHour(property.check_in_time)}${clock}</div>
        <div class="card"><small>${t.search.to}</small><b>${shortDay(check_out)}</b>${t.trip.byHour(property.check_out_time)}${clock}</div>
      </div>`
  }

  const host = (): TemplateResult => html`<section>
    <h2>${t.home.yourHost}</h2>
    <div class="actions">
      ${face(stay.owner)} <span class="grow">${nameOf(stay.owner)}</span>
      <a class="button second" href="/inbox/${stay.owner.id}?stay=${stay.id}">${t.trip.write(nameOf(stay.owner))}</a>
    </div>
  </section>`

  const history = (): TemplateResult => html`<section>
    <h2>${t.trip.history}</h2>
    <ol class="timeline">
      ${stay.timeline.map(
        ({ to, change, actor, at }) => html`<li>
          <b>${change === null ? label('reservation_status', to) : t.trip.changed}</b>
          <span class="muted">${moment(at)} ${t.trip.by(t.trip.actors[actor] ?? actor)}</span>
        </li>`,
      )}
    </ol>
  </section>`

  const money = moneyParts(() => stay)
  const ask = askForChange(() => stay, refresh)
  const ending = cancelParts(() => stay, refresh)
  const reviewed = reviewPart(() => stay, refresh)
  /** The part of the payments that was made and is kept. */
  const paid = () =>
    stay.payments.reduce(
      (sum, one) => sum + (one.method === null ? 0 : Math.round((one.amount - one.refunded) * 100)),
      0,
    ) / 100
  return {
    title: t.trip.number(path.id),
    refresh,
    close: () => clearTimeout(timer),
    heard: {
      notification: ({ data }) => {
        if (data.reservation_id === path.id) quietly(refresh)
      },
    },
    view: () => html`
      <a class="back" href="/trips">← ${t.trip.back}</a>
      <div class="split">
        <div class="stack">
          ${head()} ${money.toPay()}
          ${stay.message ? html`<section><h2>${accounts.inbox.write}</h2><blockquote>${stay.message}</blockquote></section>` : nothing}
          ${arrival.address()} ${arrival.arrival()} ${host()} ${reviewed()} ${money.documents()}
        </div>
        <div class="stack">
          <section class="card">
            <h2>${t.trip.price}</h2>
            ${priceLines(stay.price, stay.adults)}
            ${CANCELLABLE.has(stay.status) ? cancelTerms({ ...stay.price, total: paid() || stay.price.total }) : nothing}
          </section>
          ${money.payments()}
        </div>
        <div class="stack">
          ${money.supplements()} ${history()} ${ending(ask())}
        </div>
      </div>
    `,
  }
}

/** Back from a checkout: the service asks the provider what has become of it. */
async function returned(session_id: string, id: number): Promise<void> {
  history.replaceState(null, '', `/trips/${id}`)
  const { status } = dataOf(await api.GET('/api/v1/quotes/payment/verify', { params: { query: { session_id } } }))
  tell(status === 'paid' ? t.trip.paid : t.trip.unpaid)
}
