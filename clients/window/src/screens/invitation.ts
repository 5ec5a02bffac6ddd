import { html, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, dataOf, keepMe, type Schemas, SejourError, whoAmI } from '../client.ts'
import { moment } from '../format.ts'
import { act, page, redraw, type Screen } from '../page.ts'
import { nameOf } from '../parts.ts'
import { isUnproved } from '../refusals.ts'
import { t } from '../texts.ts'
import { verification } from './verification.ts'

/** An invitation to a team. Its key is the secret of a mail; it names nobody until its reader has a verified address. */
export async function invitation(key: string): Promise<Screen> {
  const params = { path: { key } }
  let offer: Schemas['TeamInvitation'] | undefined
  let refusal: SejourError | undefined
  const read = async () => {
    try {
      offer = dataOf(await api.GET('/api/v1/team/invitations/{key}', { params }))
    } catch (failure) {
      if (!(failure instanceof SejourError) || failure.status !== 403) throw failure
      refusal = failure
    }
    redraw()
  }
  await read()
  let isAccepted = false
  const accept = () =>
    act(async () => {
      dataOf(await api.POST('/api/v1/team/invitations/{key}/accept', { params }))
      await keepMe()
      page.me = await whoAmI()
      isAccepted = true
      redraw()
    })
  const offered = ({ account, company, role, expires_at }: Schemas['TeamInvitation']): TemplateResult => {
    const names = [nameOf(account), company].filter(Boolean).join(', ')
    return html`<p>${accounts.invitation.offer(names)}</p>
      <p><b>${accounts.invitation.roles[role]}</b></p>
      ${
        isAccepted
          ? html`<p role="status">${accounts.invitation.accepted}</p>
            <p><a class="button" href="/">${t.nav.office}</a></p>`
          : html`<p class="small">${t.trip.answerBy(moment(expires_at))}</p>
            <button type="button" @click=${accept}>${accounts.invitation.accept}</button>`
      }`
  }
  const refused = (failure: SejourError | undefined): TemplateResult =>
    isUnproved(failure) ? verification(page.me?.email, read) : html`<p class="say bad">${failure?.message}</p>`
  return {
    title: accounts.invitation.title,
    view: () => html`<section class="narrow">
      <h1>${accounts.invitation.title}</h1>
      ${offer ? offered(offer) : refused(refusal)}
    </section>`,
  }
}
