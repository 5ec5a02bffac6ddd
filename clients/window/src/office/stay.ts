import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { dataOf, type Schemas, SejourError } from '../client.ts'
import { can, company } from '../company.ts'
import { moment, shortDay } from '../format.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { act, page, quietly, redraw, type Screen } from '../page.ts'
import { states, tag } from '../parts.ts'
import { peopleWords } from '../people.ts'
import { missing } from '../screens/missing.ts'
import { t } from '../texts.ts'
import { changeRequests } from './change-requests.ts'
import { office } from './client.ts'
import { isFinal, MOVES, type MoveAction, move } from './move.ts'
import { nightsBetween } from './plan-layout.ts'
import { guestOf, sourceTag } from './source.ts'
import { arrivalPart } from './stay-arrival.ts'
import { cancelPart } from './stay-cancel.ts'
import { changePart } from './stay-change.ts'
import { guestPart } from './stay-guest.ts'
import { moneyPart } from './stay-money.ts'
import { thread } from './thread.ts'

type Reservation = Schemas['Reservation']
/** Interval and number of repeated reads of a stay while refunds and documents are being made. */
const WATCH_MS = 1_500
const WATCHES = 12

/** True if refunds and their documents are still being made. Pure. */
const isMoving = ({ refunds, invoices, payments }: Reservation): boolean =>
  refunds.some(({ status }) => status === 'pending') ||
  (payments.every(({ confirmation_url }) => confirmation_url === null) &&
    invoices.filter(({ kind }) => kind === 'credit_note').length <
      refunds.filter(({ status }) => status === 'succeeded').length)

/** The messages of a stay, for roles that may read them. */
async function threadOf(id: number) {
  if (!can('messages.read') || company() === undefined) return undefined
  try {
    return await thread(id)
  } catch (failure) {
    if (failure instanceof SejourError && [403, 404].includes(failure.status)) return undefined
    throw failure
  }
}

/**
 * One stay for the company and the staff: its guest, messages, money, arrival, and last what changes or ends it.
 * @param openAsGuest opens the same stay as its guest sees it.
 */
