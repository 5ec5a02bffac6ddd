import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { plusDays, span } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, follow, isSure, redraw, tell } from '../page.ts'
import { peopleFields, peopleIn } from '../people.ts'
import { t } from '../texts.ts'
import type { PlanClosure } from './bars.ts'
import { office } from './client.ts'
import type { Nights } from './hand-booking.ts'
import { nightsBetween } from './plan-layout.ts'

const CLOSE = '/api/v1/calendars/properties/{property_id}/close'
const FEEDS = '/api/v1/calendars/properties/{property_id}/ical/feeds'

/** The nights of a stay as a closure has them: with the last night in place of the day of departure. Pure. */
const daysOf = ({ check_in, check_out }: Nights) => ({
  start_date: check_in,
  end_date: plusDays(check_out, -1),
})

/** Says why nights do not become free. Pure. */
const keptBy = ({ start_date, end_date, feed }: Schemas['KeptNights']): string =>
  feed === null
    ? o.plan.closing.keptByStay(span(start_date, end_date))
    : o.plan.closing.keptByFeed(span(start_date, end_date), feed)

/** Forms that close nights of a home, keep them for its owner, and open them again. */
export function closing(current: () => Nights, done: () => Promise<void>) {
  const path = () => ({ path: { property_id: current().property_id } })
  const close = (event: SubmitEvent) => {
    const { reason } = fieldsOf(event)
    return act(async () => {
      const body = { kind: 'closure' as const, ...daysOf(current()), ...(reason && { reason }) }
      dataOf(await office().POST(CLOSE, { params: path(), body }))
      await done()
      tell(o.plan.closing.closed)
    })
  }
  const keep = (event: SubmitEvent) => {
    const { who = '', guests, note } = fieldsOf(event)
    return act(async () => {
      const stay = { name: who, guests: Number(guests), ...(note && { note }) }
      dataOf(
        await office().POST(CLOSE, {
          params: path(),
          body: { kind: 'owner_stay' as const, ...daysOf(current()), ...stay },
        }),
      )
      await done()
      tell(o.plan.closing.kept)
    })
  }
  const open = () =>
    act(async () => {
      const days = daysOf(current())
      if (!(await isSure(o.plan.closing.sure(span(days.start_date, days.end_date))))) return
      const body = { action: 'unblock' as const, ...days }
      const { taken = [] } = dataOf(
        await office().POST('/api/v1/calendars/properties/{property_id}/bulk', { params: path(), body }),
      )
      await done()
      tell(taken.length === 0 ? o.plan.closing.opened : taken.map(keptBy).join(' '))
    })
  const remove = ({ id, start_date, end_date, kind, reason, name, guests, note }: PlanClosure) =>
    act(async () => {
      const params = { path: { ...path().path, block_id: id } }
      bodyOf(await office().DELETE(`${CLOSE}/{block_id}`, { params }))
      await done()
      const days = { start_date, end_date }
      const body =
        kind === 'owner_stay'
          ? { kind, ...days, name: name ?? '', guests: guests ?? 1, ...(note !== null && { note }) }
          : { kind: 'closure' as const, ...days, ...(reason !== null && { reason }) }
      tell(o.plan.closing.opened, async () => {
        dataOf(await office().POST(CLOSE, { params: { path: { property_id: params.path.property_id } }, body }))
        await done()
      })
    })
  /** The events of a closure that have no stay yet; undefined: not read. */
  let events: Schemas['FeedEvent'][] | undefined
  const readEvents = ({ feed_id, start_date, end_date }: PlanClosure) =>
    follow(async () => {
      if (feed_id === null) return
      const params = { path: { ...path().path, feed_id } }
      const all = dataOf(await office().GET(`${FEEDS}/{feed_id}/events`, { params }))
      events = all.filter(
        (one) => one.reservation_id === null && !one.is_echo && one.check_in <= end_date && start_date < one.check_out,
      )
      redraw()
    })
  const write = (event: SubmitEvent, feed_id: number, { check_in, check_out }: Schemas['FeedEvent']) => {
    const { guest = '', ...fields } = fieldsOf(event)
    return act(async () => {
      const params = { path: { ...path().path, feed_id } }
      dataOf(
        await office().POST(`${FEEDS}/{feed_id}/stays`, {
          params,
          body: { check_in, check_out, guest: { name: guest }, ...peopleIn((kind) => fields[kind]) },
        }),
      )
      events = undefined
      await done()
      tell(o.plan.closing.written)
    })
  }
  const ofEvents = (closure: PlanClosure): TemplateResult => html`<details
    @toggle=${(event: Event) => (event.target as HTMLDetailsElement).open && readEvents(closure)}
  >
    <summary>${o.plan.closing.guest}</summary>
    ${events?.map(
      (one) => html`<form @submit=${(event: SubmitEvent) => write(event, closure.feed_id ?? 0, one)}>
        <label>${o.plan.closing.guestOf(span(one.check_in, one.check_out))}<input name="guest" required maxlength="255" autocomplete="off" /></label>
        ${peopleFields({ adults: 1, children: 0, infants: 0 })}
        <button class="full">${o.plan.closing.write}</button>
      </form>`,
    )}
    ${events?.length === 0 ? html`<p class="small muted">${o.plan.closing.noEvent}</p>` : nothing}
  </details>`
  const count = () => t.nights(nightsBetween(current().check_in, current().check_out))

  return {
    close: (): TemplateResult => html`<form @submit=${close}>
      <label>${o.plan.closing.reason}<input name="reason" maxlength="200" /></label>
      <button class="full">${o.plan.closing.close(count())}</button>
    </form>`,
    ownerStay: (): TemplateResult => html`<form @submit=${keep}>
      <label>${o.plan.closing.who}<input name="who" required maxlength="200" autocomplete="off" /></label>
      <label>${o.plan.closing.people}<input name="guests" type="number" min="1" max="50" value="2" required /></label>
      <label>${o.plan.closing.note}<input name="note" maxlength="2000" /></label>
      <button class="full">${o.plan.closing.keep}</button>
    </form>`,
    open: (): TemplateResult => html`<button type="button" class="full" @click=${open}>${o.plan.closing.open}</button>`,
    /** Details of a closure beside its name, and the button that ends it. */
    closure: (one: PlanClosure): TemplateResult => html`
      ${one.guests === null ? nothing : html`<p>${o.today.people(one.guests)}</p>`}
      ${one.note === null ? nothing : html`<p class="words">${one.note}</p>`}
      ${
        one.feed === null
          ? can('calendar.write')
            ? html`<button type="button" class="full" @click=${() => remove(one)}>${o.plan.closing.open}</button>`
            : nothing
          : html`<p class="small muted">${o.plan.closing.ofFeed(one.feed)}</p>
            ${can('reservations.write') ? ofEvents(one) : nothing}`
      }`,
  }
}
