import { html, nothing } from 'lit-html'
import { api, dataOf } from '../client.ts'
import { moment } from '../format.ts'
import { act, redraw, type Screen } from '../page.ts'
import { nameOf } from '../parts.ts'
import { t } from '../texts.ts'

/** An invitation to help with a home. Its key is the secret of a mail. */
export async function invitation(key: string): Promise<Screen> {
  const params = { path: { key } }
  const { home, property_id, rights, invited_by, expires_at } = dataOf(
    await api.GET('/api/v1/member-invitations/{key}', { params }),
  )
  let isAccepted = false
  const accept = () =>
    act(async () => {
      dataOf(await api.POST('/api/v1/member-invitations/{key}/accept', { params }))
      isAccepted = true
      redraw()
    })
  return {
    title: home,
    view: () => html`<section class="narrow">
      <h1>${home}</h1>
      <p>${t.invitation.offer(nameOf(invited_by))}</p>
      <ul>${rights.map((right) => html`<li>${t.invitation.rights[right]}</li>`)}</ul>
      ${
        isAccepted
          ? html`<p role="status">
              ${t.invitation.accepted}
              ${rights.includes('calendar') ? html`<a href="/owner?home=${property_id}">${t.owner.calendar}</a>` : nothing}
            </p>`
          : html`<p class="small">${t.trip.answerBy(moment(expires_at))}</p>
            <button type="button" @click=${accept}>${t.invitation.accept}</button>`
      }
    </section>`,
  }
}
