import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { moment, money, shortDay, span, waited } from '../format.ts'
import { label } from '../labels.ts'
import { o } from '../office-texts.ts'
import { act, ask, focusHeading, tell } from '../page.ts'
import { office } from './client.ts'
import { move } from './move.ts'
import { guestOf } from './source.ts'

type Desk = Schemas['Desk']
type Stay = Schemas['DeskStay']
type Conflict = NonNullable<Desk['conflicts']>['items'][number]
type Waiting = Schemas['InboxEntry']

/** Numbers of conversations and unpaid stays that are shown before the link to all of them. */
const CONVERSATIONS = 3
const UNPAID = 5

const allOf = (path: string, name: string, total: number): TemplateResult =>
  html`<li><a class="button second" href=${path}>${name} (${total})</a></li>`

/** A thing that cannot wait: its kind, what is the matter, and what can be done. */
const hot = (
  kind: 'bad' | 'warn',
  tag: string,
  title: TemplateResult | string,
  more: TemplateResult | string,
  actions: TemplateResult,
): TemplateResult => html`<li class="card hot ${kind}">
  <span class="tag ${kind}">${tag}</span>
  <div class="grow"><h3>${title}</h3><p class="small muted">${more}</p></div>
  <div class="actions">${actions}</div>
</li>`

const phone = ({ contact }: Stay): TemplateResult | string =>
  contact?.phone ? html`<a href="tel:${contact.phone}">${contact.phone}</a>` : ''

const CONFLICT = '/api/v1/calendars/properties/{property_id}/conflicts/{conflict_id}/dismiss'

/** Says that a conflict is none; the desk follows by the event. */
const dismiss = ({ id, property }: Conflict) =>
  act(async () => {
    const reason = await ask({ action: o.today.dismiss, label: o.today.why })
    if (!reason) return
    const params = { path: { property_id: property.id, conflict_id: id } }
    bodyOf(await office().POST(CONFLICT, { params, body: { reason } }))
    tell(o.today.dismissed)
  })

const conflict = (one: Conflict): TemplateResult =>
  hot(
    'bad',
    { certain: o.today.conflict, possible: o.today.maybe, gone: o.today.gone }[one.kind],
    o.today.wants(
      one.property.title,
      one.kind === 'gone'
        ? o.today.hasNot(one.feed, span(one.start_date, one.end_date))
        : o.today.sells(one.feed, span(one.start_date, one.end_date)),
    ),
    one.check_in === null || one.check_out === null
      ? o.today.soToo(one.other_feed ?? '')
      : o.today.stayOf(span(one.check_in, one.check_out)),
    html`${one.reservation_id === null ? nothing : html`<a class="button" href="/stays/${one.reservation_id}">${o.today.seeStay}</a>`}
      <a class="button second" href="/plan?from=${one.start_date}">${o.today.seePlan}</a>
      ${can('calendar.write') ? html`<button type="button" class="quiet" @click=${() => dismiss(one)}>${o.today.dismiss}</button>` : nothing}`,
  )

const soldTwice = (one: Stay): TemplateResult =>
  hot(
    'bad',
    o.today.twice,
    o.today.wants(one.property.title, `${guestOf(one)}, ${span(one.check_in, one.check_out)}`),
    o.today.twiceHow,
    html`<a class="button" href="/stays/${one.id}">${o.today.seeStay}</a>
      <a class="button second" href="/plan?from=${one.check_in}">${o.today.seePlan}</a>`,
  )

const unpaid = (one: Stay): TemplateResult =>
  // A hold waits for its link, which ends by itself.
  hot(
    one.status === 'pending' ? 'warn' : 'bad',
    one.status === 'pending' ? o.today.awaited : o.today.unpaid,
    html`${one.property.title}, <a href="/stays/${one.id}">${guestOf(one)}</a> ${o.today.owes(money(one.amount_open ?? 0, one.currency))}`,
    html`${one.status === 'pending' && one.hold_expires_at ? o.today.payableUntil(moment(one.hold_expires_at)) : o.today.arrives(shortDay(one.check_in))} ${phone(one)}`,
    html`<a class="button second" href="/stays/${one.id}">${can('payments.write') ? o.today.record : o.today.seeStay}</a>`,
  )

const ofStay =
  (kind: 'bad' | 'warn', name: string, how: string) =>
  (one: Stay): TemplateResult =>
    hot(
      kind,
      name,
      o.today.wants(one.property.title, `${guestOf(one)}, ${span(one.check_in, one.check_out)}`),
      how,
      html`<a class="button second" href="/stays/${one.id}">${o.today.seeStay}</a>`,
    )

