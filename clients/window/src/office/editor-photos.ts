import { html, nothing, type TemplateResult } from 'lit-html'
import { asForm, bodyOf, type Schemas } from '../client.ts'
import { o } from '../office-texts.ts'
import { act, isSure } from '../page.ts'
import { photo } from '../parts.ts'
import { office } from './client.ts'

type Photo = Schemas['Photo']

/** Most photos of a home. */
const MOST = 30

/** The photos of a home: the first is its cover. They are added, described, moved and deleted. */
export function photoEditor(id: string, current: () => Photo[], refresh: () => Promise<void>) {
  const address = '/api/v1/properties/{id}/photos/{photo_id}'
  const add = (event: Event) => {
    const input = event.target as HTMLInputElement
    const files = [...(input.files ?? [])]
    return act(async () => {
      // One after another, so that they come in the order in which they were chosen.
      for (const file of files) {
        const params = { path: { id } }
        bodyOf(
          await office().POST('/api/v1/properties/{id}/photos', {
            params,
            body: { photo: file },
            bodySerializer: asForm,
          }),
        )
      }
      input.value = ''
      await refresh()
    })
  }
  const change = (photo_id: number, body: { position: number } | { alt: string | null }) =>
    act(async () => {
      bodyOf(await office().PUT(address, { params: { path: { id, photo_id } }, body }))
      await refresh()
    })
  const remove = (photo_id: number) =>
    act(async () => {
      if (!(await isSure(o.editor.removePhoto))) return
      bodyOf(await office().DELETE(address, { params: { path: { id, photo_id } } }))
      await refresh()
    })
  const describe = (photo_id: number) => (event: Event) => {
    const text = (event.target as HTMLInputElement).value.trim()
    return change(photo_id, { alt: text === '' ? null : text })
  }

  const row = (one: Photo, index: number, all: Photo[]): TemplateResult => {
    const move = (position: number, name: string, sign: string) =>
      position < 1 || position > all.length
        ? nothing
        : html`<button type="button" class="second" aria-label=${`${name}: ${index + 1}`} @click=${() => change(one.id, { position })}>${sign}</button>`
    return html`<li>
      ${photo(one, '6rem')}
      <label class="grow"><span class="hidden">${o.editor.alt} ${index + 1}</span>
        <input maxlength="255" placeholder=${o.editor.alt} .value=${one.alt ?? ''} @change=${describe(one.id)} /></label>
      <div class="actions">
        ${move(index, o.editor.earlier, '↑')} ${move(index + 2, o.editor.later, '↓')}
        <button type="button" class="quiet" aria-label=${`${o.editor.removePhoto}: ${index + 1}`} @click=${() => remove(one.id)}>×</button>
      </div>
    </li>`
  }

  return (): TemplateResult => {
    const photos = current()
    return html`<section class="card">
      <h2>${o.editor.photos(photos.length, MOST)}</h2>
      ${photos.length === 0 ? html`<p class="muted">${o.editor.noPhotos}</p>` : html`<ol class="list photoList">${photos.map(row)}</ol>`}
      ${
        photos.length >= MOST
          ? nothing
          : html`<label class="button second full">${o.editor.addPhotos}<input type="file" class="hidden" accept="image/jpeg,image/png,image/webp" multiple @change=${add} /></label>`
      }
    </section>`
  }
}
