import { html, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, bodyOf, dataOf, type Schemas, sejour } from '../client.ts'
import { moment } from '../format.ts'
import { act, fieldsOf, isSure, page, redraw, type Screen, tell } from '../page.ts'
import { tag } from '../parts.ts'
import { t } from '../texts.ts'
import { factorParts } from './second-factor.ts'

type SignIn = Schemas['SignIn']

/** Password, second factor and sessions. */
export async function security(): Promise<Screen> {
  const readSessions = async () => dataOf(await api.GET('/api/v1/auth/sessions'))
  const factors = factorParts()
  let [sessions] = await Promise.all([readSessions(), factors.read()])

  const change = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { current_password = '', password = '' } = fieldsOf(event)
    return act(async () => {
      const body = { current_password, password, password_confirmation: password }
      const { token, expires_at, id } = dataOf(await api.PUT('/api/v1/user', { body }))
      if (token && expires_at) await sejour.session.keep({ token, expires_at, id })
      form.reset()
      sessions = await readSessions()
      tell(t.saved)
    })
  }
  const end = ({ id, device }: SignIn) =>
    act(async () => {
      if (!(await isSure(accounts.security.endOf(device ?? accounts.security.unknown)))) return
      bodyOf(await api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } }))
      sessions = await readSessions()
      redraw()
    })
  const sessionRow = (one: SignIn): TemplateResult => html`<li>
    <span class="grow"><b>${one.device ?? accounts.security.unknown}</b><br /><small>${one.address} · ${moment(one.seen_at)}</small></span>
    ${
      one.is_current
        ? tag(accounts.security.here)
        : html`<button type="button" class="danger" aria-label=${accounts.security.endOf(one.device ?? accounts.security.unknown)} @click=${() => end(one)}>${accounts.security.end}</button>`
    }
  </li>`

  return {
    title: t.nav.security,
    view: () => html`<div class="narrow stack">
      <h1>${t.nav.security}</h1>
      <form class="card" @submit=${change}>
        <h2>${accounts.security.password}</h2>
        <input class="hidden" name="username" autocomplete="username" .value=${page.me?.email ?? ''} tabindex="-1" aria-hidden="true" readonly />
        <label>${accounts.security.current}<input name="current_password" type="password" autocomplete="current-password" required /></label>
        <label>${accounts.reset.password}<input name="password" type="password" autocomplete="new-password" minlength="6" required /></label>
        <p class="small muted">${accounts.security.ends}</p>
        <button>${accounts.reset.go}</button>
      </form>
      ${factors.view()}
      <section class="card">
        <h2>${accounts.security.sessions}</h2>
        <ul class="plain">${sessions.map(sessionRow)}</ul>
      </section>
    </div>`,
  }
}
