import { html, nothing, type TemplateResult } from 'lit-html'
import { forgetDraft, isOld, readDraft } from '../drafts.ts'
import { o } from '../office-texts.ts'

/** True if what a draft changes has changed since it was typed. */
export const isStale = (key: string, version: string): boolean => {
  const draft = readDraft(key)
  return draft !== undefined && draft.version !== version
}

/** Says in a form that what stands there was typed before and is not saved, and lets it be discarded. */
export function draftNote(key: string, version = ''): TemplateResult | typeof nothing {
  if (readDraft(key) === undefined || !(isOld(key) || isStale(key, version))) return nothing
  const discard = () => {
    forgetDraft(key)
    location.reload()
  }
  return html`<div class="say warn"><div>
    <p>${isStale(key, version) ? o.drafts.stale : o.drafts.old}</p>
    <button type="button" class="second" @click=${discard}>${o.drafts.discard}</button>
  </div></div>`
}
