import { html } from 'lit-html'
import { company, placesOf, startOf } from '../company.ts'
import { page, type Screen } from '../page.ts'
import { empty } from '../parts.ts'
import { t } from '../texts.ts'

/** The way on: for companies their first screen, for others the search. */
function wayBack(): [path: string, name: string] {
  const present = company()
  return present ? [startOf(present), t.nav.places[placesOf(present)[0]]] : [page.search, t.toSearch]
}

export const missing = (): Screen => ({
  title: '404',
  view: () => html`<h1>404</h1>
    ${empty(t.missing, ...wayBack())}`,
})

/** The service was away while a screen was read. */
export const unreachable = (sentence: string, again: () => void): Screen => ({
  title: 'Séjour',
  view: () => html`<h1>Séjour</h1>
    <div class="empty">
      <p>${sentence}</p>
      <button type="button" @click=${again}>${t.retry}</button>
    </div>`,
})
