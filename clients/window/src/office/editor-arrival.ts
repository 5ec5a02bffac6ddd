import { html, nothing, type TemplateResult } from 'lit-html'
import { accounts } from '../account-texts.ts'
import { asForm, bodyOf, dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { drafted } from '../drafts.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, isSure, tell } from '../page.ts'
import { t } from '../texts.ts'
import { office } from './client.ts'
import { draftNote } from './draft-note.ts'

type Arrival = Schemas['HomeArrival']

const TEXTS = ['way', 'door', 'manual', 'contact'] as const
const LANGUAGES = ['fr', 'en'] as const

/** Builds the editor of the arrival: Wi-Fi, texts in both languages, pictures of the way. */
export function arrivalEditor(id: string) {
  const path = { id }
  const key = `arrival-${id}`
  let arrival: Arrival | undefined
  const read = async () => {
    if (can('properties.write'))
      arrival = dataOf(await office().GET('/api/v1/properties/{id}/arrival', { params: { path } }))
  }
  const save = (event: SubmitEvent) => {
    const fields = fieldsOf(event)
    const inLanguage = (language: string) =>
      Object.fromEntries(TEXTS.map((name) => [name, fields[`${language}_${name}`] ?? null]))
    const { wifi_name, wifi_password = null, reveal_hours, asks_identity } = fields
    return act(async () => {
      const body = {
        ...(reveal_hours && { reveal_hours: Number(reveal_hours) }),
        asks_identity: asks_identity !== undefined,
        wifi: wifi_name === undefined ? null : { name: wifi_name, password: wifi_password },
        texts: { fr: inLanguage('fr'), en: inLanguage('en') },
      }
      arrival = dataOf(await office().PUT('/api/v1/properties/{id}/arrival', { params: { path }, body }))
      tell(t.saved)
    })
  }
  const addPicture = (event: Event) => {
    const [picture] = (event.target as HTMLInputElement).files ?? []
    if (!picture) return undefined
    return act(async () => {
      bodyOf(
        await office().POST('/api/v1/properties/{id}/arrival/pictures', {
          params: { path },
          body: { picture },
          bodySerializer: asForm,
        }),
      )
      await read()
    })
  }
  const removePicture = (picture_id: number) =>
    act(async () => {
      if (!(await isSure(o.editor.removePhoto))) return
      const params = { path: { id, picture_id } }
      bodyOf(await office().DELETE('/api/v1/properties/{id}/arrival/pictures/{picture_id}', { params }))
      await read()
    })

  const texts = ({ texts: known }: Arrival, language: (typeof LANGUAGES)[number]): TemplateResult => html`<fieldset>
    <legend><h3>${o.editor.languages[language]}</h3></legend>
    ${TEXTS.map(
      (name) =>
        html`<label>${accounts.arrival[name]}<textarea name="${language}_${name}" rows="2" maxlength="5000" .value=${known[language]?.[name] ?? ''}></textarea></label>`,
    )}
  </fieldset>`

  return {
    read,
    view(): TemplateResult | typeof nothing {
      if (arrival === undefined) return nothing
      const { wifi, reveal_hours, asks_identity, pictures } = arrival
      return html`<details class="card fold">
        <summary>${o.editor.arrival}</summary>
        <p class="small muted">${o.editor.arrivalAbout}</p>
        <form @submit=${save} ${drafted(key)}>
          ${draftNote(key)}
          <div class="pair">
            <label>${o.editor.wifiName}<input name="wifi_name" maxlength="100" autocomplete="off" .value=${wifi?.name ?? ''} /></label>
            <label>${o.editor.wifiPassword}<input name="wifi_password" maxlength="100" autocomplete="off" .value=${wifi?.password ?? ''} /></label>
          </div>
          <label>${o.editor.revealHours}<input name="reveal_hours" type="number" min="0" max="720" .value=${String(reveal_hours)} /></label>
          <label class="check"><input name="asks_identity" type="checkbox" .checked=${asks_identity} />${o.editor.asksIdentity}</label>
          ${LANGUAGES.map((language) => texts(arrival as Arrival, language))}
          <button>${t.desk.save}</button>
        </form>
        <h3>${o.editor.wayPictures}</h3>
        <ul class="pictures">
          ${pictures.map(
            (one) => html`<li>
              <img src=${one.url} alt=${one.caption ?? accounts.arrival.picture} width=${one.width} height=${one.height} loading="lazy" />
              <button type="button" class="quiet" aria-label=${o.editor.removePhoto} @click=${() => removePicture(one.id)}>×</button>
            </li>`,
          )}
        </ul>
        <label class="button second">${o.tasks.addPicture}<input type="file" class="hidden" accept="image/jpeg,image/png,image/webp" @change=${addPicture} /></label>
      </details>`
    },
  }
}
