import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, dataOf, type Schemas, SejourError } from '../client.ts'
import { clockOf, momentIn } from '../format.ts'
import { icon } from '../icons.ts'
import { page, redraw, tell } from '../page.ts'
import type { Reservation } from './trip-money.ts'
import { wayTo } from './way.ts'

/** The arrival as a guest may see it: all of it, the reason why not yet, or nothing. */
type Shown = Schemas['Arrival'] | string | undefined

const HELD = new Set<Reservation['status']>(['confirmed', 'checked_in'])

/** Reads the arrival where the service shows it, and says else why not. */
async function readArrival({ id, property, arrival }: Reservation): Promise<Shown> {
  if (arrival === null) return undefined
  if (arrival.state === 'later') {
    const clock = clockOf(property.timezone, property.city)
    return accounts.arrival.later(momentIn(arrival.opens_at, property.timezone) + clock)
  }
  if (arrival.state !== 'open') return accounts.arrival.closed[arrival.state]
  try {
    return dataOf(await api.GET('/api/v1/reservations/{id}/arrival', { params: { path: { id } } }))
  } catch (failure) {
    // It may have changed since the stay was read.
    if (failure instanceof SejourError && failure.status === 409) return failure.message
    if (failure instanceof SejourError && failure.status === 404) return undefined
    throw failure
  }
}

const readAddress = async (id: string): Promise<string | null> =>
  dataOf(await api.GET('/api/v1/properties/{id}', { params: { path: { id } } })).address

/** Shows the guest of a stay the way to the home and into it. Others see nothing. */
export function arrivalParts(current: () => Reservation) {
  let shown: Shown
  let address: string | null = null

  const copy = async () => {
    await navigator.clipboard.writeText(address ?? '')
    tell(accounts.arrival.copied)
  }
  const part = (title: string, text: string | null): TemplateResult | typeof nothing =>
    text === null ? nothing : html`<div><h3>${title}</h3><p class="words">${text}</p></div>`

  const open = (arrival: Schemas['Arrival']): TemplateResult => {
    const { access_code, identity, wifi, door, way, manual, contact, pictures } = arrival
    const isEmpty = [access_code.code, wifi, door, way, manual, contact].every((one) => one === null)
    if (isEmpty && !identity.is_awaited && pictures.length === 0) return html`<p>${accounts.arrival.none}</p>`
    return html`<div class="stack">
      ${access_code.code === null ? nothing : html`<div><h3>${accounts.arrival.code}</h3><p class="code">${access_code.code}</p></div>`}
      ${identity.is_awaited ? html`<div><h3>${accounts.arrival.code}</h3><p>${accounts.arrival.unseen}</p></div>` : nothing}
      ${part(accounts.arrival.door, door)}
      ${
        wifi === null
          ? nothing
          : html`<div><h3>${accounts.arrival.wifi}</h3><p>${wifi.name}${wifi.password === null ? nothing : html`<br /><span class="code">${wifi.password}</span>`}</p></div>`
      }
      ${part(accounts.arrival.way, way)} ${part(accounts.arrival.manual, manual)} ${part(accounts.arrival.contact, contact)}
      <div class="pictures">
        ${pictures.map(
          ({ url, caption, width, height }) =>
            html`<a href=${url} target="_blank" rel="noopener"><img src=${url} alt=${caption ?? accounts.arrival.picture} width=${width} height=${height} loading="lazy" /></a>`,
        )}
      </div>
    </div>`
  }

  return {
    /** Reads both beside each other; nothing for stays that are not held, and for other people. */
    async read(): Promise<void> {
      const { property_id, guest_id, status } = current()
      if (guest_id !== page.me?.id || !HELD.has(status)) {
        shown = undefined
        address = null
        return
      }
      ;[shown, address] = await Promise.all([readArrival(current()), readAddress(property_id)])
      redraw()
    },
    address(): TemplateResult | typeof nothing {
      if (address === null) return nothing
      const { city } = current().property
      return html`<section>
        <h2>${accounts.arrival.there}</h2>
        <div class="actions">
          <p class="grow words">${address}<br />${city}</p>
          ${wayTo(address, city)}
          <button type="button" class="second" @click=${copy}>${accounts.arrival.copy}</button>
        </div>
      </section>`
    },
    arrival(): TemplateResult | typeof nothing {
      if (shown === undefined) return nothing
      return html`<section>
        <h2>${accounts.arrival.title}</h2>
        ${typeof shown === 'string' ? html`<div class="say">${icon('key')}<p>${shown}</p></div>` : open(shown)}
      </section>`
    },
  }
}
