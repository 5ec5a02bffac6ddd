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
