import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { bodyOf, dataOf, type Schemas, SejourError } from '../client.ts'
import { can, company } from '../company.ts'
import { clockOf, moment, momentIn } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, follow, isSure, redraw, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { copyButton } from './copy.ts'

type Reservation = Schemas['Reservation']
type Arrival = Schemas['Arrival']
type Access = Arrival['access']

/** Code of the door, the link of the stay, and the messages that templates send. */
export function arrivalPart(current: () => Reservation) {
  let arrival: Arrival | undefined
  let link: Schemas['StayLinks'] | undefined
  let scheduled: Schemas['ScheduledMessage'][] | undefined
  const params = () => ({ path: { id: current().id } })

  const read = async () => {
    if (company() === undefined || !['confirmed', 'checked_in'].includes(current().status)) return
    try {
      arrival = dataOf(await office().GET('/api/v1/reservations/{id}/arrival', { params: params() }))
    } catch (failure) {
      // Roles without a right to it see the stay without it.
      if (!(failure instanceof SejourError) || ![403, 404, 409].includes(failure.status)) throw failure
    }
  }
  const decide = (body: { access: Access } | { seen: Schemas['WayOfSeeing'] | null }) =>
    act(async () => {
      arrival = dataOf(await office().PATCH('/api/v1/reservations/{id}/arrival', { params: params(), body }))
      tell(t.saved)
    })
  const setCode = (event: SubmitEvent) => {
    const { code = '' } = fieldsOf(event)
    return act(async () => {
      bodyOf(await office().PUT('/api/v1/reservations/{id}/access-code', { params: params(), body: { code } }))
      await read()
      tell(t.saved)
    })
  }
  const removeCode = () =>
    act(async () => {
      if (!(await isSure(o.stay.removeCode))) return
      bodyOf(await office().DELETE('/api/v1/reservations/{id}/access-code', { params: params() }))
      await read()
    })
  const readMore = (event: Event) => {
    if (!(event.target as HTMLDetailsElement).open || scheduled !== undefined) return
    void follow(async () => {
      const [links, messages] = await Promise.all([
        office().GET('/api/v1/reservations/{id}/link', { params: params() }),
        office().GET('/api/v1/reservations/{id}/scheduled-messages', { params: params() }),
      ])
      link = dataOf(links)
      scheduled = dataOf(messages)
    })
  }
  const renew = () =>
    act(async () => {
      if (!(await isSure(o.stay.renewLink))) return
      link = dataOf(await office().POST('/api/v1/reservations/{id}/link', { params: params() }))
      redraw()
    })

  const codeForm = ({ access_code }: Arrival): TemplateResult => html`<form class="inline" @submit=${setCode}>
    <label>${accounts.arrival.code}<input name="code" maxlength="100" required autocomplete="off" .value=${access_code.code ?? ''} /></label>
    <button class="second">${t.desk.save}</button>
    ${access_code.state === 'none' ? nothing : html`<button type="button" class="quiet" @click=${removeCode}>${t.trip.remove}</button>`}
  </form>`

  const state = (one: Arrival): TemplateResult => html`<p>
    ${o.stay.arrivalStates[one.state](momentIn(one.opens_at, current().property.timezone) + clockOf(current().property.timezone, current().property.city))}
    ${one.access_code.state === 'stale' ? html`<span class="tag bad">${o.stay.staleCode}</span>` : nothing}
    ${one.access_code.state === 'none' ? html`<span class="tag warn">${o.stay.noCode}</span>` : nothing}
  </p>`

  const identity = ({ identity: { is_awaited, seen } }: Arrival): TemplateResult | typeof nothing => {
    const text = o.stay.identity
    if (seen !== null)
      return html`<p>${text.seen(moment(seen.at))} <button type="button" class="quiet" @click=${() => decide({ seen: null })}>${text.undo}</button></p>`
    if (!is_awaited) return nothing
    return html`<p>${text.awaited}</p>
      <div class="actions">
        ${(['in_person', 'live_video'] as const).map((how) => html`<button type="button" class="second" @click=${() => decide({ seen: how })}>${text[how]}</button>`)}
      </div>`
  }

  const more = (): TemplateResult => html`<details class="fold" @toggle=${readMore}>
    <summary>${o.stay.linkAndMessages}</summary>
    ${
      link === undefined
        ? nothing
        : html`<p class="small muted">${o.stay.linkAbout}</p>
          <div class="actions">
            <a class="button second" href=${link.url} target="_blank" rel="noopener">${o.stay.openLink}</a>
            ${copyButton(link.url)}
            <button type="button" class="quiet" @click=${renew}>${o.stay.renewLink}</button>
          </div>`
    }
    ${scheduled?.length === 0 ? html`<p class="small muted">${o.stay.noScheduled}</p>` : nothing}
    <ul class="plain">
      ${scheduled?.map(({ name, due_at, status }) => html`<li><span>${name}<br /><small>${moment(due_at)}</small></span><span class="tag">${o.stay.sending[status]}</span></li>`)}
    </ul>
  </details>`

  return {
    read,
    view(): TemplateResult | typeof nothing {
      // Only the company may see how guests get in.
      if (company() === undefined || !['confirmed', 'checked_in', 'completed'].includes(current().status))
        return nothing
      return html`<section class="card">
        <h2>${accounts.arrival.title}</h2>
        ${arrival === undefined ? nothing : state(arrival)}
        ${arrival !== undefined && can('reservations.write') ? identity(arrival) : nothing}
        ${arrival !== undefined && can('access_codes.write') ? codeForm(arrival) : nothing}
        ${
          arrival !== undefined && can('reservations.write') && arrival.state !== 'over'
            ? html`<div class="actions">
              ${(['automatic', 'released', 'withheld'] as const).map(
                (one) =>
                  html`<button type="button" class="second" aria-pressed=${one === arrival?.access ? 'true' : 'false'} @click=${() => decide({ access: one })}>${o.stay.access[one]}</button>`,
              )}
            </div>`
            : nothing
        }
        ${can('reservations.write') ? more() : nothing}
      </section>`
    },
  }
}
