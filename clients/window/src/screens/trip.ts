import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf, dataOf } from '../client.ts'
import { inWords, moment, money, span } from '../format.ts'
import { label } from '../labels.ts'
import { act, fieldsOf, page, quietly, redraw, type Screen, tell } from '../page.ts'
import { cancelTerms, nameOf, priceLines, stars, states } from '../parts.ts'
import { t } from '../texts.ts'
import { askForChange } from './change-requests.ts'
import { move, type Status } from './move.ts'
import { deskParts } from './trip-desk.ts'
import { moneyParts, type Reservation } from './trip-money.ts'

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

/** One reservation, for its guest, its owner and the staff: what has happened, what it costs, and what they can do now. */
export async function trip(id: string, query: URLSearchParams): Promise<Screen> {
  const path = { id: Number(id) }
  const session_id = query.get('session_id')
  if (session_id) await returned(session_id, path.id).catch(() => undefined)
  const read = async () => dataOf(await api.GET('/api/v1/reservations/{id}', { params: { path } }))
  let stay = await read()
  /** Refund of a cancellation; undefined before the preview. */
  let preview: number | undefined

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
    stay = await read()
    redraw()
    watch()
  }
  if (session_id) watch()
  const can = (action: Action): boolean => stay.actions.includes(action)
  const isGuest = () => stay.guest_id === page.me?.id

  const moveTo = (status: Status) =>
    act(async () => {
      await move(path.id, status)
      await refresh()
    })
  const cancel = (dry_run: boolean) =>
    act(async () => {
      const params = { path, query: { dry_run } }
      const body = isGuest() ? {} : { refund: 'all' as const }
      const { refund } = dataOf(await api.POST('/api/v1/reservations/{id}/cancel', { params, body }))
      preview = dry_run ? refund : undefined
      if (!dry_run) await refresh()
    })
  const review = (event: SubmitEvent) => {
    const { rating, content = '' } = fieldsOf(event)
    return act(async () => {
      const params = { path: { id: stay.property_id } }
      const body = { reservation_id: stay.id, rating: Number(rating), content }
      bodyOf(await api.POST('/api/v1/properties/{id}/comments', { params, body }))
      await refresh()
      tell(t.saved)
    })
  }

  const moves = (): TemplateResult => html`<div class="actions">
    ${stay.actions.map((action) => {
      const status = MOVES[action]
      const isRisky = action === 'decline' || action === 'no_show'
      return status
        ? html`<button type="button" class=${isRisky ? 'second' : ''} @click=${() => moveTo(status)}>${label('action', action)}</button>`
        : nothing
    })}
    ${
      can('cancel') && preview === undefined
        ? html`<button type="button" class="second" @click=${() => cancel(true)}>${label('action', 'cancel')}</button>`
        : nothing
    }
  </div>`

  const cancellation = (): TemplateResult | typeof nothing => {
    if (preview === undefined) return nothing
    const amount = money(preview, stay.price.currency)
    const said = isGuest() ? t.trip.cancelPreview(amount) : t.trip.cancelByOwner(amount)
    return html`<section class="card" aria-live="polite">
      <h2>${t.trip.cancelTitle}</h2>
      <p>${preview === 0 ? t.trip.cancelNothing : said}</p>
      <div class="actions">
        <button type="button" class="danger" @click=${() => cancel(false)}>${t.trip.cancelGo}</button>
        <button type="button" class="second" @click=${() => {
          preview = undefined
          redraw()
        }}>${t.trip.keep}</button>
      </div>
    </section>`
  }

  const reviewed = (): TemplateResult | typeof nothing => {
    if (stay.review)
      return html`<section><h2>${t.trip.review}</h2><p>${stars(stay.review.rating)} ${stay.review.content}</p></section>`
    if (!can('review')) return nothing
    return html`<form class="card" @submit=${review}>
      <h2>${t.trip.review}</h2>
      ${stay.reviewable_until ? html`<p class="small">${t.trip.reviewUntil(inWords(stay.reviewable_until.slice(0, 10)))}</p>` : nothing}
      <fieldset class="stars">
        <legend>${t.trip.rating}</legend>
        ${[1, 2, 3, 4, 5].map(
          (
            count,
          ) => html`<label><input type="radio" name="rating" value=${count} required /><span aria-hidden="true">${'★'.repeat(count)}</span
            ><span class="hidden">${t.trip.stars(count)}</span></label>`,
        )}
      </fieldset>
      <label>${t.trip.content}<textarea name="content" rows="3" required maxlength="3000"></textarea></label>
      <button>${t.trip.publish}</button>
    </form>`
  }

  const writeTo = (): TemplateResult | typeof nothing => {
    const other = isGuest() ? stay.owner : stay.guest
    if (other === null) return nothing
    return html`<p><a href="/inbox/${other.id}?stay=${stay.id}">${t.trip.write(nameOf(other))}</a></p>`
  }

  /** While the stay can still be cancelled. */
  const terms = () => (CANCELLABLE.has(stay.status) ? cancelTerms(stay.price) : nothing)

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

  const { toPay, payments, refund, supplements } = moneyParts(() => stay, refresh)
  const desk = deskParts(() => stay, refresh)
  const ask = askForChange(() => stay)
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
      <p><a href=${back()[0]}>← ${back()[1]}</a></p>
      <h1>${stay.property.title}</h1>
      <p class="muted">${stay.property.city} · ${span(stay.check_in, stay.check_out)} · ${t.trip.guests(stay.adults + stay.children)} · ${t.trip.number(stay.id)}</p>
      <p>${states(stay)}</p>
      ${stay.hold_expires_at && stay.status === 'pending' ? html`<p>${t.trip.held(moment(stay.hold_expires_at))}</p>` : nothing}
      ${stay.hold_expires_at && stay.status === 'inquiry' ? html`<p>${t.trip.answerBy(moment(stay.hold_expires_at))}</p>` : nothing}
      ${stay.message ? html`<section><h2>${t.trip.message}</h2><blockquote>${stay.message}</blockquote></section>` : nothing}
      <div class="columns">
        <div>
          ${toPay()} ${moves()} ${cancellation()} ${reviewed()} ${desk.change()} ${ask()} ${payments()}
          ${desk.received()} ${refund()} ${supplements()}
          ${history()}
        </div>
        <div>
        ${desk.guest()}
        <section class="card box">
          <h2>${t.trip.price}</h2>
          ${priceLines(stay.price, stay.adults)}
          ${terms()}
          ${writeTo()}
        </section>
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
