import { html, nothing } from 'lit-html'
import { signIn } from '../client.ts'
import { act, fieldsOf, navigate, type Screen } from '../page.ts'
import { isDemo, settings } from '../settings.ts'
import { t } from '../texts.ts'

/** In place of a screen that needs an account; the address stays. */
export function signInScreen(begin: () => Promise<void>): Screen {
  const enter = (login: string, password: string) =>
    act(async () => {
      await signIn(login, password)
      await begin()
      navigate(location.pathname + location.search)
    })
  const submit = (event: SubmitEvent) => {
    const { login = '', password = '' } = fieldsOf(event)
    return enter(login, password)
  }
  return {
    title: t.accounts.signIn,
    view: () => html`<section class="narrow">
      <h1>${t.accounts.needed}</h1>
      ${
        isDemo
          ? html`<div class="choices">
            ${settings.accounts.map(
              ({ name, role, login, password }) =>
                html`<button type="button" class="second" @click=${() => enter(login, password)}>
                  ${t.accounts.here(name)} <small>${t.roles[role]}</small>
                </button>`,
            )}
          </div>`
          : nothing
      }
      <form class="card" @submit=${submit}>
        <label>${t.accounts.login}<input name="login" autocomplete="username" required /></label>
        <label>${t.accounts.password}<input name="password" type="password" autocomplete="current-password" required /></label>
        <button>${t.accounts.signIn}</button>
      </form>
    </section>`,
  }
}
