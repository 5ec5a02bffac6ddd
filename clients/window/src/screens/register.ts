import { html } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, dataOf, register } from '../client.ts'
import { drafted, forgetDraft } from '../drafts.ts'
import { act, fieldsOf, navigate, type Screen, tell } from '../page.ts'
import { t } from '../texts.ts'

/** A new account; its address is verified by a mail. It leads back to the screen that asked who is there. */
export async function registerScreen(begin: () => Promise<void>, from: string | null): Promise<Screen> {
  const countries = dataOf(await api.GET('/api/v1/get-countries'))
  const home = t.tag === 'fr-FR' ? 'FR' : 'GB'
  const submit = (event: SubmitEvent) => {
    const {
      first_name = '',
      last_name = '',
      username = '',
      country_id = '',
      email = '',
      password = '',
    } = fieldsOf(event)
    return act(async () => {
      await register({ first_name, last_name, username, country_id, email, password, password_confirmation: password })
      // Drafts belong to a person, who is another one from here on.
      forgetDraft('register')
      await begin()
      // Another site is no screen of this one.
      navigate(from !== null && URL.parse(from, location.origin)?.origin === location.origin ? from : '/')
      tell(accounts.register.done)
    })
  }
  return {
    title: accounts.register.title,
    view: () => html`<section class="narrow">
      <h1>${accounts.register.title}</h1>
      <form class="card" @submit=${submit} ${drafted('register')}>
        <div class="pair">
          <label>${accounts.profile.firstName}<input name="first_name" autocomplete="given-name" maxlength="100" required /></label>
          <label>${accounts.profile.lastName}<input name="last_name" autocomplete="family-name" maxlength="100" required /></label>
        </div>
        <label>${t.desk.email}<input name="email" type="email" autocomplete="email" maxlength="254" required /></label>
        <label>${accounts.register.username}<input name="username" autocomplete="username" maxlength="100" required /></label>
        <label>${accounts.register.country}
          <select name="country_id">${countries.map(({ id, name }) => html`<option value=${id} ?selected=${id === home}>${name}</option>`)}</select>
        </label>
        <label>${t.accounts.password}<input name="password" type="password" autocomplete="new-password" minlength="6" required /></label>
        <button class="full">${accounts.register.go}</button>
      </form>
    </section>`,
  }
}
