import { html, nothing, type TemplateResult } from 'lit-html'
import { asForm, bodyOf, dataOf, type Schemas } from '../client.ts'
import { company } from '../company.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, isSure, redraw, type Screen, tell } from '../page.ts'
import { office } from './client.ts'

type Company = Schemas['Company']

/** Downloads everything of the company; the browser shows how far it is, and goes on when the screen is left. */
const download = () => act(async () => location.assign(dataOf(await office().POST('/api/v1/archive')).url))

const archive = (): TemplateResult => html`<section class="card">
  <h2>${o.company.archive}</h2>
  <p class="small muted">${o.company.inArchive}</p>
  <button type="button" class="second" @click=${download}>${o.company.download}</button>
</section>`

/** The name, the logo and the colour that guests read, with what a mail looks like. */
export async function companyScreen(): Promise<Screen> {
  const read = async () => dataOf(await office().GET('/api/v1/company'))
  const contract = (await import('./contract.ts')).contractEditor()
  const [found] = await Promise.all([read(), contract.read()])
  let present: Company | null = found
  const refresh = async () => {
    present = await read()
    redraw()
  }
  const save = (event: SubmitEvent) => {
    const form = event.currentTarget as HTMLFormElement
    const { name = '', removesLogo, ...fields } = fieldsOf(event)
    const logo = new FormData(form).get('logo')
    const picture = logo instanceof File && logo.size > 0 ? logo : undefined
    return act(async () => {
      const changed = picture ? { logo: picture } : removesLogo === 'on' ? { logo: null } : {}
      const body = { name, ...fields, ...changed }
      const answer = await office().PUT('/api/v1/company', { body, ...(picture && { bodySerializer: asForm }) })
      present = dataOf(answer)
      form.reset()
      tell(o.company.saved)
    })
  }
  const remove = () =>
    act(async () => {
      if (!(await isSure(o.company.remove))) return
      bodyOf(await office().DELETE('/api/v1/company'))
      await refresh()
    })
  // As a property: the content policy admits no `style` in markup.
  const sample = ({ name, logo_url, colour, legal }: Company): TemplateResult => html`<section class="card">
    <h2>${o.company.looks}</h2>
    <p>${logo_url === null ? html`<b>${name}</b>` : html`<img src=${logo_url} alt=${name} height="48" />`}</p>
    <p><span class="button" .style=${colour === null ? '' : `background:${colour};color:#fff`}>${o.company.button}</span></p>
    <p class="small muted">${legal ?? ''}</p>
  </section>`

  return {
    title: o.company.title,
    refresh,
    view: () => html`
      <h1>${o.company.title}</h1>
      <p class="muted">${o.company.about}</p>
      ${present === null ? nothing : sample(present)}
      <form class="card" @submit=${save}>
        <label>${o.company.name}<input name="name" required maxlength="100" .value=${present?.name ?? ''} /></label>
        <label>${o.company.logo}<input type="file" name="logo" accept="image/jpeg,image/png,image/webp" /></label>
        ${present?.logo_url ? html`<label class="check"><input type="checkbox" name="removesLogo" />${o.company.noLogo}</label>` : nothing}
        <label>${o.company.colour}
          <input name="colour" pattern="#[0-9A-Fa-f]{6}" placeholder="#7a2e1d" maxlength="7" .value=${present?.colour ?? ''} />
          <small>${o.company.contrast}</small>
        </label>
        <label>${o.company.site}<input type="url" name="site" maxlength="2048" .value=${present?.site ?? ''} /></label>
        <label>${o.company.replyTo}<input type="email" name="reply_to" maxlength="255" .value=${present?.reply_to ?? ''} /></label>
        <label>${o.company.legal}<input name="legal" maxlength="500" .value=${present?.legal ?? ''} /></label>
        <div class="actions">
          <button>${o.company.save}</button>
          ${present === null ? nothing : html`<button type="button" class="second" @click=${remove}>${o.company.remove}</button>`}
        </div>
      </form>
      ${contract.view()}
      ${company()?.role === null ? archive() : nothing}
    `,
  }
}
