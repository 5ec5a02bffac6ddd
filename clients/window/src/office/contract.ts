import { html, nothing, type TemplateResult } from 'lit-html'
import { dataOf, type Schemas } from '../client.ts'
import { can } from '../company.ts'
import { drafted } from '../drafts.ts'
import { o } from '../office-texts.ts'
import { act, fieldsOf, tell } from '../page.ts'
import { office } from './client.ts'
import { draftNote } from './draft-note.ts'

const LANGUAGES = ['fr', 'en'] as const

/** The contract of a home, or without one of the company, in both languages. */
export function contractEditor(home?: string) {
  let inForce: Schemas['Contract'] | null = null
  let isRead = false
  const key = `contract-${home ?? 'company'}`
  const params = { path: { id: home ?? '' } }
  const read = async () => {
    if (!can(home === undefined ? 'company.write' : 'properties.write')) return
    inForce = dataOf(
      home === undefined
        ? await office().GET('/api/v1/company/contract')
        : await office().GET('/api/v1/properties/{id}/contract', { params }),
    )
    isRead = true
  }
  const save = (event: SubmitEvent) => {
    const body = { texts: fieldsOf(event) }
    return act(async () => {
      inForce = dataOf(
        home === undefined
          ? await office().PUT('/api/v1/company/contract', { body })
          : await office().PUT('/api/v1/properties/{id}/contract', { params, body }),
      )
      tell(o.contract.saved)
    })
  }

  return {
    read,
    view(): TemplateResult | typeof nothing {
      if (!isRead) return nothing
      const own = inForce?.of === (home === undefined ? 'company' : 'home') ? inForce : null
      return html`<details class="card fold">
        <summary>${o.contract.title}</summary>
        <p class="small muted">${home === undefined ? o.contract.about : o.contract.ofHome}</p>
        ${inForce === null ? nothing : html`<p class="small">${o.contract.version[inForce.of](inForce.version)}</p>`}
        <form @submit=${save} ${drafted(key)}>
          ${draftNote(key)}
          ${LANGUAGES.map(
            (language) =>
              html`<label>${o.editor.languages[language]}<textarea name=${language} rows="8" maxlength="50000" lang=${language} .value=${own?.texts[language] ?? ''}></textarea></label>`,
          )}
          <button>${o.company.save}</button>
        </form>
      </details>`
    },
  }
}
