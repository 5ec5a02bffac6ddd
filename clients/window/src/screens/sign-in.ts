import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, completeSignIn, dataOf, type Schemas, SejourError, signIn } from '../client.ts'
import { company, startOf } from '../company.ts'
import { act, fieldsOf, focusHeading, navigate, redraw, type Screen } from '../page.ts'
import { signWithPasskey } from '../passkeys.ts'
import { isDemo, settings } from '../settings.ts'
import { t } from '../texts.ts'

/** The address after a sign-in: the present one, but for those of people without an account; companies begin with their day. */
function next(): string {
  const { pathname, search } = location
  const isStart = ['/', '/register', '/password-reset'].includes(pathname)
  if (!isStart) return pathname + search
  const present = company()
  return present ? startOf(present) : `/${pathname === '/' ? search : ''}`
}

/** In place of a screen that needs an account; the address stays. Accounts with a second factor are asked for it then. */
export function signInScreen(begin: () => Promise<void>): Screen {
  let second: Schemas['SecondFactorAsked'] | undefined
  const go = async () => {
    await begin()
    navigate(next())
  }
  const enter = (login: string, password: string) =>
    act(async () => {
      try {
        await signIn(login, password)
      } catch (failure) {
        second = failure instanceof SejourError ? failure.secondFactor : undefined
        if (!second) throw failure
        redraw()
        focusHeading()
        return
      }
      await go()
    })
  const submit = (event: SubmitEvent) => {
    const { login = '', password = '' } = fieldsOf(event)
    return enter(login, password)
  }
  const complete = (challenge: string) => (event: SubmitEvent) => {
    const { code = '' } = fieldsOf(event)
    return act(async () => {
      await completeSignIn({ challenge, code })
      await go()
    })
  }
  const usePasskey = (challenge: string) => () =>
    act(async () => {
      const options = dataOf(await api.POST('/api/v1/auth/second-factor/passkey-options', { body: { challenge } }))
      await completeSignIn({ challenge, passkey: await signWithPasskey(options) })
      await go()
    })
  const leave = () => {
    second = undefined
    redraw()
    focusHeading()
  }

  const secondStep = ({
    challenge,
    methods,
  }: Schemas['SecondFactorAsked']): TemplateResult => html`<section class="narrow">
    <h1>${accounts.signIn.second}</h1>
    <form class="card" @submit=${complete(challenge)}>
      <label>${accounts.signIn.code}<input name="code" autocomplete="one-time-code" maxlength="40" required /></label>
      <button class="full">${t.accounts.signIn}</button>
      ${methods.includes('passkey') ? html`<button type="button" class="second full" @click=${usePasskey(challenge)}>${accounts.signIn.passkey}</button>` : nothing}
    </form>
    <button type="button" class="quiet" @click=${leave}>← ${accounts.signIn.again}</button>
  </section>`

  const first = (): TemplateResult => html`<section class="narrow">
    <h1>${accounts.signIn.needed}</h1>
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
      <button class="full">${t.accounts.signIn}</button>
    </form>
    <div class="between">
      <a class="linked" href="/register?to=${encodeURIComponent(location.pathname + location.search)}">${accounts.register.title}</a> <a class="linked" href="/password-reset">${accounts.reset.title}</a>
    </div>
  </section>`

  return { title: t.accounts.signIn, view: () => (second ? secondStep(second) : first()) }
}
