import { html, nothing, type TemplateResult } from 'lit-html'
import { bodyOf, dataOf, isRefused, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { drafted } from '../drafts.ts'
import { asHeading } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, isSure, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { isStale } from './draft-note.ts'
import { saveFile } from './save-file.ts'
import { guestOf } from './source.ts'

type Reservation = Schemas['Reservation']
type Notes = Schemas['ReservationChanges']

const LABELS = 5

/** The name of a language or a country; a code that is unknown stands for itself. Pure. */
const named = (type: 'language' | 'region', code: string | null | undefined): string | undefined => {
  if (!code) return undefined
  const name = new Intl.DisplayNames(t.tag, { type, fallback: 'code' }).of(code) ?? code
  return asHeading(name)
}

/** The guest of a stay, how to reach them, and what the company writes down. */
export function guestPart(current: () => Reservation, refresh: () => Promise<void>) {
  const write = async (body: Notes) => {
    bodyOf(await office().PATCH('/api/v1/reservations/{id}', { params: { path: { id: current().id } }, body }))
    await refresh()
  }
  /** @param undo the notes before, if they can be restored */
  const save = (body: Notes, undo?: Notes) =>
    act(async () => {
      try {
        await write(body)
      } catch (failure) {
        // The other note is shown beside what was typed.
        if (isRefused(failure, 'changed_meanwhile')) await refresh()
        throw failure
      }
      tell(t.saved, undo && (() => write(undo)))
    })
  const saveNote = (event: SubmitEvent) => {
    const { note = null, labels = '', expected_arrival = null } = fieldsOf(event)
    const named = labels
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    const before = current()
    const { note: noted, labels: labelled, expected_arrival: expected } = before
    return save(
      { note, labels: named.slice(0, LABELS), expected_arrival, seen: { note: noted } },
      { note: noted, labels: labelled, expected_arrival: expected, seen: { note } },
    )
  }
  const saveContact = (event: SubmitEvent) => {
    const { name = '', email = null, phone = null } = fieldsOf(event)
    return save({ contact: { name, email, phone } })
  }

  const contactForm = ({ contact }: Reservation): TemplateResult => html`<details class="fold">
    <summary>${o.stay.editGuest}</summary>
    <form @submit=${saveContact}>
      <label>${o.desk.name}<input name="name" required maxlength="255" autocomplete="off" .value=${contact?.name ?? ''} /></label>
      <label>${t.desk.phone}<input name="phone" type="tel" autocomplete="off" .value=${contact?.phone ?? ''} /></label>
      <label>${t.desk.email}<input name="email" type="email" autocomplete="off" .value=${contact?.email ?? ''} /></label>
      <button class="second">${t.desk.save}</button>
    </form>
  </details>`

  const at = () => ({ params: { path: { id: current().id } } })
  const exportData = () =>
    act(async () => {
      const data = dataOf(await office().GET('/api/v1/reservations/{id}/guest-data', at()))
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `guest-${current().id}.json`)
    })
  const eraseData = () =>
    act(async () => {
      if (!(await isSure(o.stay.eraseGuest))) return
      bodyOf(await office().DELETE('/api/v1/reservations/{id}/guest-data', at()))
      await refresh()
      tell(o.stay.guestErased)
    })
  const dataPart = (): TemplateResult => html`<details class="fold">
    <summary>${o.stay.guestData}</summary>
    <p class="small muted">${o.stay.guestDataHint}</p>
    <button type="button" class="second" @click=${exportData}>${o.stay.exportGuest}</button>
    <button type="button" class="second" @click=${eraseData}>${o.stay.eraseGuest}</button>
  </details>`

  return (): TemplateResult => {
    const stay = current()
    const { contact, note, labels, expected_arrival, remarks, guest_id } = stay
    const [key, version] = [`note-${stay.id}`, note ?? '']
    const about = [named('language', contact?.language), named('region', contact?.country)].filter(Boolean).join(' · ')
    return html`<div class="halves">
      <section class="card">
        <h2>${o.desk.guest}</h2>
        ${contact === null ? html`<p>${guestOf(stay)}</p><p class="small muted">${o.stay.noContact}</p>` : nothing}
        ${contact?.phone ? html`<p><a class="button second full" href="tel:${contact.phone}">${contact.phone}</a></p>` : nothing}
        ${contact?.email ? html`<p><a class="linked" href="mailto:${contact.email}">${contact.email}</a></p>` : nothing}
        ${about === '' ? nothing : html`<p class="small muted">${about}</p>`}
        ${remarks === null ? nothing : html`<blockquote>${remarks}</blockquote>`}
        ${guest_id === null && can('reservations.write') && can('guests.read') ? contactForm(stay) : nothing}
        ${guest_id === null && can('company.write') ? dataPart() : nothing}
      </section>
      ${
        can('reservations.write')
          ? html`<form class="card" @submit=${saveNote} ${drafted(key, version)}>
            <h2>${o.desk.note}</h2>
            <label><span class="hidden">${o.desk.note}</span><textarea name="note" rows="3" maxlength="5000" .value=${note ?? ''}></textarea></label>
            ${note !== null && isStale(key, version) ? html`<div class="say warn"><div><p>${o.stay.otherNote}</p><blockquote>${note}</blockquote></div></div>` : nothing}
            <div class="pair">
              <label>${o.stay.expected}<input name="expected_arrival" type="time" .value=${expected_arrival ?? ''} /></label>
              <label>${o.stay.labels}<input name="labels" maxlength="200" .value=${labels.join(', ')} /></label>
            </div>
            <button class="second">${t.desk.save}</button>
          </form>`
          : note === null
            ? nothing
            : html`<section class="card"><h2>${o.desk.note}</h2><p>${note}</p></section>`
      }
    </div>`
  }
}
