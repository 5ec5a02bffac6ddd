import { html, type TemplateResult } from 'lit-html'
import { o } from '../office-texts.ts'
import { act, tell } from '../page.ts'

/** A button that copies a text, such as a link for a guest. */
export function copyButton(text: string, name: string = o.stay.copyLink): TemplateResult {
  const copy = () =>
    act(async () => {
      await navigator.clipboard.writeText(text)
      tell(o.stay.copied)
    })
  return html`<button type="button" class="second" @click=${copy}>${name}</button>`
}

/** A secret that is shown once. */
export const onlyNow = (name: string, secret: string): TemplateResult => html`<div class="dry made">
  <h3>${o.developers.onlyNow}</h3>
  <label>${name}<input readonly .value=${secret} /></label>
  ${copyButton(secret, o.developers.copy)}
</div>`
