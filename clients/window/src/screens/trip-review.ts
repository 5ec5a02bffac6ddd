import { html, nothing, type TemplateResult } from 'lit-html'
import { api, bodyOf } from '../client.ts'
import { drafted } from '../drafts.ts'
import { inWords } from '../format.ts'
import { act, fieldsOf, tell } from '../page.ts'
import { stars } from '../parts.ts'
import { t } from '../texts.ts'
import type { Reservation } from './trip-money.ts'

/** The review of a stay by its guest, and the form for one. */
export function reviewPart(current: () => Reservation, refresh: () => Promise<void>) {
  const review = (event: SubmitEvent) => {
    const { rating, content = '' } = fieldsOf(event)
    return act(async () => {
      const { id, property_id } = current()
      const params = { path: { id: property_id } }
      const body = { reservation_id: id, rating: Number(rating), content }
      bodyOf(await api.POST('/api/v1/properties/{id}/comments', { params, body }))
      await refresh()
      tell(t.saved)
    })
  }
  const star = (count: number): TemplateResult => html`<label>
    <input type="radio" name="rating" value=${count} required /><span aria-hidden="true">${'★'.repeat(count)}</span
    ><span class="hidden">${t.trip.stars(count)}</span>
  </label>`

  return (): TemplateResult | typeof nothing => {
    const { review: given, actions, reviewable_until } = current()
    if (given) return html`<section><h2>${t.trip.review}</h2><p>${stars(given.rating)} ${given.content}</p></section>`
    if (!actions.includes('review')) return nothing
    return html`<form class="card" @submit=${review} ${drafted(`review-${current().id}`)}>
      <h2>${t.trip.review}</h2>
      ${reviewable_until ? html`<p class="small">${t.trip.reviewUntil(inWords(reviewable_until.slice(0, 10)))}</p>` : nothing}
      <fieldset class="stars">
        <legend>${t.trip.rating}</legend>
        ${[1, 2, 3, 4, 5].map(star)}
      </fieldset>
      <label>${t.trip.content}<textarea name="content" rows="3" required maxlength="3000"></textarea></label>
      <button>${t.trip.publish}</button>
    </form>`
  }
}
