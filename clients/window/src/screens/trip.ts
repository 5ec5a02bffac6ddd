import { html, nothing, type TemplateResult } from 'lit-html'
import { api, dataOf } from '../client.ts'
import { moment, shortDay } from '../format.ts'
import { label } from '../labels.ts'
import { act, page, quietly, redraw, type Screen, tell } from '../page.ts'
import { cancelTerms, face, nameOf, priceLines, states } from '../parts.ts'
import { t } from '../texts.ts'
import { arrivalParts } from './arrival.ts'
import { askForChange } from './change-requests.ts'
import { move, type Status } from './move.ts'
import { cancelParts } from './trip-cancel.ts'
import { deskParts } from './trip-desk.ts'
import { moneyParts, type Reservation } from './trip-money.ts'
import { reviewPart } from './trip-review.ts'

type Action = Reservation['actions'][number]

/** Status that the owner sets, by the name of the action. */
const MOVES: Partial<Record<Action, Status>> = {
  confirm: 'confirmed',
  decline: 'declined',
  check_in: 'checked_in',
  complete: 'completed',
  no_show: 'no_show',
}

/** The states in which a stay can be cancelled. */
const CANCELLABLE = new Set<Reservation['status']>(['inquiry', 'pending', 'confirmed'])

/** How often, and how many times, a stay is read again after money has moved. */
const WATCH_MS = 1_500
const WATCHES = 12

const MOVED = ['paid', 'partially_refunded', 'refunded']

/** Whether all payments and refunds are made, and have their documents. Pure. */
function isSettled({ payments, refunds, invoices }: Reservation): boolean {
  const documents = (kind: Reservation['invoices'][number]['kind']) =>
    invoices.filter((one) => one.kind === kind).length
  const paid = payments.filter(({ status }) => MOVED.includes(status)).length
  const returned = refunds.filter(({ status }) => status === 'succeeded').length
  const isPending = refunds.some(({ status }) => status === 'pending')
  return !isPending && documents('invoice') >= paid && documents('credit_note') >= returned
}

/** One reservation, for its guest, its owner and the staff: the stay, what it costs, and last what ends it. */
export async function trip(id: string, query: URLSearchParams): Promise<Screen> {
  const path = { id: Number(id) }
  const session_id = query.get('session_id')
  if (session_id) await returned(session_id, path.id).catch(() => undefined)
  const read = async () => dataOf(await api.GET('/api/v1/reservations/{id}', { params: { path } }))
  let stay = await read()
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
    const { status } = stay
    stay = await read()
    if (stay.status !== status) await arrival.read()
    redraw()
    watch()
  }
  if (session_id) watch()
  const isGuest = () => stay.guest_id === page.me?.id

  const moveTo = (status: Status) =>
    act(async () => {
      await move(path.id, status)
      await refresh()
    })
  const moves = (): TemplateResult | typeof nothing => {
    const possible = stay.actions.flatMap((action) => {
      const status = MOVES[action]
      return status ? [{ action, status }] : []
    })
    if (possible.length === 0) return nothing
    return html`<div class="actions">
      ${possible.map(({ action, status }) => {
        const isRisky = action === 'decline' || action === 'no_show'
        return html`<button type="button" class=${isRisky ? 'danger' : ''} @click=${() => moveTo(status)}>${label('action', action)}</button>`
      })}
    </div>`
  }

  const head = (): TemplateResult => {
    const { property, check_in, check_out, hold_expires_at, status } = stay
    return html`${property.cover ? html`<img class="cover" src=${property.cover} alt="" />` : nothing}
      <div class="title">
        <div>
          <h1>${property.title}</h1>
          <small>${t.trip.number(stay.id)} · ${t.trip.guests(stay.adults + stay.children)}</small>
        </div>
        <div class="actions">${states(stay)}</div>
      </div>
      ${hold_expires_at && status === 'pending' ? html`<p class="say warn">${t.trip.held(moment(hold_expires_at))}</p>` : nothing}
      ${hold_expires_at && status === 'inquiry' ? html`<p class="say warn">${t.trip.answerBy(moment(hold_expires_at))}</p>` : nothing}
      <div class="dates">
        <div class="card"><small>${t.search.from}</small><b>${shortDay(check_in)}</b>${t.trip.fromHour(property.check_in_time)}</div>
        <div class="card"><small>${t.search.to}</small><b>${shortDay(check_out)}</b>${t.trip.byHour(property.check_out_time)}</div>
      </div>`
  }

  const other = (): TemplateResult | typeof nothing => {
    const person = isGuest() ? stay.owner : stay.guest
    if (person === null) return nothing
    return html`<section>
      <h2>${isGuest() ? t.home.yourHost : t.inbox.title}</h2>
      <div class="actions">
        ${face(person)} <span class="grow">${nameOf(person)}</span>
        <a class="button second" href="/inbox/${person.id}?stay=${stay.id}">${t.trip.write(nameOf(person))}</a>
      </div>
    </section>`
  }

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

  const money = moneyParts(() => stay, refresh)
  const desk = deskParts(() => stay, refresh)
  const ask = askForChange(() => stay)
  const ending = cancelParts(() => stay, refresh)
  const reviewed = reviewPart(() => stay, refresh)
  /** Addresses of the lists that lead here. */
  const back = (): [path: string, name: string] => {
    if (isGuest()) return ['/trips', t.trip.back]
    return stay.owner_id === page.me?.id ? ['/owner', t.owner.title] : ['/support', t.support.title]
  }
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
      <a class="back" href=${back()[0]}>← ${back()[1]}</a>
      <div class="split">
        <div class="stack">
          ${head()} ${money.toPay()} ${moves()}
          ${stay.message ? html`<section><h2>${isGuest() ? t.inbox.write : t.trip.message}</h2><blockquote>${stay.message}</blockquote></section>` : nothing}
          ${desk.guest()} ${arrival.address()} ${arrival.arrival()} ${other()} ${reviewed()} ${money.documents()}
        </div>
        <div class="stack">
          <section class="card">
            <h2>${t.trip.price}</h2>
            ${priceLines(stay.price, stay.adults)}
            ${CANCELLABLE.has(stay.status) ? cancelTerms(stay.price) : nothing}
          </section>
          ${money.payments()}
        </div>
        <div class="stack">
          ${desk.change()} ${desk.received()} ${money.refund()} ${money.supplements()} ${history()} ${ending(ask())}
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
