import { html, nothing, render, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, keepMe, whoAmI } from '../client.ts'
import { act, fieldsOf, page, tell, valuesOf } from '../page.ts'
import { t } from '../texts.ts'

/** Proves an address: by the link, sent again, or by the code of its mail. @param done after the code */
export function verification(known: string | undefined, done: () => unknown): TemplateResult {
  const resend = ({ target }: Event) => {
    const form = (target as HTMLElement).closest('form')
    const { email = known ?? '' } = form ? valuesOf(form) : {}
    return act(async () =>
      tell(bodyOf(await api.POST('/api/v1/auth/resend-verification', { body: { email } })).message),
    )
  }
  const check = (event: SubmitEvent) => {
    const { email = known ?? '', code = '' } = fieldsOf(event)
    return act(async () => {
      bodyOf(await api.POST('/api/v1/auth/verify-email', { body: { email, code } }))
      if (page.me) {
        await keepMe()
        page.me = await whoAmI()
      }
      await done()
      tell(t.accounts.verified)
    })
  }
  return html`<form class="card" @submit=${check}>
    <p>${accounts.profile.unverified}</p>
    ${known === undefined ? html`<label>${t.desk.email}<input name="email" type="email" autocomplete="email" required /></label>` : nothing}
    <label>${accounts.reset.code}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required /></label>
    <div class="actions">
      <button>${accounts.security.confirm}</button>
      <button type="button" class="second" @click=${resend}>${accounts.profile.resend}</button>
    </div>
  </form>`
}

/** Offers to prove the address below the form that was refused because it is not proved. */
export function offerVerification(form: Element | undefined): void {
  if (!form?.isConnected) return
  const place = document.createElement('div')
  place.className = 'verification'
  document.querySelector('.verification')?.remove()
  form.after(place)
  const typed = form.querySelector<HTMLInputElement>('[name=login]')?.value
  const known = page.me?.email ?? (typed?.includes('@') ? typed : undefined)
  render(
    verification(known, () => place.remove()),
    place,
  )
}
