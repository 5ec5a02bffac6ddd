import { html, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { icon } from '../icons.ts'

/** The way to an address, on a map of others. */
export const wayTo = (address: string, city: string): TemplateResult =>
  html`<a class="button second" href="https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${address}, ${city}` })}" target="_blank" rel="noopener noreferrer">${icon('map')}${accounts.arrival.directions}</a>`
