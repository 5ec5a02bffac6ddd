import { html, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { moment } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, redraw, type Screen, tell } from '../page.ts'
import { nameOf } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'

type Member = Schemas['TeamMember']

/** Roles for all homes; owners are invited for homes that are named. */
const ROLES = ['manager', 'desk', 'accountant', 'cleaner'] as const

/** People who act for the account, and invitations to them. */
export async function team(): Promise<Screen> {
  const read = async () => dataOf(await office().GET('/api/v1/team'))
  let members = await read()
  const refresh = async () => {
    members = await read()
    redraw()
  }
  const invite = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { email = '', role } = fieldsOf(event)
    return act(async () => {
      const body = { email, role: ROLES.find((one) => one === role) ?? 'desk', property_ids: null }
      bodyOf(await office().POST('/api/v1/team', { body }))
      form.reset()
      await refresh()
      tell(o.team.invited(email))
    })
  }
  const remove = ({ id, email }: Member) =>
    act(async () => {
      if (!confirm(o.team.sure(email))) return
      bodyOf(await office().DELETE('/api/v1/team/{id}', { params: { path: { id } } }))
      await refresh()
    })
  const memberRow = (one: Member): TemplateResult => html`<li>
    <span>
      <b>${one.user === null ? one.email : nameOf(one.user)}</b>
      <span class="muted">${one.user === null ? '' : one.email} ${accounts.invitation.roles[one.role]}</span>
      ${one.expires_at === null ? '' : html`<span class="small">${o.team.open(moment(one.expires_at))}</span>`}
    </span>
    <button type="button" class="quiet" aria-label="${o.team.remove} ${one.email}" @click=${() => remove(one)}>×</button>
  </li>`

  return {
    title: o.team.title,
    refresh,
    view: () => html`
      <h1>${o.team.title}</h1>
      ${members.length === 0 ? html`<p>${o.team.none}</p>` : html`<ul class="plain">${members.map(memberRow)}</ul>`}
      <form class="card" @submit=${invite}>
        <h2>${o.team.invite}</h2>
        <div class="pair">
          <label>${t.desk.email}<input name="email" type="email" required autocomplete="off" /></label>
          <label>${o.team.role}
            <select name="role">${ROLES.map((role) => html`<option value=${role} ?selected=${role === 'desk'}>${accounts.invitation.roles[role]}</option>`)}</select>
          </label>
        </div>
        <button>${o.team.send}</button>
      </form>
    `,
  }
}
