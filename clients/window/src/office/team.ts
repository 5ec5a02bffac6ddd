import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { moment } from '../format.ts'
import { o } from '../office-texts.ts'
import { act, isSure, redraw, type Screen, tell } from '../page.ts'
import { nameOf } from '../parts.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { readHomes } from './read-homes.ts'

type Member = Schemas['TeamMember']

const ROLES = ['manager', 'desk', 'accountant', 'cleaner', 'owner'] as const

/** People who act for the account, and invitations to them. */
export async function team(): Promise<Screen> {
  const read = async () => dataOf(await office().GET('/api/v1/team'))
  let members = await read()
  let role: Member['role'] = 'desk'
  /** The homes to choose from, once somebody asks for them. */
  let homes: Schemas['OwnProperty'][] | undefined
  const refresh = async () => {
    members = await read()
    redraw()
  }
  const askHomes = () =>
    act(async () => {
      homes = await readHomes()
    })
  const choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement
    role = ROLES.find((one) => one === value) ?? 'desk'
    if (role === 'owner' && homes === undefined) void askHomes()
    redraw()
  }
  const invite = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const fields = new FormData(form)
    const email = String(fields.get('email') ?? '').trim()
    const chosen = fields.getAll('homes').map(String)
    return act(async () => {
      const body = { email, role, property_ids: chosen.length > 0 ? chosen : null }
      bodyOf(await office().POST('/api/v1/team', { body }))
      form.reset()
      await refresh()
      tell(o.team.invited(email))
    })
  }
  const remove = ({ id, email }: Member) =>
    act(async () => {
      if (!(await isSure(`${o.team.remove} ${email}`))) return
      bodyOf(await office().DELETE('/api/v1/team/{id}', { params: { path: { id } } }))
      await refresh()
    })
  const setRole = (id: string, next: Member['role']) => async () => {
    bodyOf(await office().PATCH('/api/v1/team/{id}', { params: { path: { id } }, body: { role: next } }))
    await refresh()
  }
  const changeRole =
    ({ id, role: before }: Member) =>
    (event: Event) => {
      const select = event.target as HTMLSelectElement
      const next = ROLES.find((one) => one === select.value) ?? before
      return act(async () => {
        try {
          await setRole(id, next)()
          tell(t.saved, setRole(id, before))
        } catch (failure) {
          select.value = before
          throw failure
        }
      })
    }
  const roleOf = (one: Member): TemplateResult | string =>
    can('team.write')
      ? html`<select class="narrowed" aria-label="${o.team.role} ${one.email}" .value=${one.role} @change=${changeRole(one)}>${ROLES.map((each) => html`<option value=${each} ?selected=${each === one.role}>${accounts.invitation.roles[each]}</option>`)}</select>`
      : accounts.invitation.roles[one.role]
  const memberRow = (one: Member): TemplateResult => html`<li>
    <span class="grow">
      <b>${one.user === null ? one.email : nameOf(one.user)}</b>
      <span class="muted">${one.user === null ? '' : one.email}</span>
      ${one.expires_at === null ? '' : html`<span class="small">${o.team.open(moment(one.expires_at))}</span>`}
    </span>
    ${roleOf(one)}
    ${can('team.write') ? html`<button type="button" class="quiet" aria-label="${o.team.remove} ${one.email}" @click=${() => remove(one)}>×</button>` : nothing}
  </li>`

  const homeChoice = (): TemplateResult => html`<fieldset>
    <legend>${role === 'owner' ? o.team.whichHomes : o.team.someHomes}</legend>
    <div class="fields">
      ${(homes ?? []).map(({ id, title }) => html`<label class="check"><input type="checkbox" name="homes" value=${id} />${title}</label>`)}
    </div>
  </fieldset>`

  const inviteForm = (): TemplateResult => html`<form class="card" @submit=${invite}>
    <h2>${o.team.invite}</h2>
    <div class="pair">
      <label>${t.desk.email}<input name="email" type="email" required autocomplete="off" /></label>
      <label>${o.team.role}
        <select name="role" @change=${choose}>${ROLES.map((one) => html`<option value=${one} ?selected=${one === role}>${accounts.invitation.roles[one]}</option>`)}</select>
      </label>
    </div>
    ${homes === undefined ? html`<button type="button" class="quiet" @click=${askHomes}>${o.team.limit}</button>` : homeChoice()}
    <button>${o.team.send}</button>
  </form>`

  return {
    title: o.team.title,
    refresh,
    view: () => html`
      <h1>${o.team.title}</h1>
      ${members.length === 0 ? html`<p>${o.team.none}</p>` : html`<ul class="plain">${members.map(memberRow)}</ul>`}
      ${can('team.write') ? inviteForm() : nothing}
    `,
  }
}