export async function stay(id: string, openAsGuest: (id: string) => Promise<Screen>): Promise<Screen> {
  if (!/^\d+$/.test(id)) return missing()
  const path = { id: Number(id) }
  const read = async () => dataOf(await office().GET('/api/v1/reservations/{id}', { params: { path } }))
  const [found, messages] = await Promise.all([read(), threadOf(path.id)])
  // Guests have a page of their own.
  if (found.guest_id !== null && found.guest_id === page.me?.id) return openAsGuest(id)
  let current = found
  const arrival = arrivalPart(() => current)
  await arrival.read()

  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = (left = WATCHES) => {
    clearTimeout(timer)
    if (left === 0 || !isMoving(current)) return
    timer = setTimeout(
      () =>
        quietly(async () => {
          current = await read()
          redraw()
          watch(left - 1)
        }),
      WATCH_MS,
    )
  }
  const refresh = async () => {
    current = await read()
    await arrival.read()
    redraw()
    watch()
  }
  const moveTo = (action: MoveAction) =>
    act(async () => {
      try {
        if (!(await move(current, action))) return
      } finally {
        await refresh()
      }
    })
  const moves = (): TemplateResult | typeof nothing => {
    const possible = current.actions.filter((action): action is MoveAction => {
      // A hold waits for its payment; only requests wait for an answer.
      const isAnswer = action === 'confirm' || action === 'decline'
      return action in MOVES && (!isAnswer || current.status === 'inquiry')
    })
    if (possible.length === 0 || !can('reservations.write')) return nothing
    return html`<div class="actions moves">
      ${possible.map(
        (action) =>
          html`<button type="button" class=${isFinal(action) ? 'danger' : ''} @click=${() => moveTo(action)}>${label('action', action)}</button>`,
      )}
    </div>`
  }

  const head = (): TemplateResult => {
    const { property, check_in, check_out, hold_expires_at, status, continues, continued_by } = current
    const days = o.stay.days(shortDay(check_in), shortDay(check_out))
    return html`<div class="title">
        <div>
          <h1>${guestOf(current)}</h1>
          <p class="muted">
            <a href="/calendar/${current.property_id}">${property.title}</a> · ${days} ·
            ${t.nights(nightsBetween(check_in, check_out))}, ${peopleWords(current)} · ${t.trip.number(current.id)}
          </p>
        </div>
        <div class="actions">${sourceTag(current)} ${states(current)} ${current.labels.map((one) => tag(one))}</div>
      </div>
      ${current.overbooked ? html`<p class="say bad">${o.today.twice}. ${o.today.twiceHow}</p>` : nothing}
      ${hold_expires_at && status === 'pending' ? html`<p class="say warn">${o.stay.held(moment(hold_expires_at))}</p>` : nothing}
      ${hold_expires_at && status === 'inquiry' ? html`<p class="say warn">${t.trip.answerBy(moment(hold_expires_at))}</p>` : nothing}
      ${continues === null ? nothing : html`<p class="say"><a href="/stays/${continues}">${o.stay.continued}</a></p>`}
      ${continued_by === null ? nothing : html`<p class="say"><a href="/stays/${continued_by}">${o.stay.goesOn}</a></p>`}
      ${current.message === null ? nothing : html`<blockquote>${current.message}</blockquote>`}
      ${moves()}`
  }

  const history = (): TemplateResult => html`<details class="card fold">
    <summary>${t.trip.history}</summary>
    <ol class="timeline">
      ${current.timeline.map(
        ({ to, change, actor, at, reason, by, by_company_link }) => html`<li>
          <b>${change === null ? label('reservation_status', to) : t.trip.changed}</b>
          <span class="muted">${moment(at)} ${t.trip.by(by?.first_name ?? t.trip.actors[actor] ?? actor)}${by_company_link ? ` · ${o.inbox.byLink}` : ''}${reason !== null && (change !== null || to === 'cancelled' || to === 'declined') ? ` · ${reason}` : ''}</span>
        </li>`,
      )}
    </ol>
  </details>`

  const contract = (): TemplateResult | typeof nothing => {
    const { contract: accepted, card } = current
    if (accepted === null && card === null) return nothing
    return html`<section class="card small">
      ${accepted === null ? nothing : html`<p>${o.contract.accepted[accepted.accepted_by](accepted.version, moment(accepted.accepted_at))}</p>`}
      ${card === null ? nothing : html`<p>${card.is_kept ? o.keptCard.kept(moment(card.consented_at)) : o.keptCard.none}</p><blockquote>${card.text}</blockquote>`}
    </section>`
  }

  const asked = () => {
    const { change_request, property } = current
    return change_request === null ? [] : [{ ...change_request, property }]
  }
  const requests = changeRequests(asked, refresh)
  const guest = guestPart(() => current, refresh)
  const money = moneyPart(() => current, refresh)
  const change = changePart(() => current, refresh)
  const cancel = cancelPart(() => current, refresh)
  const back =
    company() === undefined
      ? ['/support', o.support.title]
      : page.from === '/today'
        ? ['/today', t.nav.places.today]
        : [`/plan?from=${current.check_in}`, t.nav.places.plan]
  return {
    title: `${guestOf(current)}, ${current.property.title}`,
    refresh: async () => {
      await Promise.all([refresh(), messages?.refresh()])
    },
    close: () => {
      clearTimeout(timer)
      messages?.close()
    },
    heard: {
      notification: ({ data }) => {
        if (data.reservation_id === path.id) quietly(refresh)
      },
      stay_message: ({ reservation_id }) => {
        if (reservation_id === path.id) messages?.heard()
      },
      message: ({ reservation_id, sender_id }) => {
        if (reservation_id === path.id || sender_id === current.guest_id) messages?.heard()
      },
    },
    view: () => html`
      <a class="back" href=${back[0]}>← ${back[1]}</a>
      ${head()}
      <div class="split office">
        <div class="stack">
          ${asked().length === 0 ? nothing : html`<ul class="hots">${requests()}</ul>`}
          ${guest()}
          ${messages === undefined ? nothing : html`<section class="card"><h2>${accounts.inbox.title}</h2>${messages.view()}</section>`}
        </div>
        <div class="stack">${money()} ${arrival.view()}</div>
        <div class="stack">${change()} ${cancel()} ${history()} ${contract()}</div>
      </div>
    `,
  }
}
