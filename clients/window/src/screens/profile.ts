import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, asForm, bodyOf, dataOf, keepMe, type Schemas, whoAmI } from '../client.ts'
import { act, fieldsOf, isSure, page, redraw, type Screen, tell } from '../page.ts'
import { face, tag } from '../parts.ts'
import { t } from '../texts.ts'
import { verification } from './verification.ts'

type Card = Schemas['PaymentMethod']

/** The person's own details, and the cards that balances are taken from. */
export async function profile(): Promise<Screen> {
  const readUser = async () => dataOf(await api.GET('/api/v1/user'))
  const readCards = async () => dataOf(await api.GET('/api/v1/user-payment-methods'))
  let [user, cards] = await Promise.all([readUser(), readCards()])
  const refresh = async () => {
    cards = await readCards()
    redraw()
  }

  const readAgain = async () => {
    user = await readUser()
    redraw()
  }

  const save = (event: SubmitEvent) => {
    const { first_name = '', last_name = '', phone = '' } = fieldsOf(event)
    const [avatar] = [new FormData(event.currentTarget as HTMLFormElement).get('avatar')]
    const picture = avatar instanceof File && avatar.size > 0 ? avatar : undefined
    return act(async () => {
      const fields = { first_name, last_name, phone }
      // A picture goes in a form; without one the fields are JSON.
      const answer = picture
        ? await api.PUT('/api/v1/user', { body: { ...fields, avatar: picture }, bodySerializer: asForm })
        : await api.PUT('/api/v1/user', { body: { ...fields, phone: phone || null } })
      bodyOf(answer)
      user = await keepMe()
      page.me = await whoAmI()
      tell(t.saved)
    })
  }
  const addCard = () =>
    act(async () => {
      const body = { return_url: `${location.origin}/profile` }
      location.assign(dataOf(await api.POST('/api/v1/user-payment-methods/setup', { body })).setup_url)
    })
  const prefer = ({ id }: Card) =>
    act(async () => {
      const params = { path: { id } }
      bodyOf(await api.PATCH('/api/v1/user-payment-methods/{id}', { params, body: { is_default: true } }))
      await refresh()
    })
  const remove = (card: Card) =>
    act(async () => {
      if (!(await isSure(accounts.profile.removeCard(nameOfCard(card))))) return
      bodyOf(await api.DELETE('/api/v1/user-payment-methods/{id}', { params: { path: { id: card.id } } }))
      await refresh()
    })

  const cardRow = (card: Card): TemplateResult => html`<li>
    <span class="grow"><b>${nameOfCard(card)}</b> <small>${card.exp_month}/${card.exp_year}</small></span>
    ${card.is_default ? tag(accounts.profile.default) : html`<button type="button" class="second" @click=${() => prefer(card)}>${accounts.profile.prefer}</button>`}
    <button type="button" class="danger" @click=${() => remove(card)} aria-label=${accounts.profile.removeCard(nameOfCard(card))}>${t.trip.remove}</button>
  </li>`

  return {
    title: t.nav.profile,
    refresh,
    view: () => html`<div class="narrow stack">
      <h1>${t.nav.profile}</h1>
      ${user.email_verified ? nothing : verification(user.email, readAgain)}
      <form class="card" @submit=${save}>
        <div class="actions">${face(user)} <span class="grow">${user.email}<br /><small>${user.username}</small></span></div>
        <div class="pair">
          <label>${accounts.profile.firstName}<input name="first_name" autocomplete="given-name" maxlength="100" .value=${user.first_name} required /></label>
          <label>${accounts.profile.lastName}<input name="last_name" autocomplete="family-name" maxlength="100" .value=${user.last_name} required /></label>
        </div>
        <label>${t.desk.phone}<input name="phone" type="tel" autocomplete="tel" maxlength="32" .value=${user.phone ?? ''} /></label>
        <label>${accounts.profile.picture}<input name="avatar" type="file" accept="image/jpeg,image/png,image/webp" /></label>
        <button>${t.desk.save}</button>
      </form>
      <section class="card">
        <h2>${accounts.profile.cards}</h2>
        ${cards.length === 0 ? html`<p>${accounts.profile.noCards}</p>` : html`<ul class="plain">${cards.map(cardRow)}</ul>`}
        <button type="button" class="second" @click=${addCard}>${accounts.profile.addCard}</button>
      </section>
    </div>`,
  }
}

/** `Visa 4242`. Pure. */
function nameOfCard({ brand, type, last4 }: Card): string {
  const name = brand ?? type
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)} ${last4 ?? ''}`
}