const unreached = ({
  name,
  property,
  reservation_id,
}: NonNullable<Desk['unreached']>['items'][number]): TemplateResult =>
  hot(
    'warn',
    o.today.unreached,
    property.title,
    o.today.unreachedHow(name),
    html`<a class="button second" href="/stays/${reservation_id}">${o.today.seeStay}</a>`,
  )

const undecided = ({ id, title }: NonNullable<Desk['identity']>['items'][number]): TemplateResult =>
  hot(
    'warn',
    o.today.identity,
    title,
    o.today.identityHow,
    html`<a class="button second" href="/editor/${id}">${o.today.decide}</a>`,
  )

const waiting = ({
  guest_name,
  user,
  reservation,
  property,
  channel,
  last_message,
  waiting_since,
}: Waiting): TemplateResult => {
  const name = guest_name ?? user?.first_name ?? o.today.guest
  const days = reservation ? span(reservation.check_in, reservation.check_out) : undefined
  const path = reservation ? `/conversations/${reservation.id}` : `/conversations?user=${user?.id}`
  return hot(
    'warn',
    waited(waiting_since ?? last_message.created_at),
    o.today.waits(name, last_message.content),
    [property?.title, days, channel].filter(Boolean).join(' · '),
    html`<a class="button second" href=${path}>${o.today.reply}</a>`,
  )
}

/** Stays with the holds last. Pure. */
const holdsLast = (stays: Stay[]): Stay[] =>
  stays.toSorted((one, other) => Number(one.status === 'pending') - Number(other.status === 'pending'))

/** Urgent things, the worst first: nights sold twice, missing money, requests, changes, messages. */
export function urgent(current: () => Desk, requests: () => TemplateResult[], refresh: () => Promise<void>) {
  const answer = (one: Stay, action: 'confirm' | 'decline') =>
    act(async () => {
      try {
        if (!(await move(one, action))) return
      } finally {
        await refresh()
      }
      focusHeading('#first h2')
    })
  const finish = (id: number) =>
    act(async () => {
      const set = async (done: boolean) => {
        bodyOf(await office().PATCH('/api/v1/tasks/{id}', { params: { path: { id } }, body: { done } }))
        await refresh()
      }
      await set(true)
      tell(o.tasks.done, () => set(false))
      focusHeading('#first h2')
    })
  const late = (one: Schemas['Task']): TemplateResult =>
    hot(
      'warn',
      o.today.late,
      o.today.wants(one.property.title, o.kinds[one.kind]),
      [o.today.lateSince(shortDay(one.day)), one.assignee?.first_name ?? o.today.nobody, one.note]
        .filter(Boolean)
        .join(' · '),
      can('tasks.write')
        ? html`<button type="button" class="second" @click=${() => finish(one.id)}>${o.tasks.markDone}</button>`
        : html``,
    )
  const inquiry = (one: Stay): TemplateResult =>
    hot(
      'warn',
      o.today.ask,
      o.today.wants(guestOf(one), `${one.property.title}, ${span(one.check_in, one.check_out)}`),
      html`<a href="/stays/${one.id}">${o.today.seeStay}</a>
        ${money(one.total, one.currency)}${one.hold_expires_at ? ` · ${o.today.answerBy(moment(one.hold_expires_at))}` : ''}`,
      can('reservations.write')
        ? html`<button type="button" @click=${() => answer(one, 'confirm')}>${label('action', 'confirm')}</button>
          <button type="button" class="second" @click=${() => answer(one, 'decline')}>${label('action', 'decline')}</button>`
        : html``,
    )
  return (): TemplateResult[] => {
    const { conflicts, overbooked, unpaid: open, inquiries, messages, ...left } = current()
    const all = messages?.items ?? []
    const owing = holdsLast(open?.items ?? [])
    return [
      ...(conflicts?.items ?? []).map(conflict),
      ...overbooked.items.map(soldTwice),
      ...(left.disputes?.items ?? []).map(ofStay('bad', o.today.disputed, o.today.disputedHow)),
      ...(left.failed_refunds?.items ?? []).map(ofStay('bad', o.today.refundFailed, o.today.refundFailedHow)),
      ...(left.late_tasks?.items ?? []).map(late),
      ...owing.slice(0, UNPAID).map(unpaid),
      ...(owing.length > UNPAID ? [allOf('/stays?open=overdue', o.stays.lists.overdue, open?.total ?? 0)] : []),
      ...inquiries.items.map(inquiry),
      ...requests(),
      ...left.expired.items.map(ofStay('warn', o.today.expired, o.today.expiredHow)),
      ...(left.unreached?.items ?? []).map(unreached),
      ...(left.identity?.items ?? []).map(undecided),
      ...all.slice(0, CONVERSATIONS).map(waiting),
      ...(all.length > CONVERSATIONS
        ? [allOf('/conversations?unanswered=true', o.today.all, messages?.total ?? 0)]
        : []),
    ]
  }
}
