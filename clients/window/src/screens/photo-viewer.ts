import { html, type TemplateResult } from 'lit-html'
import { redraw } from '../page.ts'
import { photo } from '../parts.ts'
import { t } from '../texts.ts'

/** The photos of a home one by one, over the page: by arrows, by swiping, with their count. */
export function photoViewer(photos: Parameters<typeof photo>[0][]) {
  let index = 0
  const dialog = () => document.querySelector<HTMLDialogElement>('dialog.viewer')
  const strip = () => dialog()?.querySelector('ul')

  const show = (next: number) => {
    index = Math.min(Math.max(next, 0), photos.length - 1)
    const list = strip()
    list?.scrollTo({ left: index * list.clientWidth })
    redraw()
  }
  const scrolled = ({ currentTarget }: Event) => {
    const list = currentTarget as HTMLElement
    const seen = Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
    if (seen === index) return
    index = seen
    redraw()
  }
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') show(index - 1)
    if (key === 'ArrowRight') show(index + 1)
  }

  return {
    open(first: number) {
      dialog()?.showModal()
      show(first)
    },
    view: (): TemplateResult => html`<dialog class="viewer" aria-label=${t.home.photos} @keydown=${press}>
      <div class="between">
        <span role="status">${t.home.photoOf(index + 1, photos.length)}</span>
        <button type="button" class="second" @click=${() => dialog()?.close()}>${t.close}</button>
      </div>
      <ul @scroll=${scrolled}>${photos.map((one) => html`<li>${photo(one, '100vw')}</li>`)}</ul>
      <div class="between">
        <button type="button" class="second" ?disabled=${index === 0} @click=${() => show(index - 1)}>← ${t.home.photoBefore}</button>
        <button type="button" class="second" ?disabled=${index === photos.length - 1} @click=${() => show(index + 1)}>${t.home.photoAfter} →</button>
      </div>
    </dialog>`,
  }
}
