import { html, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, dataOf } from '../client.ts'
import { act, fieldsOf, focusHeading, navigate, redraw, type Screen, tell } from '../page.ts'
import { t } from '../texts.ts'

/** A new password for who has forgotten theirs: a code goes to the address, and is exchanged once. */
export function passwordReset(): Screen {
  let email: string | undefined
  /** Kept for a second attempt, when the service does not take the password. */
  let reset_token: string | undefined

  const ask = (event: SubmitEvent) => {
    const address = fieldsOf(event).email ?? ''
    return act(async () => {
      bodyOf(await api.POST('/api/v1/password_reset/verify_email', { body: { email: address } }))
      email = address
      redraw()
      focusHeading()
    })
  }
  const change = (address: string) => (event: SubmitEvent) => {
    const { code = '', password = '' } = fieldsOf(event)
    return act(async () => {
      reset_token ??= dataOf(
        await api.POST('/api/v1/password_reset/verify_code_dended', { body: { email: address, code } }),
      ).reset_token
      const body = { email: address, reset_token, password, password_confirmation: password }
      bodyOf(await api.POST('/api/v1/password_reset/reset_old_password', { body }))
      navigate('/trips')
      tell(accounts.reset.done)
    })
  }
  const addressForm = (): TemplateResult => html`<form class="card" @submit=${ask}>
    <p>${accounts.reset.how}</p>
    <label>${t.desk.email}<input name="email" type="email" autocomplete="email" required /></label>
    <button class="full">${accounts.reset.send}</button>
  </form>`
  const codeForm = (address: string): TemplateResult => html`<form class="card" @submit=${change(address)}>
    <p>${accounts.reset.sent(address)}</p>
    <label>${accounts.reset.code}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required /></label>
    <label>${accounts.reset.password}<input name="password" type="password" autocomplete="new-password" minlength="6" required /></label>
    <button class="full">${accounts.reset.go}</button>
  </form>`
  return {
    title: accounts.reset.title,
    view: () => html`<section class="narrow">
      <h1>${accounts.reset.title}</h1>
      ${email === undefined ? addressForm() : codeForm(email)}
    </section>`,
  }
}
