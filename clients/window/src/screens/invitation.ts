import { html } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { api, dataOf, keepMe, whoAmI } from '../client.ts'
import { moment } from '../format.ts'
import { act, page, redraw, type Screen } from '../page.ts'
import { nameOf } from '../parts.ts'
import { t } from '../texts.ts'

/** An invitation to a team. Its key is the secret of a mail. */
export async function invitation(key: string): Promise<Screen> {
  const params = { path: { key } }
  const { account, company, role, expires_at } = dataOf(await api.GET('/api/v1/team/invitations/{key}', { params }))
  let isAccepted = false
  const accept = () =>
    act(async () => {
      dataOf(await api.POST('/api/v1/team/invitations/{key}/accept', { params }))
      await keepMe()
      page.me = await whoAmI()
      isAccepted = true
      redraw()
    })
  return {
    title: accounts.invitation.title,
    view: () => html`<section class="narrow">
      <h1>${accounts.invitation.title}</h1>
      <p>${accounts.invitation.offer(company ?? nameOf(account))}</p>
      <p><b>${accounts.invitation.roles[role]}</b></p>
      ${
        isAccepted
          ? html`<p role="status">${accounts.invitation.accepted}</p>
            <p><a class="button" href="/">${t.nav.office}</a></p>`
          : html`<p class="small">${t.trip.answerBy(moment(expires_at))}</p>
            <button type="button" @click=${accept}>${accounts.invitation.accept}</button>`
      }
    </section>`,
  }
}
